import { setTimeout as sleep } from "node:timers/promises";
import { Fault } from "../../shared/domain/fault.ts";
import { bytesOfPart, partCountOf, type Upload } from "../../shared/domain/upload.ts";
import type { Completion } from "../../shared/domain/upload-views.ts";
import { receivedParts } from "../../shared/media/received-parts.ts";
import { fingerprintOf, type StoredPart, type VideoFiles } from "../../shared/media/video-files.ts";
import { handled } from "../../shared/runtime/admission.ts";

type Deps = {
  readonly files: Pick<VideoFiles, "received" | "join" | "fingerprint">;
  /** How long to wait for S3 to join the parts. It goes on without anybody who waits. */
  readonly joinWaitMs: number;
};

/**
 * Joins the parts of an upload into its file, unless an earlier request has.
 * @param parts all parts of the file
 * @returns the fingerprint of the file; `joining` when S3 takes longer
 * @throws Fault `conflict` when parts are missing, or other than those listed
 */
export function joinParts({ files, joinWaitMs }: Deps) {
  return async (upload: Upload, parts: Completion["parts"]): Promise<string | "joining"> => {
    const { id, multipartId } = upload;
    const inOrder = parts.toSorted((a, b) => a.number - b.number);
    const received = await receivedParts(files, upload);
    if (received !== undefined && multipartId !== undefined) {
      const stored = requireAll(upload, inOrder, received);
      const joined = handled(files.join({ id, multipartId }, stored));
      const outcome = await Promise.race([joined, late(joinWaitMs)]);
      if (outcome === "late") return "joining";
      if (outcome === "changed")
        throw new Fault("conflict", `Parts of upload ${id} changed meanwhile. ${ask(id)}`);
    }
    // S3 knows what it has joined, whoever asked for it.
    const fingerprint = await files.fingerprint(id);
    if (fingerprint === undefined) throw new Fault("conflict", `Upload ${id} has no parts. ${ask(id)}`);
    if (fingerprint !== fingerprintOf(inOrder)) {
      throw new Fault("conflict", `The parts of upload ${id} were joined already, with other SHA-256s.`);
    }
    return fingerprint;
  };
}

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
