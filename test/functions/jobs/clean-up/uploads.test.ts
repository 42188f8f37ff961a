import { ListPartsCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { beforeEach, expect, test } from "vitest";
import { EVERYTHING } from "../../../../local/aws/principals.ts";
import { mediaObjects } from "../../../../shared/media/files/objects.ts";
import { captureSourceWriter } from "../../../../shared/store/source/writer.ts";
import { uploadById } from "../../../../shared/store/upload/reader.ts";
import type { Table } from "../../../../shared/table/table.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { requests } from "../../../properties/stream-requests.ts";
import { filesOf } from "../../../support/clean-up/media-cases.ts";
import { runCleanUp } from "../../../support/clean-up/run-clean-up.ts";
import { readAll } from "../../../support/dynamo/read-all.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { plainSource } from "../../../support/plain-records.ts";
import { openUploads } from "../../../support/uploads/open-uploads.ts";

const database = useTable();
let s3: S3UnderTest;
let table: Table;
let uploads: ReturnType<typeof openUploads>;
beforeEach(async () => {
  table = await database.fresh();
  s3 = await startS3UnderTest();
  for (const name of ["a", "b"]) {
    const source = { name, location: "1,1", cameraHardware: "", ...plainSource };
    await captureSourceWriter(table).create(source, undefined);
  }
  const client = s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
  uploads = openUploads(table, client);
  return () => s3.stop();
});

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const cleanUp = async (afterMs: number, dryRun = false) => {
  const options = { nowMs: () => Date.now() + afterMs, videos: uploads.files, dryRun };
  const { counts } = await runCleanUp(table, mediaObjects(s3.client, BUCKET), options);
  expect(counts.failures).toBe(0);
  return counts;
};
/** Returns the number of parts that S3 has of an upload, or `undefined` without a multipart upload. */
const partsOf = async (id: number, UploadId: string | undefined) => {
  const listed = s3.client.send(new ListPartsCommand({ Bucket: BUCKET, Key: `video/${id}`, UploadId }));
  return (await listed.catch(() => undefined))?.Parts?.length;
};
/** Returns the remaining records of uploads and tasks. */
const left = async () =>
  (await readAll(table)).filter(({ pk, sk }) => sk === "F" || String(pk).startsWith("W#"));

test("the clean-up ends an upload after seven days and removes its parts an hour later", async () => {
  const id = await uploads.send();
  const upload = await uploadById(table)(id);
  expect((await cleanUp(7 * dayMs - hourMs)).endedUploads).toBe(0);
  expect((await cleanUp(7 * dayMs + hourMs, true)).endedUploads).toBe(1);
  expect((await uploads.get(id)).body.status).toBe("open");

  expect((await cleanUp(7 * dayMs + 1000)).endedUploads).toBe(1);
  await expect(uploads.get(id)).rejects.toMatchObject({ code: "not-found" });
  await expect(uploads.complete(id)).rejects.toMatchObject({ code: "not-found" });
  expect(await partsOf(id, upload?.multipartId)).toBe(1);
  expect((await cleanUp(2 * hourMs)).removedFiles).toBe(1);
  expect(await partsOf(id, upload?.multipartId)).toBeUndefined();
  expect(await left()).toEqual([]);
});

test("the clean-up removes a file that S3 joined after the upload was cancelled", async () => {
  const id = await uploads.send();
  await uploads.drop(id);
  await s3.client.send(new PutObjectCommand({ Bucket: BUCKET, Key: `video/${id}`, Body: "late" }));
  expect((await cleanUp(0)).removedFiles).toBe(0);
  expect((await cleanUp(2 * hourMs)).removedFiles).toBe(1);
  expect(await filesOf(s3.client, BUCKET)).toEqual([]);
  expect(await left()).toEqual([]);
});

test("the clean-up removes only the file of a deleted stream, and the file may be uploaded again at once", async () => {
  const first = await uploads.done();
  expect((await cleanUp(30 * dayMs)).removedFiles).toBe(0);
  const other = await uploads.send({ capturesource: 2 });
  expect((await uploads.complete(other)).status).toBe(201);
  await requests(table).drop({ params: { id: first.stream }, ifMatch: undefined });
  const again = await uploads.done();
  expect((await cleanUp(0)).removedFiles).toBe(1);
  const files = [other, again.upload].map((id) => `video/${id}`);
  expect((await filesOf(s3.client, BUCKET)).toSorted()).toEqual(files.toSorted());
  expect(await uploadById(table)(first.upload)).toBeUndefined();
  expect((await uploads.complete(again.upload)).body).toEqual({ id: again.stream });
});
