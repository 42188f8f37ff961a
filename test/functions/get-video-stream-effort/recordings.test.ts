import { beforeAll, expect, test } from "vitest";
import { getVideoStreamEffort } from "../../../functions/get-video-stream-effort/get-video-stream-effort.ts";
import { readRecordings } from "../../../functions/get-video-stream-effort/recordings.ts";
import { type EffortBy, periodOf } from "../../../shared/domain/source/effort.ts";
import { formatLocalTime } from "../../../shared/domain/time/zone-offset.ts";
import { bucketNumber } from "../../../shared/index/list-index.ts";
import { captureSourceItem, listedSourceTerms } from "../../../shared/store/source/item.ts";
import { videoStreamItem } from "../../../shared/store/stream/item.ts";
import { openTable, type Table } from "../../../shared/table/table.ts";
import { bucketItems, putAll, segmentItems } from "../../support/dynamo/bulk.ts";
import { dynamoMeter } from "../../support/dynamo/meter.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { plainSource, plainStream } from "../../support/plain-records.ts";
import { below, seededRandom } from "../../support/seeded-random.ts";

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const at = (time: string) => Date.parse(time);
const nowMs = at("2026-04-20T12:00:00Z");
const live = { aliveMs: undefined, endedBy: undefined };

type Times = { readonly source: number; readonly startMs: number; readonly endMs: number | undefined };

/**
 * Source 1 has enough streams for reading by duration buckets. Source 3 has no streams in April, and source 5 has no
 * streams at all.
 */
const zones = [undefined, "Asia/Kathmandu", "Europe/Berlin", "+14:00", "Pacific/Pago_Pago"] as const;
const random = seededRandom(7);
const lengths = [0, 1, 14, 60, 24 * 60, 30 * 24 * 60, 250 * 24 * 60];
const recorded: Times[] = Array.from({ length: 700 }, (_, i) => {
  const startMs = at("2026-02-20T00:00:00Z") + below(random, 58 * 24 * 60) * minuteMs;
  const length = i % 50 === 0 ? below(random, lengths.length) : below(random, 5);
  return { source: i < 650 ? 1 : 2, startMs, endMs: startMs + (lengths[length] ?? 0) * minuteMs };
});
const streams: readonly Times[] = [
  ...recorded,
  { source: 1, startMs: at("2025-03-03T00:00:00Z"), endMs: at("2026-03-02T05:00:00Z") },
  { source: 2, startMs: at("2026-03-30T17:00:00Z"), endMs: undefined },
  { source: 2, startMs: at("2026-04-19T00:00:00Z"), endMs: undefined },
  { source: 3, startMs: at("2026-03-29T00:00:00Z"), endMs: at("2026-03-29T03:00:00Z") },
  { source: 4, startMs: at("2026-03-31T09:30:00Z"), endMs: at("2026-03-31T10:30:00Z") },
  // This stream starts in the future, because clocks differ.
  { source: 4, startMs: nowMs + hourMs, endMs: undefined },
];

const meter = dynamoMeter();
const database = useTable();
let table: Table;
beforeAll(async () => {
  const client = database.connect();
  meter.addTo(client);
  await putStreams(database.table, streams, zones);
  table = openTable(database.table.name, client);
});

async function putStreams(
  table: Table,
  streams: readonly Times[],
  zones: readonly (string | undefined)[],
): Promise<void> {
  const sources = zones.map((timeZone, i) => ({
    ...{ ...plainSource, id: i + 1, name: `Camera ${i + 1}`, location: "1,2", cameraHardware: "", timeZone },
    version: 1,
  }));
  await putAll(table, [
    ...sources.map(captureSourceItem),
    ...segmentItems(
      "capturesource",
      listedSourceTerms(sources[0] ?? never())[0] ?? never(),
      sources.map(({ id }) => id),
    ),
    ...streams.map(({ endMs, ...times }, i) =>
      videoStreamItem({
        ...{ ...plainStream, ...times, endMs, id: i + 1, url: "https://video.example/1.mp4", version: 1 },
        live: endMs === undefined ? live : undefined,
      }),
    ),
    ...bucketItems(streams),
  ]);
}

function never(): never {
  throw new Error("No such record");
}

/** The recorded minutes of each source, with the day on the camera's clock, for counts by brute force. */
const minutes = zones.map((timeZone, i) => {
  const on = new Set<number>();
  for (const { source, startMs, endMs = nowMs } of streams)
    if (source === i + 1) for (let ms = startMs; ms < endMs; ms += minuteMs) on.add(ms);
  return [...on].map((ms) => ({ capturesource: i + 1, day: formatLocalTime(timeZone, ms).slice(0, 10) }));
});
function bruteForce(by: EffortBy, from: string, to: string, capturesource?: number) {
  const rows = new Map<string, number>();
  for (const { capturesource: source, day } of minutes.flat()) {
    if (day < from || day > to || (capturesource ?? source) !== source) continue;
    const all = { capturesource: source, day, month: day.slice(0, 7) };
    const name = JSON.stringify(Object.fromEntries(by.map((each) => [each, all[each]])));
    rows.set(name, (rows.get(name) ?? 0) + 60);
  }
  // Sorted as texts, these values have the same order.
  return [...rows]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, seconds]) => ({ ...JSON.parse(name), seconds }));
}

