import { ListPartsCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { EVERYTHING } from "../../../../local/aws/principals.ts";
import { mediaObjects } from "../../../../shared/media/objects.ts";
import { captureSourceWriter } from "../../../../shared/store/capture-source-writer.ts";
import { uploadById } from "../../../../shared/store/upload-reader.ts";
import type { Table } from "../../../../shared/table/table.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { admin, requests } from "../../../properties/stream-requests.ts";
import { filesOf } from "../../../support/clean-up/media-cases.ts";
import { runCleanUp } from "../../../support/clean-up/run-clean-up.ts";
import { readAll } from "../../../support/dynamo/read-all.ts";
import { startTable, type TestTable } from "../../../support/dynamo/table.ts";
import { plainSource } from "../../../support/plain-records.ts";
import {
  facts,
  sendPart,
  sha256,
  type UploadRequests,
  uploadRequests,
} from "../../../support/uploads/upload-requests.ts";

let database: TestTable;
let s3: S3UnderTest;
let table: Table;
let uploads: UploadRequests;
beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.close());
beforeEach(async () => {
  table = await database.fresh();
  s3 = await startS3UnderTest();
  await captureSourceWriter(table).create(
    { name: "a", location: "1,1", cameraHardware: "", ...plainSource },
    undefined,
  );
  uploads = requestsOf();
  return () => s3.stop();
});

