import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readFingerprint as readByCommand } from "../../../../cli/import/fingerprint.ts";
import { partBytesOf } from "../../../../shared/domain/upload/part-sizes.ts";
import { partOf, readFingerprint } from "../../../../web/screens/upload/read-fingerprint.ts";

test.each([1, partBytesOf(1), partBytesOf(1) + 1, 2.5 * partBytesOf(1)])(
  "the page and the command compute the same fingerprint for a file of %i bytes",
  async (length) => {
    const content = Buffer.alloc(length);
    for (let at = 0; at < length; at += 4096) content.writeUInt8(at % 251, at);
    const folder = mkdtempSync(path.join(tmpdir(), "fingerprint-"));
    const file = path.join(folder, "clip.mp4");
    writeFileSync(file, content);
    let read = 0;
    const byPage = await readFingerprint(new Blob([content]), (bytes) => {
      read += bytes;
    });
    expect(byPage).toEqual(await readByCommand(file, length));
    expect(read).toBe(length);
    rmSync(folder, { recursive: true });
  },
);

test("parts have the lengths that the service expects", async () => {
  const file = new Blob([Buffer.alloc(40 * 2 ** 20)]);
  expect([1, 2, 3].map((number) => partOf(file, number).size / 2 ** 20)).toEqual([16, 16, 8]);
});

test("stops reading a file when it is aborted", async () => {
  const stop = new AbortController();
  const file = new Blob([Buffer.alloc(40 * 2 ** 20)]);
  await expect(readFingerprint(file, () => stop.abort(), stop.signal)).rejects.toThrow("aborted");
});
