import { setTimeout as sleep } from "node:timers/promises";
import { bytesOfPart, partCountOf } from "../../shared/domain/upload/part-sizes.ts";
import type { Completion } from "../../shared/domain/upload/parts.ts";
import type { Upload } from "../../shared/domain/upload/upload.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { receivedParts } from "../../shared/media/fetch/received-parts.ts";
import { fingerprintOf, type StoredPart, type VideoFiles } from "../../shared/media/files/video-files.ts";
import { handled } from "../../shared/runtime/admission.ts";

type Deps = {
  readonly files: Pick<VideoFiles, "received" | "join" | "fingerprint">;
  /** How long to wait for S3 to join the parts. It goes on without anybody who waits. */
  readonly joinWaitMs: number;
};

/** Compares and joins the parts of an upload. */
export function partJoiner({ files, joinWaitMs }: Deps) {
  return {
    /**
     * The parts to join, as S3 has them; `undefined` when an earlier request has joined them.
     * @param listed all parts of the file, in order
     * @throws Fault `conflict` when parts are missing, or other than those listed
     */
    async stored(upload: Upload, listed: Completion["parts"]): Promise<readonly StoredPart[] | undefined> {
      const received = await receivedParts(files, upload);
      return received && requireAll(upload, listed, received);
    },

    /**
     * Joins the parts into the file, unless an earlier request has.
     * @returns the fingerprint of the file; `joining` when S3 takes longer
     * @throws Fault `conflict` when the file is another than the one listed
     */
    async join(
      { id, multipartId }: Upload,
      listed: Completion["parts"],
      stored: readonly StoredPart[] | undefined,
    ): Promise<string | "joining"> {
      if (stored !== undefined && multipartId !== undefined) {
        const joined = handled(files.join({ id, multipartId }, stored));
        const outcome = await Promise.race([joined, late(joinWaitMs)]);
        if (outcome === "late") return "joining";
        if (outcome === "changed") {
          throw new Fault("conflict", `Parts of upload ${id} changed meanwhile. ${ask(id)}`);
        }
      }
      // S3 knows what it has joined, even if another request asked for it.
      const fingerprint = await files.fingerprint(id);
      if (fingerprint === undefined) throw new Fault("conflict", `Upload ${id} has no parts. ${ask(id)}`);
      if (fingerprint !== fingerprintOf(listed)) {
        throw new Fault("conflict", `The parts of upload ${id} were joined already, with other SHA-256s.`);
      }
      return fingerprint;
    },
  };
}

export type PartJoiner = ReturnType<typeof partJoiner>;

async function late(ms: number): Promise<"late"> {
  return sleep(ms, "late" as const, { ref: false });
}

/**
 * The parts as S3 has them.
 * @throws Fault `conflict` unless they are the whole file, with the listed SHA-256s
 */
function requireAll(
  { id, sizeBytes }: Upload,
  listed: Completion["parts"],
  received: readonly StoredPart[],
): readonly StoredPart[] {
  const count = partCountOf(sizeBytes);
  const sums = new Map(listed.map(({ number, sha256 }) => [number, sha256]));
  const right = received.filter(
    ({ number, bytes, sha256 }) => sums.get(number) === sha256 && bytes === bytesOfPart(sizeBytes, number),
  );
  if (right.length === count && listed.length === count && sums.size === count) return right;
  const there = new Set(right.map(({ number }) => number));
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter((number) => !there.has(number));
  const which = missing.length === 0 ? "" : ` These are missing or other: ${shortList(missing)}.`;
  throw new Fault("conflict", `Upload ${id} needs its ${count} parts, each listed once.${which} ${ask(id)}`);
}

function shortList(numbers: readonly number[]): string {
  return numbers.length <= 10
    ? numbers.join(", ")
    : `${numbers.slice(0, 10).join(", ")} and ${numbers.length - 10} more`;
}

function ask(id: number): string {
  return `GET /api/v1/uploads/${id} says which parts have arrived.`;
}
