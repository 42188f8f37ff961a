import { expect, test } from "vitest";
import { NewImport } from "../../../../shared/domain/job/new-import.ts";
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
