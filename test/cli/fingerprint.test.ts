import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { FileFailure } from "../../cli/failure.ts";
import { readFingerprint } from "../../cli/import/fingerprint.ts";
import { bytesOfPart, partBytesOf, partCountOf } from "../../shared/domain/upload/part-sizes.ts";
import { fingerprintOf } from "../../shared/media/files/video-files.ts";
import { sha256 } from "../support/uploads/upload-requests.ts";

const folder = mkdtempSync(path.join(tmpdir(), "fingerprint-"));
const file = path.join(folder, "clip.mp4");
afterAll(() => rmSync(folder, { recursive: true }));

const partBytes = partBytesOf(1);

test.each([
  ["of one byte", 1],
  ["of exactly one part", partBytes],
  ["of one part and a byte", partBytes + 1],
  ["of two and a half parts", 2.5 * partBytes],
])("a file %s has the parts and the fingerprint that the service computes", async (_, bytes) => {
  const content = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 4096) content.writeUInt8(at % 251, at);
  writeFileSync(file, content);
  const { parts, fingerprint } = await readFingerprint(file, bytes);
  const expected = Array.from({ length: partCountOf(bytes) }, (_, i) => ({
    number: i + 1,
    bytes: bytesOfPart(bytes, i + 1),
    sha256: sha256(content.subarray(i * partBytes, (i + 1) * partBytes)),
  }));
  expect(parts).toEqual(expected);
  expect(fingerprint).toBe(fingerprintOf(parts));
});

test("a file whose length has changed is not imported", async () => {
  writeFileSync(file, "0123456789");
  for (const change of [() => appendFileSync(file, "x"), () => truncateSync(file, 9)]) {
    change();
    await expect(readFingerprint(file, 10)).rejects.toThrow(FileFailure);
  }
});
