import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, test } from "vitest";
import { endStream, keepAlive } from "../../../../shared/domain/stream/live-stream.ts";
import type { VideoStream } from "../../../../shared/domain/stream/video-stream.ts";
import { type MediaObjects, mediaObjects } from "../../../../shared/media/files/objects.ts";
import { mediaWriter } from "../../../../shared/store/media/writer.ts";
import { captureSourceWriter } from "../../../../shared/store/source/writer.ts";
import { videoStreamById } from "../../../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../../../shared/store/stream/writer.ts";
import { keys } from "../../../../shared/table/schema.ts";
import { openTable, type Table } from "../../../../shared/table/table.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { filesOf, mediaCases, sorted, storedMedia } from "../../../support/clean-up/media-cases.ts";
import { limits, runCleanUp } from "../../../support/clean-up/run-clean-up.ts";
import { intercept } from "../../../support/dynamo/call.ts";
import { readAll } from "../../../support/dynamo/read-all.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { plainSource } from "../../../support/plain-records.ts";

const database = useTable();
let s3: S3UnderTest;
let table: Table;
let objects: MediaObjects;
beforeEach(async () => {
  table = await database.fresh();
  s3 = await startS3UnderTest();
  objects = mediaObjects(s3.client, BUCKET);
  const source = {
    name: "a",
    location: "1,1",
    cameraHardware: "",
    ...plainSource,
  };
  await captureSourceWriter(table).create(source, undefined);
  return () => s3.stop();
});

/** Time of the clean-up, when the tasks of ended streams are due. */
const cleanUpMs = Date.now() + 3_600_000;
const nowMs = () => cleanUpMs;

async function startLive(startMs = cleanUpMs - limits.maxLengthMs - 1000): Promise<number> {
  const live = { aliveMs: undefined, endedBy: undefined };
  const build = async () => ({
    source: 1,
    url: "https://example.org/a",
    startMs,
    endMs: undefined,
    size: undefined,
    mediaType: undefined,
    live,
  });
  const made = await videoStreamWriter(table).create(build, undefined);
  if (made === "source-deleted") throw new Error(made);
  return made.id;
}

async function streamOf(id: number): Promise<VideoStream> {
  const stream = await videoStreamById(table)(id);
  if (stream === undefined) throw new Error(`no stream ${id}`);
  return stream;
}

describe("a run", () => {
  test("removes exactly the right media and reports each change", async () => {
    const { cases, expected } = mediaCases(table, s3.client, BUCKET, cleanUpMs);
    for (const make of Object.values(cases)) await make();
    await startLive();
    const did: string[] = [];
    const { done, counts } = await runCleanUp(table, objects, { nowMs, onDid: (what) => did.push(what) });
    expect(done).toBe(true);
    expect(counts).toEqual({
      liveStreams: 1,
      endedStreams: 1,
      endedUploads: 0,
      removedMedia: 12,
      removedFiles: 3,
      completedTasks: 15,
      failures: 0,
    });
    expect(did.length).toBe(1 + 12 + 3 + 15);
    expect(did[0]).toMatch(/^Video stream \d+: ended at \d{4}-.*Z$/);
    const newest = sorted(await storedMedia(table, s3.client, BUCKET));
    const streamOfTask = (task: string) => Number(/^ended-stream (\d+)$/.exec(task)?.[1] ?? 0);
    // This run ended the newest stream, so its task is not due yet.
    const ended = newest.tasks.toSorted((a, b) => streamOfTask(a) - streamOfTask(b));
    expect({ ...newest, tasks: newest.tasks.filter((task) => task !== ended.at(-1)) }).toEqual(
      sorted(expected),
    );
  });

  test("writes nothing in dry mode and has the same counts as a real run", async () => {
    const { cases } = mediaCases(table, s3.client, BUCKET, cleanUpMs);
    for (const make of Object.values(cases)) await make();
    await startLive();
    const everything = async () => ({
      items: await readAll(table),
      files: await filesOf(s3.client, BUCKET),
    });
    const before = await everything();
    const dry = await runCleanUp(table, objects, { nowMs, dryRun: true });
    expect(await everything()).toEqual(before);
    const real = await runCleanUp(table, objects, { nowMs });
    expect(dry).toEqual(real);
    expect(await everything()).not.toEqual(before);
  });

  test.each([
    ["reaches its maximum of changes", { maxChanges: 3 }, 3],
    ["has no time left", { timeLeftMs: 0 }, 0],
  ])("leaves the rest to the next run if it %s", async (_, slice, changes) => {
    const { cases, expected } = mediaCases(table, s3.client, BUCKET, cleanUpMs);
    for (const make of Object.values(cases)) await make();
    const first = await runCleanUp(table, objects, { nowMs, ...slice });
    expect(first.done).toBe(false);
    const { removedMedia, removedFiles, completedTasks } = first.counts;
    // A run finishes the changes in progress.
    expect(removedMedia + removedFiles + completedTasks).toBeGreaterThanOrEqual(changes);
    expect(removedMedia + removedFiles + completedTasks).toBeLessThan(changes + 20);
    for (let runs = 1; !(await runCleanUp(table, objects, { nowMs, maxChanges: 3 })).done; runs++) {
      expect(runs).toBeLessThan(30);
    }
    expect(sorted(await storedMedia(table, s3.client, BUCKET))).toEqual(sorted(expected));
  });
});

