import type { Timespan, VideoStream } from "../../shared/domain/stream/video-stream.ts";
import type { Scope } from "../../shared/index/duration-buckets.ts";
import { listOverlapping, type Order } from "../../shared/index/list-index.ts";
import type { Table } from "../../shared/table/table.ts";
import { below, type Random } from "../../test/support/seeded-random.ts";
import type { DataSet } from "./data-set.ts";
import type { ListCase, MeasuredList } from "./measure-pages.ts";
import { yearMs } from "./stream-data.ts";

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/**
 * Maximum cost of a page of the streams that overlap a time window, in read capacity units. `min` is for the queries
 * alone. `max` applies from 50,000 streams a year on, when every day has starts in all 32 stripes. Budgets between them
 * are interpolated.
 */
const budgetsRcu = {
  hour: { min: 8, max: 30 },
  "30 days": { min: 30, max: 70 },
  "300 days": { min: 40, max: 120 },
} as const;

const newestFirst = { reverse: true };

/** Lists of streams that overlap windows of each length, at `places` times of the year or for `places` sources. */
export function overlapCases(
  table: Table,
  { streams, sources }: DataSet,
  random: Random,
  places: number,
): readonly ListCase[] {
  const ordered = streams.toSorted((a, b) => a.startMs - b.startMs || a.id - b.id);
  const list = (timespan: Timespan, scope: Scope = {}, order: Order = { reverse: false }): MeasuredList => {
    const ids = ordered.filter((stream) => overlaps(stream, timespan, scope)).map(({ id }) => id);
    return {
      expected: order.reverse ? ids.toReversed() : ids,
      page: (page) => listOverlapping(table, scope, timespan, page, order),
    };
  };
  const window = (lengthMs: number): Timespan => {
    const startMs = yearMs.from + below(random, yearMs.to - yearMs.from - lengthMs);
    return { startMs, endMs: startMs + lengthMs };
  };
  const windows = (lengthMs: number, order?: Order) =>
    Array.from({ length: places }, () => list(window(lengthMs), {}, order));
  const ofSources = (timespan: () => Timespan) =>
    Array.from({ length: places }, () => list(timespan(), { source: 1 + below(random, sources.length) }));
  const budget = (window: keyof typeof budgetsRcu) => {
    const { min, max } = budgetsRcu[window];
    return min + (max - min) * Math.min(1, streams.length / 50_000);
  };
  return [
    { name: "1 hour", budgetRcu: budget("hour"), lists: windows(hourMs) },
    { name: "1 day", lists: windows(dayMs) },
    { name: "30 days", budgetRcu: budget("30 days"), lists: windows(30 * dayMs) },
    { name: "300 days", budgetRcu: budget("300 days"), lists: windows(300 * dayMs) },
    { name: "always", lists: [list({})] },
    { name: "30 days, newest first", budgetRcu: budget("30 days"), lists: windows(30 * dayMs, newestFirst) },
    {
      name: "300 days, newest first",
      budgetRcu: budget("300 days"),
      lists: windows(300 * dayMs, newestFirst),
    },
    { name: "always, newest first", lists: [list({}, {}, newestFirst)] },
    {
      name: "from a time on",
      lists: Array.from({ length: places }, (_, i) => list({ startMs: evenly(i / places) })),
    },
    {
      name: "up to a time",
      lists: Array.from({ length: places }, (_, i) => list({ endMs: evenly(i / places) })),
    },
    { name: "30 days of a source", lists: ofSources(() => window(30 * dayMs)) },
    { name: "a source, always", lists: ofSources(() => ({})) },
  ];
}

function evenly(share: number): number {
  return yearMs.from + Math.floor((share + 0.03) * (yearMs.to - yearMs.from));
}

function overlaps(stream: VideoStream, { startMs, endMs }: Timespan, { source }: Scope): boolean {
  if (source !== undefined && stream.source !== source) return false;
  if (endMs !== undefined && stream.startMs > endMs) return false;
  return startMs === undefined || stream.endMs === undefined || stream.endMs >= startMs;
}
