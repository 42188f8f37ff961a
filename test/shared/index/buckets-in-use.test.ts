import { beforeEach, expect, test } from "vitest";
import type { VideoStream } from "../../../shared/domain/stream/video-stream.ts";
import { bucketsInUse } from "../../../shared/index/buckets-in-use.ts";
import { reindex } from "../../../shared/index/check/check-index.ts";
import { durationBuckets } from "../../../shared/index/duration-buckets.ts";
import { completeRecords } from "../../../shared/store/complete-records.ts";
import { listedTypes } from "../../../shared/store/listed-types.ts";
import { userWriter } from "../../../shared/store/person/user-writer.ts";
import { videoStreamItem } from "../../../shared/store/stream/item.ts";
import { listVideoStreams } from "../../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../../shared/store/stream/writer.ts";
import { keys } from "../../../shared/table/schema.ts";
import { openTable, type Table } from "../../../shared/table/table.ts";
import { putAll } from "../../support/dynamo/bulk.ts";
import { intercept } from "../../support/dynamo/call.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { plainStream } from "../../support/plain-records.ts";

const startMs = Date.UTC(2026, 2, 1, 12);
const [minuteMs, dayMs] = [60_000, 86_400_000];
const hour = { startMs, endMs: startMs + 3_600_000 };
const page = { offset: 0, limit: 10 };

const database = useTable();
let table: Table;
/** What the table's client has sent: the operations, with the indexes of Queries. */
let sent: string[];
beforeEach(async () => {
  const { name } = await database.fresh();
  const client = database.connect();
  sent = [];
  intercept(client, "around retries", ({ operation, input }, send) => {
    sent.push(input.IndexName ? `${operation} ${input.IndexName}` : operation);
    return send();
  });
  table = openTable(name, client);
});

const namesInUse = async () => (await bucketsInUse(table)).map(({ name }) => name);
const everyName = durationBuckets.map(({ name }) => name);
const signInFirstAdmin = () => userWriter(table).register("ann@example.org", "admin", undefined);

const live = { endMs: undefined, live: { aliveMs: startMs, endedBy: undefined } };

function streamOf(id: number, more: Partial<VideoStream>): VideoStream {
  const url = "https://video.example/a.mp4";
  return { ...plainStream, ...{ id, source: 1, url, startMs, endMs: startMs, version: 1 }, ...more };
}

async function create(more: Partial<VideoStream>): Promise<VideoStream> {
  const made = await videoStreamWriter(table).create(async () => streamOf(0, more), undefined);
  if (typeof made === "string") throw new Error(made);
  return streamOf(typeof made === "number" ? made : made.id, more);
}

test("a new table has no buckets in use, and lists no streams", async () => {
  await signInFirstAdmin();
  expect(await namesInUse()).toEqual([]);
  for (const timespan of [hour, { startMs }, {}]) {
    expect(await listVideoStreams(table)({ timespan }, page)).toEqual({ rows: [], total: 0 });
  }
});

test("a stream's bucket is listed before the stream is written", async () => {
  await signInFirstAdmin();
  sent = [];
  await create({ endMs: startMs + 5 * minuteMs });
  expect(sent.indexOf("PutItem")).toBeGreaterThanOrEqual(0);
  expect(sent.indexOf("PutItem")).toBeLessThan(sent.indexOf("TransactWriteItems"));
  expect(await namesInUse()).toEqual(["E1"]);
});

test("the bucket of a stream that ends or gets another length is listed, and its old bucket stays listed", async () => {
  await signInFirstAdmin();
  const { update, delete: remove } = videoStreamWriter(table);
  const stream = await create(live);
  expect(await namesInUse()).toEqual(["LIVE"]);
  const ended = { ...stream, endMs: startMs + minuteMs, live: undefined };
  expect(await update(stream, ended)).toBe("updated");
  expect(await namesInUse()).toEqual(["E0", "LIVE"]);
  const longer = { ...ended, endMs: startMs + 300 * dayMs };
  expect(await update({ ...ended, version: 2 }, longer)).toBe("updated");
  expect(await namesInUse()).toEqual(["E0", "E9", "LIVE"]);
  expect(await remove({ ...longer, version: 3 })).toBe("deleted");
  expect(await namesInUse()).toEqual(["E0", "E9", "LIVE"]);
});

test("a function sees a bucket that another function has just listed", async () => {
  await signInFirstAdmin();
  await create({ endMs: startMs + minuteMs });
  const other = openTable(table.name, database.connect());
  const list = listVideoStreams(other);
  expect((await list({ timespan: hour }, page)).total).toBe(1);
  const { id } = await create({ endMs: startMs + 2 * dayMs });
  for (const timespan of [hour, { startMs: startMs + dayMs }]) {
    expect((await list({ timespan }, page)).rows.map((row) => row.id)).toContain(id);
  }
});

test.each([{}, { startMs }, hour])(
  "a list that is read while the first stream is written has this stream or not",
  async (timespan) => {
    await signInFirstAdmin();
    const client = database.connect();
    let isFirst = true;
    intercept(client, "around retries", async ({ operation, input }, send) => {
      const answer = await send();
      if (operation === "Query" && input.IndexName === undefined && isFirst) {
        isFirst = false;
        await create({ endMs: startMs + minuteMs });
      }
      return answer;
    });
    const { rows } = await listVideoStreams(openTable(table.name, client))({ timespan }, page);
    expect(isFirst).toBe(false);
    expect(rows.length).toBeLessThanOrEqual(1);
  },
);

test("a heartbeat lists nothing", async () => {
  await signInFirstAdmin();
  const stream = await create(live);
  const client = database.connect();
  const put: string[] = [];
  intercept(client, "around retries", ({ operation }, send) => {
    put.push(operation);
    return send();
  });
  const other = videoStreamWriter(openTable(table.name, client));
  const alive = { aliveMs: startMs + minuteMs, endedBy: undefined };
  expect(await other.update(stream, { ...stream, live: alive })).toBe("updated");
  expect(put).not.toContain("PutItem");
});

test("lists query the buckets in use only", async () => {
  await signInFirstAdmin();
  await create({ endMs: startMs + minuteMs });
  await create(live);
  const queries = async (timespan: { startMs?: number; endMs?: number }) => {
    sent = [];
    expect((await listVideoStreams(table)({ timespan }, page)).total).toBe(2);
    return sent.filter((each) => each === "Query byTimespan").length;
  };
  expect(await queries(hour)).toBe(2);
  expect(await queries({})).toBe(2);
  // Those that run at the start, those that start in the rest of the day, and the page.
  expect(await queries({ startMs })).toBe(6);
});

test("all buckets of a table of an older version are read until reindex has listed them", async () => {
  const streams = [0, 1, 2, 300].map((days, i) => streamOf(i + 1, { endMs: startMs + days * dayMs }));
  await putAll(table, [...streams.map(videoStreamItem), { ...keys.counter("V"), ...{ n: streams.length } }]);
  expect(await namesInUse()).toEqual(everyName);
  await create(live);
  expect(await namesInUse()).toEqual(everyName);
  const { total } = await listVideoStreams(table)({ timespan: hour }, page);
  expect(total).toBe(5);
  const run = reindex({ table, types: listedTypes, completion: completeRecords(table), report: () => {} });
  expect(await run({ timeLeftMs: 60_000 })).toMatchObject({ done: true });
  expect(await namesInUse()).toEqual(["E0", "E5", "E9", "LIVE"]);
  expect((await listVideoStreams(table)({ timespan: hour }, page)).total).toBe(total);
});
