import fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { calendarTerms } from "../../../shared/index/calendar.ts";
import { durationBucketKeys, type Scope } from "../../../shared/index/duration-buckets.ts";
import { listOverlapping } from "../../../shared/index/timespan-index.ts";
import type { Table } from "../../../shared/table/table.ts";
import { bucketItems, putAll, segmentItems } from "../../support/dynamo/bulk.ts";
import { useTable } from "../../support/dynamo/use-table.ts";

// This time zone is far from UTC and has daylight saving. The machine's time zone must not matter.
vi.stubEnv("TZ", "America/St_Johns");

type Timespan = Parameters<typeof listOverlapping>[2];
type Stream = { id: number; source: number; startMs: number; endMs: number | undefined };

const at = (time: string) => Date.parse(time);
const [secondMs, hourMs, dayMs] = [1000, 3_600_000, 86_400_000];
/** Upper limit of the longest duration bucket that has an upper limit: 4^12 s, about 194 days. */
const longBucketMs = 4 ** 12 * secondMs;

/** Times at which days, months, years and daylight saving begin or end. */
const turns = [
  "1970-01-01T00:00:00Z",
  "1972-02-29T00:00:00Z",
  "1999-12-31T23:59:59.999Z",
  "2024-02-29T00:00:00Z",
  "2024-03-01T00:00:00Z",
  "2026-03-29T01:00:00Z",
  "2026-05-01T00:00:00Z",
  "2026-10-25T00:00:00Z",
  "2027-01-01T00:00:00Z",
  "2100-03-01T00:00:00Z",
  "2109-12-31T23:59:59.999Z",
].map(at);

const durationsMs = [
  ...[0, 1, 14 * secondMs, 256 * secondMs - 1, 256 * secondMs, hourMs, dayMs, 60 * dayMs],
  ...[longBucketMs - 1, longBucketMs, 200 * dayMs, 800 * dayMs],
  undefined,
];

/**
 * Streams of every duration that start at each turn, or a millisecond before or after it. They belong to four sources,
 * and their ids are out of order.
 */
const streamsAtTurns: Stream[] = turns
  .flatMap((turn) => [turn - 1, turn, turn + 1].filter((startMs) => startMs >= 0))
  .flatMap((startMs) => durationsMs.map((ms) => ({ startMs, endMs: ms === undefined ? ms : startMs + ms })))
  .map((times, i, { length }) => ({ id: ((i * 101) % length) + 1, source: (i % 4) + 1, ...times }));

/** Five thousand streams with the same start, and five thousand that start one millisecond apart, across midnight. */
const commonStartMs = at("2026-06-30T23:59:58Z");
const denseStreams: Stream[] = Array.from({ length: 10_000 }, (_, i) => {
  const startMs = commonStartMs + Math.max(0, i - 5000);
  const duration = durationsMs[i % durationsMs.length];
  const endMs = duration === undefined ? undefined : startMs + duration;
  return { id: ((i * 4_231) % 10_000) + 1, source: (i % 2) + 1, startMs, endMs };
});

const database = useTable();
/** Tables with a set of streams. The second one does not list the duration buckets in use, as in an older version. */
let tables: ReadonlyMap<readonly Stream[], readonly Table[]>;
beforeAll(async () => {
  tables = new Map([
    [streamsAtTurns, [await listingTableOf(streamsAtTurns), await tableOf(streamsAtTurns)]],
    [denseStreams, [await listingTableOf(denseStreams)]],
  ]);
});

async function listingTableOf(streams: readonly Stream[]): Promise<Table> {
  const table = await tableOf(streams);
  await putAll(table, bucketItems(streams));
  return table;
}

async function tableOf(streams: readonly Stream[]): Promise<Table> {
  const table = await database.fresh();
  await putAll(
    table,
    streams.map(({ endMs, ...stream }) => ({
      pk: `V#${stream.id}`,
      sk: "V",
      id: stream.id,
      ...(endMs === undefined ? {} : { endMs }),
      ...durationBucketKeys({ ...stream, endMs }),
    })),
  );
  for (const unit of [0, 1, 2]) {
    const terms = Map.groupBy(streams, ({ startMs }) => JSON.stringify(calendarTerms(startMs)[unit]));
    for (const [term, having] of terms)
      await putAll(
        table,
        segmentItems(
          "videostream",
          JSON.parse(term),
          having.map(({ id }) => id),
        ),
      );
  }
  return table;
}

/** Ids of the overlapping streams, found by checking each stream. */
function bruteForce(streams: readonly Stream[], { source }: Scope, { startMs, endMs }: Timespan): number[] {
  return streams
    .filter((stream) => source === undefined || stream.source === source)
    .filter((stream) => stream.endMs === undefined || stream.endMs >= (startMs ?? 0))
    .filter((stream) => endMs === undefined || stream.startMs <= endMs)
    .toSorted((a, b) => a.startMs - b.startMs || a.id - b.id)
    .map(({ id }) => id);
}