const input = (by: EffortBy, from?: string, to?: string, capturesource?: number) => ({
  query: {
    by,
    capturesource,
    ...(from === undefined ? {} : { "day[from]": at(from) / dayMs }),
    ...(to === undefined ? {} : { "day[to]": at(to) / dayMs }),
  },
});

test.each<[string, EffortBy, string | undefined, string | undefined, number | undefined]>([
  ["each source and day of April", ["capturesource", "day"], "2026-04-01", "2026-04-30", undefined],
  ["a day of all sources", ["day"], "2026-03-29", "2026-03-29", undefined],
  ["each month and source of all time", ["month", "capturesource"], undefined, undefined, undefined],
  ["each source from a day on", ["capturesource"], "2026-03-31", undefined, undefined],
  ["each source up to a day", ["capturesource"], undefined, "2026-03-01", undefined],
  ["days of a source with many streams", ["day"], "2026-03-01", "2026-03-03", 1],
  ["days of a source with a live stream", ["day"], "2026-04-18", "2026-04-25", 2],
  ["the months of a source", ["month"], undefined, undefined, 2],
  ["a source without streams", ["day"], undefined, undefined, 5],
  ["an unknown source", ["day"], undefined, undefined, 99],
])("the effort equals a count of single minutes for %s", async (_, by, from, to, capturesource) => {
  const effort = getVideoStreamEffort({ read: readRecordings(table), nowMs: () => nowMs });
  const { body } = await effort(input(by, from, to, capturesource));
  expect(body).toEqual({
    by,
    rows: bruteForce(by, from ?? "1969", to ?? "9999", capturesource),
    as_of: "2026-04-20T12:00:00.000Z",
  });
});

test("few streams of a source are read with one Query, and many with another Query for each duration bucket in use", async () => {
  const period = periodOf(at("2026-04-01") / dayMs, at("2026-04-02") / dayMs);
  const read = readRecordings(table);
  meter.reset();
  await read({ period, capturesource: 2 }, nowMs);
  expect(meter.requests).toEqual(
    new Map([
      ["Query", 1],
      ["BatchGetItem", 1],
    ]),
  );
  expect(meter.rcu).toBeLessThanOrEqual(3);
  meter.reset();
  await read({ period, capturesource: 1 }, nowMs);
  // The Query that finds too many streams, the list of the buckets in use, and one of each bucket.
  expect(meter.requests.get("Query")).toBe(2 + new Set(streams.map(bucketNumber)).size);
  expect(meter.rcu).toBeLessThanOrEqual(14);
  meter.reset();
  await read({ period }, nowMs);
  // Listing the sources costs a read unit for each stripe.
  expect(meter.rcu).toBeLessThanOrEqual(25);
});

test("a stream of a version without a maximum duration counts for 366 days, and leaves the rows of other streams", async () => {
  const long = await database.fresh();
  await putStreams(
    long,
    [
      { source: 1, startMs: 0, endMs: at("9999-12-31T00:00:00Z") },
      { source: 1, startMs: at("2000-01-01T00:00:00Z"), endMs: undefined },
      { source: 2, startMs: at("2026-03-01T00:00:00Z"), endMs: at("2026-03-01T01:00:00Z") },
    ],
    [undefined, undefined],
  );
  const read = readRecordings(openTable(long.name, table.client));
  const effort = getVideoStreamEffort({ read, nowMs: () => nowMs });
  const { body } = await effort(input(["month", "capturesource"]));
  expect(body.rows.filter(({ capturesource }) => capturesource === 1)).toHaveLength(13 + 12);
  expect(body.rows.at(-1)).toEqual({ capturesource: 2, month: "2026-03", seconds: 3600 });
  expect((await effort(input(["day"], "2026-03-01"))).body.rows).toEqual([
    { day: "2026-03-01", seconds: 3600 },
  ]);
});

test("reading stops at the maximum number of streams, with an error that suggests a narrower request", async () => {
  const sources = Array.from({ length: 300 }, () => undefined);
  const startMs = at("2026-03-01T00:00:00Z");
  const short = Array.from({ length: 6000 }, (_, i) => ({
    ...{ source: 1 + (i % sources.length), startMs: startMs + i },
    endMs: startMs + i + 1,
  }));
  const many = await database.fresh();
  await putStreams(many, short, sources);
  const read = readRecordings(openTable(many.name, table.client), 1000);
  meter.reset();
  await expect(read({ period: periodOf() }, nowMs)).rejects.toMatchObject({
    code: "too-large",
    message: expect.stringMatching(/More than 1000 streams.*`day\[from\]`/),
  });
  // Reading one source takes 20 Queries. Other sources were being read at the same time.
  expect(meter.requests.get("Query")).toBeLessThan(100);
  expect(await read({ period: periodOf(at("2026-03-05") / dayMs) }, nowMs)).toEqual([]);
});
