import { expect, test } from "vitest";
import type { Timespan, VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { listVideoStreams } from "../../shared/store/stream/reader.ts";
import type { Item, Table } from "../../shared/table/table.ts";
import { bucketItems, putAll } from "../support/dynamo/bulk.ts";
import { readAll } from "../support/dynamo/read-all.ts";
import { useTable } from "../support/dynamo/use-table.ts";
import { oneOf, type Random, seededRandom } from "../support/seeded-random.ts";
import { randomTimeMs } from "./random-times.ts";
import { runClients } from "./run-clients.ts";
import { forSeeds, soak } from "./seeds.ts";
import { type Known, nothingKnown, operate } from "./stream-clients.ts";
import { tableProblems } from "./table-problems.ts";
import { recordsOf } from "./table-records.ts";

const database = useTable();

test(
  "streams and their sources match the responses to callers, despite faults and conflicts",
  soak,
  async () => {
    let deletedSources = 0;
    await forSeeds(async (seed) => {
      const table = await database.fresh();
      await putAll(table, bucketItems([]));
      const known = nothingKnown();
      const options = { seed, clients: 20, operations: 360 };
      const run = await runClients(database, table, options, (client) => operate(client, known));
      expect(run.tooLarge).toEqual([]);
      expect(known.wrong).toEqual([]);
      const items = await readAll(table);
      expect(tableProblems(items)).toEqual([]);
      const { sources, streams } = recordsOf(items);
      expectKnown(known, streams);
      expect(known.streams.some(({ seen }) => seen.size > 0)).toBe(true);
      expect(sources.map(({ id }) => id)).toEqual(
        known.sources.filter((id) => !known.deletedSources.has(id)).toSorted((a, b) => a - b),
      );
      const deleted = new Set(items.flatMap(({ pk, dead }) => (dead === true ? [pk] : [])));
      expect(deleted).toEqual(
        new Set([
          ...[...known.deletedSources].map((id) => `C#${id}`),
          ...[...known.deletedStreams].map((id) => `V#${id}`),
        ]),
      );
      expectCalendars(items, streams.length);
      await expectOverlaps(table, streams, seededRandom(seed));
      expect(run.met.transactions).toBeGreaterThan(0);
      deletedSources += known.deletedSources.size;
    });
    expect(deletedSources).toBeGreaterThan(0);
  },
);

/** Expects exactly the streams that were created and not deleted, each once and with values that a request sent. */
function expectKnown(known: Known, streams: readonly VideoStream[]): void {
  const remaining = known.streams.filter(({ id }) => !known.deletedStreams.has(id));
  const nameOf = ({ id, url }: { id: number; url: string }) => `${id} ${url}`;
  expect(streams.map(nameOf).toSorted()).toEqual(remaining.map(nameOf).toSorted());
  const byId = new Map(remaining.map((each) => [each.id, each]));
  for (const stream of streams) {
    const { starts, ends, endings, seen, corrected } = byId.get(stream.id) ?? {};
    expect(starts).toContain(stream.startMs);
    if (stream.endMs === undefined) expect(seen).toEqual(new Set());
    else expect(ends).toContain(stream.endMs);
    if (stream.live === undefined || stream.endMs === undefined || corrected) continue;
    // Invariant 6 (docs/invariants.md): a stream has one end. A request sent it, and every later read returned it.
    const ending = `${stream.endMs} ${stream.live.endedBy}`;
    expect(endings).toContain(ending);
    expect([...(seen ?? [])].filter((each) => each !== ending)).toEqual([]);
  }
}

/** Invariant 4 (docs/invariants.md): days add up to their month, months to their year, and years to all streams. */
function expectCalendars(items: readonly Item[], streams: number): void {
  const sums = (unit: string, length: number) => {
    const counts = new Map<string, number>();
    for (const { pk, sk, n } of items as readonly { pk: string; sk: string; n: number }[]) {
      if (pk !== `X#videostream#${unit}` || n === 0) continue;
      const period = sk.slice(0, length);
      counts.set(period, (counts.get(period) ?? 0) + n);
    }
    return counts;
  };
  expect(sums("day", 7)).toEqual(sums("month", 7));
  expect(sums("month", 4)).toEqual(sums("year", 4));
  expect(sums("year", 0).get("") ?? 0).toBe(streams);
}

/** Invariant 5 (docs/invariants.md): pages and total of an overlap query equal those of a brute-force search. */
async function expectOverlaps(table: Table, streams: readonly VideoStream[], random: Random): Promise<void> {
  for (let query = 0; query < 16; query++) {
    const timespan = randomTimespan(random, streams);
    const capturesource = query % 3 === 0 ? oneOf(random, streams).source : undefined;
    const { startMs = 0, endMs = Number.POSITIVE_INFINITY } = timespan;
    const overlapping = streams
      .filter(({ source }) => capturesource === undefined || source === capturesource)
      .filter((each) => each.startMs <= endMs && (each.endMs ?? Number.POSITIVE_INFINITY) >= startMs)
      .toSorted((a, b) => a.startMs - b.startMs || a.id - b.id);
    for (const reverse of [false, true]) {
      const ordered = reverse ? overlapping.toReversed() : overlapping;
      for (let offset = 0; offset <= ordered.length; offset += 50) {
        const filters = { timespan, capturesource, reverse };
        const page = await listVideoStreams(table)(filters, { offset, limit: 50 });
        const rows = ordered.slice(offset, offset + 50);
        expect(page, JSON.stringify({ ...filters, offset })).toEqual({ rows, total: ordered.length });
      }
    }
  }
}

/**
 * A timespan with a start, an end or both, or of less than a day. They often equal those of streams, or differ by a
 * millisecond.
 */
function randomTimespan(random: Random, streams: readonly VideoStream[]): Timespan {
  const time = () => {
    const { startMs, endMs = startMs } = oneOf(random, streams);
    return oneOf(random, [randomTimeMs(random), oneOf(random, [startMs, endMs]) + oneOf(random, [-1, 0, 1])]);
  };
  const [startMs = 0, endMs = 0] = [time(), time()].toSorted((a, b) => a - b);
  const short = { startMs, endMs: Math.min(endMs, startMs + 10 * 3_600_000) };
  return oneOf(random, [{ startMs, endMs }, short, { startMs }, { endMs }]);
}
