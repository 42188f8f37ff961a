import { Fault } from "../domain/fault.ts";
import { type Moment, momentAt } from "../domain/moment.ts";
import { matchesTime, type TimeFilters } from "../domain/time-filters.ts";
import {
  type AnyOf,
  type Filter,
  matchingIds,
  pageIds,
  sizeOf,
  type TimeEntry,
} from "../index/list-index.ts";
import { rowsOf } from "../table/rows.ts";
import { keys } from "../table/schema.ts";
import type { Table } from "../table/table.ts";
import type { MovedParents } from "../table/tasks.ts";
import { AnnotationItem } from "./annotation-item.ts";
import { CaptureSourceItem } from "./capture-source-item.ts";
import { VideoStreamItem } from "./video-stream-item.ts";

/** Maximum number of annotations with outdated times that a list reads one by one. */
const maxMoved = 10_000;

/** The filters of a list in which outdated times do not show, and the right times of what has moved. */
export type RightTimes = { readonly filters: readonly Filter[]; readonly moved: readonly TimeEntry[] };

/**
 * While a corrected start or time zone is carried over to the annotations, some of them have outdated terms. A list by
 * time then leaves out those that may have, and adds the ones whose start matches as the stream and the source say now.
 * @param parents read before anything by time is read
 * @throws Fault `unavailable` when too many annotations may be outdated
 */
export async function withRightTimes(
  table: Table,
  parents: MovedParents,
  others: readonly Filter[],
  byTime: readonly AnyOf[],
  time: TimeFilters,
): Promise<RightTimes> {
  if (parents.streams.length + parents.sources.length === 0) {
    return { filters: [...others, ...byTime], moved: [] };
  }
  const terms = [
    ...parents.streams.map((id) => ["vs", id] as const),
    ...parents.sources.map((id) => ["cs", id] as const),
  ];
  const outdated = await matchingIds(table, "annotation", [...others, terms]);
  if (sizeOf(outdated) > maxMoved) {
    throw new Fault(
      "unavailable",
      "The times of many annotations are being corrected, since a start or a time zone was changed. Try again in a few minutes.",
    );
  }
  const ids = pageIds(outdated, 0, maxMoved);
  const moments = await momentsOf(table, ids);
  const matching = [...moments].filter(([, moment]) => matchesTime(time, moment));
  const within = new Set(matching.map(([id]) => id));
  return {
    filters: [
      ...others,
      ...byTime.map((filter) => ({ ...filter, ids: [...(filter.ids ?? []), ...within] })),
      { except: { ids: ids.filter((id) => !within.has(id)) } },
    ],
    moved: matching.map(([id, { ms }]) => ({ id, ms })),
  };
}

/** When annotations start, as their streams and sources say now. */
export async function momentsOf(table: Table, ids: readonly number[]): Promise<ReadonlyMap<number, Moment>> {
  const annotations = await rowsOf(table, ids, keys.annotation, AnnotationItem);
  const distinct = (values: readonly number[]) => [...new Set(values)];
  const [streams, sources] = await Promise.all([
    rowsOf(table, distinct(annotations.map((each) => each.videostream)), keys.videoStream, VideoStreamItem),
    rowsOf(table, distinct(annotations.map((each) => each.source)), keys.captureSource, CaptureSourceItem),
  ]);
  const startOf = new Map(streams.map(({ id, startMs }) => [id, startMs]));
  const zoneOf = new Map(sources.map(({ id, timeZone }) => [id, timeZone]));
  const moments = annotations.flatMap(({ id, videostream, source, startMs }): [number, Moment][] => {
    const start = startOf.get(videostream);
    return start === undefined ? [] : [[id, momentAt(start + startMs, zoneOf.get(source))]];
  });
  return new Map(moments);
}
