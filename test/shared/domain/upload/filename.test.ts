import { expect, test } from "vitest";
import * as z from "zod/mini";
import { NewImport } from "../../../../shared/domain/job/new-import.ts";
import { filename } from "../../../../shared/domain/upload/filename.ts";
import { NewUpload } from "../../../../shared/domain/upload/new-upload.ts";

const upload = { type: "video/mp4", bytes: 1, capturesource: 1, startTime: "2026-03-01T06:30:00Z" };

test.each([
  ["an upload", (filename: string) => NewUpload.safeParse({ ...upload, filename })],
  ["an import", (filename: string) => NewImport.safeParse({ format: "csv", bytes: 1, filename })],
])("%s refuses a filename with a NUL character, and says so", (_, parse) => {
  expect(parse("otter\u0001.mp4").success).toBe(true);
  const { error } = parse("otter\0.mp4");
  expect(error?.issues).toMatchObject([{ path: ["filename"], message: "must not contain a NUL character." }]);
});

test("the description of a filename has a pattern that only a NUL character breaks", () => {
  const { pattern } = z.toJSONSchema(filename("otter.mp4"));
  expect(pattern).toEqual(expect.any(String));
  for (const flags of ["", "u"]) {
    expect(new RegExp(pattern ?? "", flags).test("otter\u0001\n\u2028é.mp4")).toBe(true);
    expect(new RegExp(pattern ?? "", flags).test("otter\0.mp4")).toBe(false);
  }
});
