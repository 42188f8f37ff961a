import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cutOnce } from "../../../functions/get-video-stream-media/cut-once.ts";
import type { Media } from "../../../shared/domain/media.ts";
import type { VideoStream } from "../../../shared/domain/video-stream.ts";
import type { Extracted } from "../../../shared/media/extractor.ts";
import { mediaObjects } from "../../../shared/media/objects.ts";
import { removeMedia } from "../../../shared/media/remove-media.ts";
import { timeIsUp, withTimeLeft } from "../../../shared/runtime/retry.ts";
import { mediaByCut } from "../../../shared/store/media-reader.ts";
import { mediaWriter } from "../../../shared/store/media-writer.ts";
import type { Table } from "../../../shared/table/table.ts";
import { BUCKET, startS3UnderTest } from "../../local/s3/s3-under-test.ts";
import { whatIsLeft } from "../../support/clean-up/media-cases.ts";
import { runCleanUp } from "../../support/clean-up/run-clean-up.ts";
import { startTable, type TestTable } from "../../support/dynamo/table.ts";

let s3: Awaited<ReturnType<typeof startS3UnderTest>>;
let database: TestTable;
const file = path.join(tmpdir(), `cut-${crypto.randomUUID()}`);
beforeAll(async () => {
  s3 = await startS3UnderTest();
  database = await startTable();
  await writeFile(file, "what was cut");
});
afterAll(async () => {
  await rm(file);
  await database.close();
  await s3.stop();
});

const stream: VideoStream = {
  ...{ id: 1, source: 1, url: "https://video.example/a.mp4", startMs: 0, endMs: 9000 },
  ...{ live: undefined, version: 1 },
};
const before: Media = {
  ...{ id: 7, type: "image/jpeg", sizeBytes: 1, stream: 1, range: undefined },
  ...{ cut: "a moment", sha256: undefined, createdMs: 0 },
};

/** The look for a moment that was cut before, by a client with these rights or for another bucket. */
function lookUp(actions: readonly string[], bucket = BUCKET) {
  const client = s3.clientWith([{ effect: "Allow", actions, resources: ["*"] }], { maxAttempts: 1 });
  const removed: number[] = [];
  const unwanted = () => Promise.reject(new Error("nothing may be cut"));
  const find = cutOnce({
    findCut: async () => before,
    media: { reserve: unwanted, recordCut: unwanted, completeTask: unwanted },
    remove: async ({ id }) => removed.push(id),
    objects: mediaObjects(client, bucket),
    extract: unwanted,
    nowMs: () => 0,
  });
  return { removed, found: find(stream, { kind: "still", atMs: 0 }) };
}

test.each([
  ["a right that was lost", ["s3:GetObject"], BUCKET, "AccessDenied"],
  ["a bucket that is not there", ["s3:*"], "no-such-bucket", "NoSuchBucket"],
])("%s is an error, and costs no record", async (_, actions, bucket, name) => {
  const { found, removed } = lookUp(actions, bucket);
  await expect(found).rejects.toMatchObject({ name });
  expect(removed).toEqual([]);
});

test("a file that is gone takes its record along, and the moment is cut anew", async () => {
  const { found, removed } = lookUp(["s3:ListBucket"]);
  await expect(found).rejects.toThrow("nothing may be cut");
  expect(removed).toEqual([before.id]);
});

/** Cuts always the same, on real stores; `meanwhile` happens while the file is there and its record is not. */
function cutter(table: Table, meanwhile: () => Promise<unknown>) {
  const media = mediaWriter(table);
  const objects = mediaObjects(s3.client, BUCKET);
  const remove = removeMedia({ media, objects });
  const deps = {
    ...{ findCut: mediaByCut(table), media, remove, objects, nowMs: Date.now },
    async extract<T>(_url: string, _moment: unknown, use: (extracted: Extracted) => Promise<T>) {
      const used = await use({ file, sizeBytes: 12, stats: { bytes: 0, requests: 0 } });
      await meanwhile();
      return used;
    },
  };
  return { deps, remove, cut: () => cutOnce(deps)(stream, { kind: "still", atMs: 0 }) };
}

test("who cut second, of a record that is deleted before it is read, may try again, and leaves nothing behind", async () => {
  const table = await database.fresh();
  const winner = cutter(table, async () => {});
  let won: Media | undefined;
  const { deps } = cutter(table, async () => {
    won = await winner.cut();
  });
  const completeTask = async (id: number) => {
    await deps.media.completeTask(id);
    if (won !== undefined) await winner.remove(won);
  };
  const loser = cutOnce({ ...deps, media: { ...deps.media, completeTask } });
  await expect(loser(stream, { kind: "still", atMs: 0 })).rejects.toMatchObject({ code: "unavailable" });
  expect(await whatIsLeft(table, s3.client, BUCKET)).toEqual({ records: [], files: [], notes: [] });
});

test("a cut whose request's time is up is not recorded any more, and its file goes", async () => {
  const table = await database.fresh();
  const { cut, deps } = cutter(table, async () => {
    while (!timeIsUp()) await sleep(1);
  });
  await expect(withTimeLeft(1010, cut)).rejects.toMatchObject({ code: "unavailable" });
  expect(await whatIsLeft(table, s3.client, BUCKET)).toEqual({ records: [], files: [1], notes: ["media 1"] });
  await runCleanUp(table, deps.objects, { nowMs: () => Date.now() + 2 * 3_600_000 });
  expect(await whatIsLeft(table, s3.client, BUCKET)).toEqual({ records: [], files: [], notes: [] });
});