describe("concurrent changes", () => {
  const meanwhile: Record<string, (stream: VideoStream) => Promise<unknown>> = {
    "a heartbeat": (stream) => videoStreamWriter(table).update(stream, keepAlive(stream, cleanUpMs - 1000)),
    "an end by the site": (stream) =>
      videoStreamWriter(table).update(stream, endStream(stream, stream.startMs + 5, "site")),
    "an end by another run": async () => runCleanUp(table, objects, { nowMs }),
    "a deletion": (stream) => videoStreamWriter(table).delete(stream),
  };

  test.each(Object.keys(meanwhile))(
    "%s between the clean-up's read and write takes precedence",
    async (what) => {
      const id = await startLive();
      const client = database.connect();
      let after: VideoStream | undefined;
      let tries = 0;
      intercept(client, "before serialising", async ({ operation }, send) => {
        if (operation === "TransactWriteItems" && tries++ === 0) {
          await meanwhile[what]?.(await streamOf(id));
          after = await videoStreamById(table)(id);
        }
        return send();
      });
      const { counts, failures } = await runCleanUp(openTable(table.name, client), objects, { nowMs });
      expect(failures).toEqual([]);
      expect(tries).toBeGreaterThan(0);
      expect(counts.endedStreams).toBe(0);
      expect(await videoStreamById(table)(id)).toEqual(after);
    },
  );

  test("a cut that was in progress when its stream ended is removed by the next run", async () => {
    const id = await startLive(cleanUpMs - 1_000_000);
    const stream = await streamOf(id);
    const media = mediaWriter(table);
    const cutId = await media.reserve(Date.now());
    await videoStreamWriter(table).update(stream, endStream(stream, stream.startMs + 1000, "site"));
    const soon = await runCleanUp(table, objects, { nowMs: () => Date.now() + 60_000 });
    expect(soon.counts).toMatchObject({ removedMedia: 0, completedTasks: 0 });
    await objects.put({ id: cutId, type: "image/jpeg" }, import.meta.filename);
    const range = { startMs: 2000, endMs: 2000 };
    const cut = { id: cutId, type: "image/jpeg", sizeBytes: 1, stream: id, range, cut: "a" } as const;
    expect(await media.recordCut({ ...cut, sha256: undefined, createdMs: 0 })).toBe("recorded");
    const later = await runCleanUp(table, objects, { nowMs });
    expect(later.counts).toMatchObject({ removedMedia: 1, completedTasks: 1 });
    expect(await storedMedia(table, s3.client, BUCKET)).toEqual({ records: [], files: [], tasks: [] });
  });

  test("a renewed task is not completed together with the old one", async () => {
    const id = await startLive(cleanUpMs - 1000);
    await videoStreamWriter(table).update(
      await streamOf(id),
      endStream(await streamOf(id), cleanUpMs, "site"),
    );
    const client = database.connect();
    intercept(client, "before serialising", async ({ operation }, send) => {
      if (operation !== "TransactWriteItems") return send();
      const stream = await streamOf(id);
      await videoStreamWriter(table).update(stream, { ...stream, endMs: cleanUpMs - 500 });
      return send();
    });
    await runCleanUp(openTable(table.name, client), objects, { nowMs });
    expect((await storedMedia(table, s3.client, BUCKET)).tasks).toEqual([`ended-stream ${id}`]);
  });
});