async function expectPage(
  streams: readonly Stream[],
  scope: Scope,
  timespan: Timespan,
  page: { offset: number; limit: number },
) {
  const ids = bruteForce(streams, scope, timespan);
  for (const reverse of [false, true]) {
    const inOrder = reverse ? ids.toReversed() : ids;
    const expected = { ids: inOrder.slice(page.offset, page.offset + page.limit), total: ids.length };
    for (const [i, table] of (tables.get(streams) ?? []).entries()) {
      const found = await listOverlapping(table, scope, timespan, page, { reverse });
      expect(found, JSON.stringify({ table: i, scope, timespan, page, reverse })).toEqual(expected);
    }
  }
}

async function expectPages(
  streams: readonly Stream[],
  scope: Scope,
  timespan: Timespan,
  limit: number,
  offsets = (length: number) => [0, 1, length >> 2, length >> 1, length - 2, length, length + 9],
) {
  const { length } = bruteForce(streams, scope, timespan);
  for (const offset of new Set(offsets(length)))
    if (offset >= 0) await expectPage(streams, scope, timespan, { offset, limit });
}

const scopes: readonly [string, Scope][] = [
  ["every source", {}],
  ["one source", { source: 3 }],
  ["a source without streams", { source: 99 }],
];

// Every page is read from each table, in both orders.
describe.each(scopes)("the streams of %s", (_, scope) => {
  test.each<[string, Timespan]>([
    ["without a window", {}],
    ["from a time on", { startMs: at("2024-02-29T12:00:00Z") }],
    ["up to a time", { endMs: at("2024-02-29T12:00:00Z") }],
    ["from the first millisecond on", { startMs: 0 }],
    ["up to the first millisecond", { endMs: 0 }],
    ["at an instant at which streams start and end", { startMs: turns[3], endMs: turns[3] }],
    [
      "at an instant right before streams start",
      { startMs: at("2024-02-28T23:59:59.998Z"), endMs: at("2024-02-28T23:59:59.998Z") },
    ],
    ["within a day", { startMs: at("2026-03-29T00:30:00Z"), endMs: at("2026-03-29T03:00:00Z") }],
    [
      "for a whole day, to its last millisecond",
      { startMs: at("2026-10-25T00:00:00Z"), endMs: at("2026-10-25T23:59:59.999Z") },
    ],
    ["across midnight", { startMs: at("2026-04-30T23:00:00Z"), endMs: at("2026-05-01T01:00:00Z") }],
    ["across a leap day", { startMs: at("2024-02-28T13:00:00Z"), endMs: at("2024-03-01T11:00:00Z") }],
    ["across the end of a year", { startMs: at("2026-12-31T00:00:00Z"), endMs: at("2027-01-01T00:00:00Z") }],
    ["for months", { startMs: at("2026-03-14T15:09:26Z"), endMs: at("2026-11-02T08:00:00Z") }],
    ["for years", { startMs: at("1971-06-01T00:00:00Z"), endMs: at("2101-01-01T00:00:00.001Z") }],
    [
      "while some streams run and none starts",
      { startMs: at("2025-01-01T00:00:00Z"), endMs: at("2025-01-02T00:00:00Z") },
    ],
    ["after the last start", { startMs: at("2200-01-01T00:00:00Z"), endMs: at("2200-02-01T00:00:00Z") }],
    ["to the last valid time", { startMs: turns[10], endMs: at("9999-12-31T23:59:59.999Z") }],
  ])("%s have the total and pages of a brute-force search", async (_, timespan) => {
    await expectPages(streamsAtTurns, scope, timespan, 25);
  });
});

test("a window is exact to the millisecond at the start and the end of a stream", async () => {
  const stream = streamsAtTurns.find(
    ({ startMs, endMs }) => startMs === turns[4] && endMs === startMs + hourMs,
  );
  if (stream?.endMs === undefined) throw new Error("No such stream.");
  const ends = [stream.startMs, stream.endMs].flatMap((end) => [end - 1, end, end + 1]);
  for (const startMs of ends)
    for (const endMs of ends.filter((end) => end >= startMs))
      await expectPage(streamsAtTurns, {}, { startMs, endMs }, { offset: 0, limit: 100 });
});

const instant = fc.oneof(
  fc.constantFrom(...streamsAtTurns.flatMap(({ startMs, endMs }) => [startMs, endMs ?? startMs])),
  fc.integer({ min: 0, max: at("2110-01-01T00:00:00Z") }),
);
const near = fc.tuple(instant, fc.constantFrom(-1, 0, 1)).map(([ms, by]) => Math.max(0, ms + by));
const source = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined, freq: 2 });
const limit = fc.integer({ min: 1, max: 100 });