function requestsOf(options: Parameters<typeof uploadRequests>[3] = {}): UploadRequests {
  const client = s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
  return uploadRequests(table, client, BUCKET, options);
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const clip = Buffer.from("a clip");
const body = {
  filename: "a.mp4",
  type: "video/mp4",
  bytes: clip.length,
  capturesource: 1,
  startTime: 0,
  endTime: undefined,
  fingerprint: undefined,
} as const;

async function begun(): Promise<number> {
  return (await uploads.create({ body, idempotency: undefined }, admin)).body.id;
}
async function sent(): Promise<number> {
  const id = await begun();
  expect((await sendPart(uploads.sign, admin, id, clip)).status).toBe(200);
  return id;
}
const complete = (id: number, { complete: run } = uploads) =>
  run(
    { params: { id }, body: { parts: [{ number: 1, sha256: sha256(clip) }] }, idempotency: undefined },
    admin,
  );
async function done(): Promise<{ upload: number; stream: number }> {
  const upload = await sent();
  const { body: answer } = await complete(upload);
  if (!("id" in answer)) throw new Error("still joining");
  return { upload, stream: answer.id };
}
const cleanUp = (afterMs: number, dryRun = false) =>
  runCleanUp(table, mediaObjects(s3.client, BUCKET), {
    nowMs: () => Date.now() + afterMs,
    videos: uploads.files,
    dryRun,
  });
/** The parts of an upload that S3 has; `undefined` when it has no multipart upload. */
const partsOf = async (id: number, UploadId: string | undefined) => {
  const at = { Bucket: BUCKET, Key: `video/${id}`, UploadId };
  const listed = s3.client.send(new ListPartsCommand(at));
  return listed.then(
    ({ Parts }) => Parts?.length,
    () => undefined,
  );
};
const left = async () =>
  (await readAll(table)).filter(({ pk, sk }) => sk === "F" || String(pk).startsWith("W#"));

test("ends an upload after seven days, and an hour later removes what has arrived", async () => {
  const id = await sent();
  const upload = await uploadById(table)(id);
  expect((await cleanUp(7 * dayMs - hourMs)).counts.endedUploads).toBe(0);
  expect((await cleanUp(7 * dayMs + hourMs, true)).counts.endedUploads).toBe(1);
  expect(await uploads.get({ params: { id } }, admin)).toMatchObject({ body: { status: "open" } });

  expect((await cleanUp(7 * dayMs + 1000)).counts).toMatchObject({ endedUploads: 1, failures: 0 });
  await expect(uploads.get({ params: { id } }, admin)).rejects.toMatchObject({ code: "not-found" });
  await expect(complete(id)).rejects.toMatchObject({ code: "not-found" });
  expect(await partsOf(id, upload?.multipartId)).toBe(1);
  expect((await cleanUp(2 * hourMs)).counts).toMatchObject({ removedFiles: 1, failures: 0 });
  expect(await partsOf(id, upload?.multipartId)).toBeUndefined();
  expect(await left()).toEqual([]);
});

test("removes the file that S3 has joined after its upload was given up", async () => {
  const id = await sent();
  await uploads.drop({ params: { id }, ifMatch: undefined }, admin);
  await s3.client.send(new PutObjectCommand({ Bucket: BUCKET, Key: `video/${id}`, Body: "late" }));
  expect((await cleanUp(0)).counts.removedFiles).toBe(0);
  expect((await cleanUp(2 * hourMs)).counts).toMatchObject({ removedFiles: 1, failures: 0 });
  expect(await filesOf(s3.client, BUCKET)).toEqual([]);
  expect(await left()).toEqual([]);
});

test("removes the file of a deleted stream, and of no other", async () => {
  const { upload, stream } = await done();
  expect((await cleanUp(30 * dayMs)).counts).toMatchObject({ removedFiles: 0, failures: 0 });
  const sources = captureSourceWriter(table);
  await sources.create({ name: "b", location: "1,1", cameraHardware: "", ...plainSource }, undefined);
  const other = (await uploads.create({ body: { ...body, capturesource: 2 }, idempotency: undefined }, admin))
    .body.id;
  await sendPart(uploads.sign, admin, other, clip);
  await complete(other);

  await requests(table).drop({ params: { id: stream }, ifMatch: undefined });
  // Its source may get the file again at once.
  const again = await done();
  expect((await cleanUp(0)).counts).toMatchObject({ removedFiles: 1, failures: 0 });
  const files = [other, again.upload].map((id) => `video/${id}`);
  expect((await filesOf(s3.client, BUCKET)).toSorted()).toEqual(files.toSorted());
  expect(await uploadById(table)(upload)).toBeUndefined();
  expect((await complete(again.upload)).body).toEqual({ id: again.stream });
});

test("a completion that S3 takes long for is 202, and the same request later makes the stream", async () => {
  const id = await sent();
  const early = await complete(id, requestsOf({ joinWaitMs: 0 }));
  expect(early).toMatchObject({ status: 202, headers: { "Retry-After": "5" }, body: { status: "joining" } });
  expect((await uploads.get({ params: { id } }, admin)).body.status).toBe("joining");
  const late = await complete(id);
  expect(late).toMatchObject({ status: 201, body: { id: expect.any(Number) } });
});

test("a stream ends when it was said to, or when its file does; wrong lengths and playlists are refused", async () => {
  const found = (more: object) => requestsOf({ read: async () => ({ ...facts, ...more }) });
  await expect(complete(await sent(), found({ durationMs: 1e15 }))).rejects.toMatchObject({
    code: "unprocessable",
    message: expect.stringContaining("longer than a year"),
  });
  await expect(complete(await sent(), found({ mediaType: "video/x-mpegurl" }))).rejects.toMatchObject({
    code: "unprocessable",
    message: expect.stringContaining("playlist"),
  });
  expect(await filesOf(s3.client, BUCKET)).toEqual([]);
  const { stream } = await done();
  const item = (await readAll(table)).find(({ pk }) => pk === `V#${stream}`);
  expect(item).toMatchObject({ startMs: 0, endMs: facts.durationMs, size: [64, 48] });
});

test("another file than the announced fingerprint is refused before it is joined", async () => {
  const fingerprint = sha256(Buffer.from("another file"));
  const begunWith = await uploads.create({ body: { ...body, fingerprint }, idempotency: undefined }, admin);
  const { id } = begunWith.body;
  await sendPart(uploads.sign, admin, id, clip);
  await expect(complete(id)).rejects.toMatchObject({ code: "conflict" });
  expect(await filesOf(s3.client, BUCKET)).toEqual([]);
});