describe("a run that finds an unreadable item", () => {
  test.each<[string, () => Promise<unknown>, RegExp]>([
    [
      "a stream",
      async () => {
        const id = await startLive(cleanUpMs - 10 * limits.maxLengthMs);
        await put({ ...keys.videoStream(id), gClass: "LIVE", gStart: `${"0".repeat(15)}#${id}`, id });
      },
      /^Video stream \d+: /,
    ],
    ["a task", () => put({ ...keys.task("media", 0), id: "x" }), /^Task media 0000000000000000: /],
    [
      "a record",
      async () => {
        await put({ ...keys.task("media", 0), id: 0, dueMs: 0 });
        await put({ ...keys.media(0), id: 0 });
      },
      /^Task media 0000000000000000: /,
    ],
  ])("reports %s as a failure and processes the other items", async (_, putUnreadable, sentence) => {
    await putUnreadable();
    const { cases, expected } = mediaCases(table, s3.client, BUCKET, cleanUpMs);
    for (const make of Object.values(cases)) await make();
    const id = await startLive();
    const { counts, failures, done } = await runCleanUp(table, objects, { nowMs });
    expect(done).toBe(true);
    expect(counts.failures).toBe(1);
    expect(failures).toEqual([expect.stringMatching(sentence)]);
    expect((await streamOf(id)).live?.endedBy).toBe("cleanup");
    expect((await storedMedia(table, s3.client, BUCKET)).files.toSorted()).toEqual(expected.files.toSorted());
  });

  test("reports one of a stream's media, removes the other ones and keeps the task", async () => {
    const { cases } = mediaCases(table, s3.client, BUCKET, cleanUpMs);
    await cases["a deleted stream"]();
    await put({ ...keys.media(2), id: 2 });
    const first = await runCleanUp(table, objects, { nowMs });
    expect(first.failures).toEqual([expect.stringMatching(/^Media 2: /)]);
    expect(first.counts.removedMedia).toBe(3);
    expect((await storedMedia(table, s3.client, BUCKET)).tasks).toEqual(["deleted-stream 1"]);
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: keys.media(2) }));
    expect((await runCleanUp(table, objects, { nowMs })).failures).toEqual([]);
    expect((await storedMedia(table, s3.client, BUCKET)).tasks).toEqual([]);
  });
});

test.each([
  ["is missing", () => mediaObjects(s3.client, "no-such-bucket"), "NoSuchBucket"],
  ["denies access", () => mediaObjects(s3.clientWith([]), BUCKET), "AccessDenied"],
])("a bucket that %s is reported as a failure, and no record is removed", async (_, wrongBucket, name) => {
  const { cases, expected } = mediaCases(table, s3.client, BUCKET, cleanUpMs);
  await cases["an upload that arrived"]();
  expect(expected.records).toHaveLength(1);
  const { counts, failures } = await runCleanUp(table, wrongBucket(), { nowMs });
  expect(counts).toMatchObject({ removedMedia: 0, completedTasks: 0, failures: 1 });
  expect(failures[0]).toContain(name);
  expect((await storedMedia(table, s3.client, BUCKET)).records).toEqual(expected.records);
});

async function put(item: Record<string, unknown>): Promise<void> {
  await table.client.send(new PutCommand({ TableName: table.name, Item: item }));
}