test("a page equals that of a brute-force search for any window, source, offset and limit", async () => {
  const end = fc.option(near, { nil: undefined, freq: 8 });
  await fc.assert(
    fc.asyncProperty(
      end,
      end,
      source,
      fc.double({ min: 0, max: 1.1, noNaN: true }),
      limit,
      async (a, b, ...more) => {
        const [startMs, endMs] = a !== undefined && b !== undefined && a > b ? [b, a] : [a, b];
        const [source, place, limit] = more;
        const { length } = bruteForce(streamsAtTurns, { source }, { startMs, endMs });
        const page = { offset: Math.floor(place * length), limit };
        await expectPage(streamsAtTurns, { source }, { startMs, endMs }, page);
      },
    ),
    { numRuns: 40 },
  );
});

test("a page of any window of at most a day equals that of a brute-force search", async () => {
  const length = fc.oneof(fc.constantFrom(0, hourMs, dayMs - 1), fc.integer({ min: 0, max: dayMs }));
  await fc.assert(
    fc.asyncProperty(near, length, source, fc.nat(200), limit, async (startMs, ms, of, offset, limit) => {
      const timespan = { startMs, endMs: startMs + ms };
      await expectPage(streamsAtTurns, { source: of }, timespan, { offset, limit });
    }),
    { numRuns: 60 },
  );
});

test.each([1000, 1001])(
  "a window of an hour with %i streams of a bucket is listed correctly",
  async (count) => {
    const startMs = at("2026-05-02T06:00:00Z");
    const short = Array.from({ length: count }, (_, i) => {
      const start = startMs - hourMs + ((i * 7919) % (2 * hourMs));
      return { id: i + 1, source: 1, startMs: start, endMs: start + 2000 * secondMs };
    });
    const streams = [...short, { id: count + 1, source: 1, startMs, endMs: undefined }];
    const table = await tableOf(streams);
    await putAll(table, bucketItems(streams));
    const timespan = { startMs, endMs: startMs + hourMs };
    const ids = bruteForce(streams, {}, timespan);
    for (const offset of [0, 500, ids.length - 7]) {
      const page = { offset, limit: 20 };
      const expected = { ids: ids.slice(offset, offset + 20), total: ids.length };
      expect(await listOverlapping(table, {}, timespan, page)).toEqual(expected);
      expect(await listOverlapping(table, { source: 1 }, timespan, page)).toEqual(expected);
    }
  },
);

test.each<[string, Scope, Timespan, boolean]>([
  ["in a month", {}, { startMs: at("2024-02-15T00:00:00Z"), endMs: at("2024-03-15T00:00:00Z") }, false],
  ["of a source, in years", { source: 2 }, { startMs: at("2000-01-01T00:00:00Z") }, false],
  ["newest first", {}, { startMs: at("2024-02-15T00:00:00Z") }, true],
  ["of a source, newest first", { source: 2 }, { startMs: at("2000-01-01T00:00:00Z") }, true],
])("consecutive pages of a list have no gap and no repetition (%s)", async (_, scope, timespan, reverse) => {
  const found: number[] = [];
  for (let total = 1; found.length < total; ) {
    const page = { offset: found.length, limit: 17 };
    const [table] = tables.get(streamsAtTurns) as readonly [Table, Table];
    const list = await listOverlapping(table, scope, timespan, page, { reverse });
    ({ total } = list);
    found.push(...list.ids);
  }
  const all = bruteForce(streamsAtTurns, scope, timespan);
  expect(found).toEqual(reverse ? all.toReversed() : all);
});

test.each<[string, Timespan]>([
  ["the window starts at the common start", { startMs: commonStartMs }],
  ["the window ends at the common start", { endMs: commonStartMs }],
  ["the window is the instant of the common start", { startMs: commonStartMs, endMs: commonStartMs }],
  ["the window starts after the common start", { startMs: commonStartMs + 1, endMs: commonStartMs + hourMs }],
  ["the window ends at midnight", { startMs: commonStartMs - 1, endMs: at("2026-06-30T23:59:59.999Z") }],
  [
    "the window starts at midnight",
    { startMs: at("2026-07-01T00:00:00Z"), endMs: at("2026-07-01T00:00:02Z") },
  ],
  ["there is no window", {}],
])(
  "five thousand streams with a common start and five thousand a millisecond apart are listed correctly if %s",
  async (_, timespan) => {
    // A page of so many streams takes ten times as long as a page in the tests above, which use more offsets.
    const offsets = (length: number) => [0, length >> 1, length - 2];
    await expectPages(denseStreams, {}, timespan, 100, offsets);
    await expectPages(denseStreams, { source: 2 }, timespan, 100, offsets);
  },
);

test("this test file runs in a time zone other than UTC", () => {
  expect(new Date(0).getTimezoneOffset()).not.toBe(0);
});
