import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Fingerprint, Part } from "../../client/upload/part.ts";
import { bytesOfPart } from "../../shared/domain/upload/part-sizes.ts";
import { FileFailure } from "../failure.ts";

const readBytes = 2 ** 20;

/**
 * Reads a file once, a megabyte at a time.
 * @throws FileFailure if its length has changed
 */
export async function readFingerprint(file: string, sizeBytes: number): Promise<Fingerprint> {
  const parts: Part[] = [];
  let [sum, hashed] = [createHash("sha256"), 0];
  const whole = createHash("sha256");
  for await (const chunk of createReadStream(file, { highWaterMark: readBytes })) {
    if (!Buffer.isBuffer(chunk)) continue;
    for (let at = 0; at < chunk.length; ) {
      const number = parts.length + 1;
      const bytes = bytesOfPart(sizeBytes, number);
      if (bytes === undefined) throw changed();
      const piece = chunk.subarray(at, at + bytes - hashed);
      sum.update(piece);
      hashed += piece.length;
      at += piece.length;
      if (hashed < bytes) continue;
      const digest = sum.digest();
      whole.update(digest);
      parts.push({ number, bytes, sha256: digest.toString("base64") });
      [sum, hashed] = [createHash("sha256"), 0];
    }
  }
  if (hashed > 0 || bytesOfPart(sizeBytes, parts.length + 1) !== undefined) throw changed();
  return { parts, fingerprint: whole.digest("base64") };
}

/** The failure of a file that is still being written. */
export function changed(): FileFailure {
  return new FileFailure("It has changed while it was read. Import it when it is complete.");
}
