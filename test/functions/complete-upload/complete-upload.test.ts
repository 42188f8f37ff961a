import { beforeEach, describe, expect, test } from "vitest";
import { EVERYTHING } from "../../../local/aws/principals.ts";
import { Fault } from "../../../shared/domain/wire/fault.ts";
import { captureSourceById } from "../../../shared/store/source/reader.ts";
import { captureSourceWriter } from "../../../shared/store/source/writer.ts";
import type { Table } from "../../../shared/table/table.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "../../local/s3/s3-under-test.ts";
import { recordsOf } from "../../properties/table-records.ts";
import { filesOf } from "../../support/clean-up/media-cases.ts";
import { readAll } from "../../support/dynamo/read-all.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { plainSource } from "../../support/plain-records.ts";
import { openUploads } from "../../support/uploads/open-uploads.ts";
import { facts, sha256 } from "../../support/uploads/upload-requests.ts";

const database = useTable();
let s3: S3UnderTest;
let table: Table;
beforeEach(async () => {
  table = await database.fresh();
  s3 = await startS3UnderTest();
  const source = { name: "a", location: "1,1", cameraHardware: "", ...plainSource };
  await captureSourceWriter(table).create(source, undefined);
  return () => s3.stop();
});

const open = (options: Parameters<typeof openUploads>[2] = {}) =>
  openUploads(table, s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" }), options);
const streams = async () => recordsOf(await readAll(table)).streams;
const files = () => filesOf(s3.client, BUCKET);

test("a completion returns 202 while S3 is joining the parts, and a later repetition creates the stream", async () => {
  const id = await open().send();
  expect(await open({ joinWaitMs: 0 }).complete(id)).toMatchObject({
    status: 202,
    headers: { "Retry-After": "5" },
    body: { status: "joining" },
  });
  expect((await open().get(id)).body.status).toBe("joining");
  expect(await open().complete(id)).toMatchObject({ status: 201, body: { id: expect.any(Number) } });
});

describe("a completion that is reading its file", () => {
  /** Completes an upload. Runs `meanwhile` once while its file is read. */
  async function completeDuring(meanwhile: (id: number) => Promise<unknown>) {
    const id = await open().send();
    let happened: Promise<unknown> | undefined;
    const read = async () => {
      happened ??= meanwhile(id);
      await happened;
      return facts;
    };
    return {
      id,
      answer: await open({ read })
        .complete(id)
        .catch((error: unknown) => error),
    };
  }

  test("returns the stream that another completion creates at the same time", async () => {
    let other: unknown;
    const { answer } = await completeDuring(async (id) => {
      other = (await open().complete(id)).body;
    });
    expect(answer).toMatchObject({ status: 201, body: other });
    expect(await streams()).toHaveLength(1);
  });

  test("leaves neither a stream nor a file if the upload is cancelled", async () => {
    const { answer } = await completeDuring((id) => open().drop(id));
    expect(answer).toMatchObject({ code: "not-found" });
    expect([await streams(), await files()]).toEqual([[], []]);
  });

  test("removes the file and returns 409 with the existing stream if another upload of the file completes first", async () => {
    let other: number | undefined;
    const { id, answer } = await completeDuring(async () => {
      other = (await open().done()).stream;
    });
    expect(answer).toMatchObject({ code: "conflict", videostream: other });
    await expect(open().complete(id)).rejects.toMatchObject({ code: "conflict", videostream: other });
    expect(await streams()).toHaveLength(1);
    expect(await files()).toEqual([`video/${(await streams())[0]?.file?.upload}`]);
    expect((await streams())[0]?.file?.name).toBe("a.mp4");
  });

  test("removes the file and returns an error if the capture source is deleted", async () => {
    const { answer } = await completeDuring(async () => {
      const source = await captureSourceById(table)(1);
      if (source) await captureSourceWriter(table).delete(source);
    });
    expect(answer).toMatchObject({ code: "unprocessable", message: expect.stringContaining("deleted") });
    expect([await streams(), await files()]).toEqual([[], []]);
  });
});

test("a completed upload becomes a stream with the end and the picture size of the file", async () => {
  await open().done();
  expect(await streams()).toMatchObject([{ startMs: 0, endMs: facts.durationMs, size: facts.size }]);
});

test.each([
  ["a length of centuries", { durationMs: 1e15 }, "longer than a year"],
  ["a playlist instead of a video", { mediaType: "video/x-mpegurl" }, "playlist"],
  ["a picture that is too wide for boxes", { size: { width: 65_536, height: 1 } }, "65536 x 1 pixels"],
])("a file with %s is removed, and each completion is refused", async (_, found, words) => {
  const { send, complete } = open({ read: async () => ({ ...facts, ...found }) });
  const id = await send();
  for (const ask of [complete, open().complete]) {
    const refused = { code: "unprocessable", message: expect.stringContaining(words) };
    await expect(ask(id)).rejects.toMatchObject(refused);
  }
  expect([await streams(), await files()]).toEqual([[], []]);
});

describe("a file that cannot be read in time", () => {
  const late = new Fault("unavailable", "There was not enough time to read the file.");

  test("is refused and removed at the second attempt if computing took the time", async () => {
    const { send, complete } = open({ read: async () => ({ tooSlow: late }) });
    const id = await send();
    await expect(complete(id)).rejects.toBe(late);
    expect(await files()).toEqual([`video/${id}`]);
    for (const ask of [complete, open().complete]) {
      const message = expect.stringMatching(/takes too long.*The file was removed\.$/);
      await expect(ask(id)).rejects.toMatchObject({ code: "unprocessable", message });
    }
    expect([await streams(), await files()]).toEqual([[], []]);
  });

  test("becomes a stream if another attempt succeeds", async () => {
    const id = await open().send();
    await expect(open({ read: async () => ({ tooSlow: late }) }).complete(id)).rejects.toBe(late);
    expect((await open().complete(id)).status).toBe(201);
  });

  test("may be tried again and again if its source took the time", async () => {
    const { send, complete } = open({ read: () => Promise.reject(late) });
    const id = await send();
    for (let times = 0; times < 3; times += 1) await expect(complete(id)).rejects.toBe(late);
    expect((await open().complete(id)).status).toBe(201);
  });
});

test("an upload that differs from its announced fingerprint is refused and not joined", async () => {
  const id = await open().send({ fingerprint: sha256(Buffer.from("another file")) });
  await expect(open().complete(id)).rejects.toMatchObject({ code: "conflict" });
  expect(await files()).toEqual([]);
});
