import { beforeEach, expect, test } from "vitest";
import { EVERYTHING } from "../../../local/aws/principals.ts";
import { copyOf } from "../../../shared/store/copy/reader.ts";
import { captureSourceWriter } from "../../../shared/store/source/writer.ts";
import type { Table } from "../../../shared/table/table.ts";
import { type S3UnderTest, startS3UnderTest } from "../../local/s3/s3-under-test.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { plainSource } from "../../support/plain-records.ts";
import { openUploads } from "../../support/uploads/open-uploads.ts";
import { facts } from "../../support/uploads/upload-requests.ts";

const database = useTable();
let s3: S3UnderTest;
let table: Table;
beforeEach(async () => {
  table = await database.fresh();
  s3 = await startS3UnderTest();
  for (const name of ["a", "b", "c", "d"]) {
    const source = { name, location: "1,1", cameraHardware: "", ...plainSource };
    await captureSourceWriter(table).create(source, undefined);
  }
  return () => s3.stop();
});

/** Uploads a file of 90 seconds for a source. Returns the copy of its stream. */
async function upload(mediaType: string, capturesource: number, copyMinutesPerDay: number) {
  const client = s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
  const isOld = mediaType === "video/mp4" ? {} : { isOld: true as const };
  const read = async () => ({ ...facts, ...isOld, mediaType, codec: "mjpeg", durationMs: 90_000 });
  const { send, complete } = openUploads(table, client, { read, copyMinutesPerDay });
  const { body } = await complete(await send({ capturesource }));
  return "id" in body ? await copyOf(table)(body.id) : undefined;
}

/** The start of a day (UTC), some days from now. */
function midnightMs(days: number): number {
  const today = new Date();
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days);
}

test("the copy of an AVI is queued with its stream, and waits for a day with room", async () => {
  const first = await upload("video/x-msvideo", 1, 4);
  expect(first).toMatchObject({ status: "queued", codec: "mjpeg", lengthMs: 90_000 });
  expect(first?.notBeforeMs).toBeUndefined();
  expect((await upload("video/x-msvideo", 2, 4))?.notBeforeMs).toBeUndefined();
  expect(await upload("video/x-msvideo", 3, 4)).toMatchObject({
    notBeforeMs: midnightMs(1),
  });
  // The quota of a day may be smaller than a video. It takes a whole day.
  expect(await upload("video/x-msvideo", 4, 1)).toMatchObject({
    notBeforeMs: midnightMs(2),
  });
});

test("no copy is queued of a video that browsers play, or if the service makes none", async () => {
  expect(await upload("video/mp4", 1, 100)).toBeUndefined();
  expect(await upload("video/x-msvideo", 2, 0)).toBeUndefined();
});
