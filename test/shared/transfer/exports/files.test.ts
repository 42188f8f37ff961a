import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportFiles } from "../../../../shared/transfer/exports/files.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";

const mebibyte = 2 ** 20;

let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
afterAll(() => s3.stop());

// A file of more than 16 MiB is uploaded in parts.
test.each([
  ["without bytes", []],
  ["of exactly one part", [9 * mebibyte, 7 * mebibyte]],
  ["of four parts, from pieces of any length", [5 * mebibyte + 1, 41 * mebibyte, 0, 1, 3 * mebibyte]],
])("a file %s is stored with the bytes of its pieces", async (_, lengths) => {
  const files = exportFiles(s3.client, BUCKET, Date.now);
  const pieces = lengths.map((length) => randomBytes(length));
  async function* content() {
    yield* pieces;
  }
  const file = await files.write(1, { name: "a.bin", mediaType: "application/zip" }, content());
  const wanted = Buffer.concat(pieces);
  const sha256 = createHash("sha256").update(wanted).digest("hex");
  expect(file).toEqual({ name: "a.bin", bytes: wanted.length, sha256 });
  const [url] = await files.links({ id: 1, files: [file] });
  const stored = new Uint8Array(await (await fetch(url ?? "")).arrayBuffer());
  expect(Buffer.compare(stored, wanted)).toBe(0);
});

test("the intermediate work of a job can be read as a whole or as a stream", async () => {
  const files = exportFiles(s3.client, BUCKET, Date.now);
  const text = randomBytes(300_000);
  await files.putWork(1, "a", text);
  expect(Buffer.from((await files.readWork(1, "a")) ?? [])).toEqual(text);
  const parts: Uint8Array[] = [];
  for await (const part of (await files.streamWork(1, "a")) ?? []) parts.push(part);
  expect(Buffer.concat(parts)).toEqual(text);
  expect([await files.readWork(1, "b"), await files.streamWork(1, "b")]).toEqual([undefined, undefined]);
});
