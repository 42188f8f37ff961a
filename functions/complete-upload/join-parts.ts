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
  /** Maximum time to wait for S3 to join the parts. Afterwards S3 continues on its own. */
  readonly joinWaitMs: number;
};

/** Checks and joins the parts of an upload. */
export function partJoiner({ files, joinWaitMs }: Deps) {
  return {
    /**
     * Returns the stored parts, or `undefined` when an earlier request has joined them.
     * @param listed all parts of the file, in order
     * @throws Fault `conflict` when parts are missing or differ from the list
     */
    async stored(upload: Upload, listed: Completion["parts"]): Promise<readonly StoredPart[] | undefined> {
      const received = await receivedParts(files, upload);
      return received && requireAll(upload, listed, received);
    },

    /**
     * Joins the parts into the file, unless an earlier request has done so.
     * @returns the fingerprint of the file, or `joining` when S3 has not finished in time
     * @throws Fault `conflict` when the file differs from the listed parts
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
          throw new Fault("conflict", `Parts of upload ${id} changed during this request. ${ask(id)}`);
        }
      }
      // S3 has the checksums of the joined parts, even if another request joined them.
      const fingerprint = await files.fingerprint(id);
      if (fingerprint === undefined) throw new Fault("conflict", `Upload ${id} has no parts. ${ask(id)}`);
      if (fingerprint !== fingerprintOf(listed)) {
        throw new Fault(
          "conflict",
          `The parts of upload ${id} have already been joined, and their SHA-256s differ from the list.`,
        );
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
 * Returns the stored parts.
 * @throws Fault `conflict` unless they form the whole file and have the listed SHA-256s
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
  const which = missing.length === 0 ? "" : ` Missing or different: ${shortList(missing)}.`;
  throw new Fault(
    "conflict",
    `The list must contain each of the ${count} parts of upload ${id} once.${which} ${ask(id)}`,
  );
}

function shortList(numbers: readonly number[]): string {
  return numbers.length <= 10
    ? numbers.join(", ")
    : `${numbers.slice(0, 10).join(", ")} and ${numbers.length - 10} more`;
}

function ask(id: number): string {
  return `GET /api/v1/uploads/${id} lists the parts that have arrived.`;
}
