import { PutObjectCommand } from "@aws-sdk/client-s3";
import { beforeEach, expect, test } from "vitest";
import { createMedia } from "../../../functions/create-media/create-media.ts";
import { deleteMedia } from "../../../functions/delete-media/delete-media.ts";
import { mediaObjects, objectKey } from "../../../shared/media/files/objects.ts";
import { removeMedia } from "../../../shared/media/files/remove-media.ts";
import { mediaLinks } from "../../../shared/media/files/signed-links.ts";
import { mediaById } from "../../../shared/store/media/reader.ts";
import { mediaWriter } from "../../../shared/store/media/writer.ts";
import { openTable, type Table } from "../../../shared/table/table.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "../../local/s3/s3-under-test.ts";
import { storedMedia } from "../../support/clean-up/media-cases.ts";
import { runCleanUp } from "../../support/clean-up/run-clean-up.ts";
import { intercept } from "../../support/dynamo/call.ts";
import { useTable } from "../../support/dynamo/use-table.ts";

const database = useTable();
let s3: S3UnderTest;
let table: Table;
beforeEach(async () => {
  table = await database.fresh();
  s3 = await startS3UnderTest();
  return () => s3.stop();
});

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const announcedMs = Date.now();

/** Announces an upload with the same idempotency key each time, `afterMs` after the first time. Returns its id. */
async function announce(afterMs = 0): Promise<number> {
  const nowMs = () => announcedMs + afterMs;
  const run = createMedia({
    findStream: async () => undefined,
    findMedia: mediaById(table),
    media: mediaWriter(table),
    links: mediaLinks(s3.client, BUCKET, nowMs),
    nowMs,
  });
  const idempotency = { digest: "the same", bodyHash: "" };
  return (await run({ body: { type: "image/png", bytes: 4 }, idempotency })).body.id;
}

const cleanUp = (afterMs: number, by = table) =>
  runCleanUp(by, mediaObjects(s3.client, BUCKET), { nowMs: () => announcedMs + afterMs });
const put = (id: number) =>
  s3.client.send(new PutObjectCommand({ Bucket: BUCKET, Key: objectKey(id), Body: "file" }));
const stored = () => storedMedia(table, s3.client, BUCKET);

test("an upload is accepted until the URL of its latest announcement expires", async () => {
  const id = await announce();
  expect(await announce(dayMs - 5 * minuteMs)).toBe(id);
  await cleanUp(dayMs + 2 * minuteMs);
  expect(await stored()).toEqual({ records: [id], files: [], tasks: [`media ${id}`] });
  await put(id);
  expect((await cleanUp(2 * dayMs)).failures).toEqual([]);
  expect(await stored()).toEqual({ records: [id], files: [id], tasks: [] });
});

test("the clean-up keeps an upload that is announced again just before its removal", async () => {
  const id = await announce();
  const client = database.connect();
  let tries = 0;
  intercept(client, "before serialising", async ({ operation }, send) => {
    if (operation === "TransactWriteItems" && tries++ === 0) await announce(dayMs + minuteMs);
    return send();
  });
  const { counts, failures } = await cleanUp(dayMs + minuteMs, openTable(table.name, client));
  expect(failures).toEqual([]);
  expect(tries).toBeGreaterThan(0);
  expect(counts.removedMedia).toBe(0);
  expect(await stored()).toEqual({ records: [id], files: [], tasks: [`media ${id}`] });
});

test.each([
  ["the clean-up", () => cleanUp(dayMs + minuteMs)],
  [
    "a user",
    async (id: number) => {
      const objects = mediaObjects(s3.client, BUCKET);
      const remove = removeMedia({ media: mediaWriter(table), objects });
      await deleteMedia({ findMedia: mediaById(table), remove })({ params: { id }, ifMatch: undefined });
    },
  ],
])(
  "an announcement is a conflict if %s has removed the upload, and a file that still arrives is removed",
  async (_, remove) => {
    const id = await announce();
    await remove(id);
    await expect(announce(dayMs + 2 * minuteMs)).rejects.toMatchObject({ code: "conflict" });
    await put(id);
    expect((await cleanUp(3 * dayMs)).failures).toEqual([]);
    expect(await stored()).toEqual({ records: [], files: [], tasks: [] });
  },
);
