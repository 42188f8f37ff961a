import type { Annotation } from "../../domain/annotation/annotation.ts";
import { matchesTime, type TimeFilters } from "../../domain/time/filters.ts";
import { type Moment, momentAt } from "../../domain/time/moment.ts";
import { Fault } from "../../domain/wire/fault.ts";
import { type AnyOf, type Filter, idsIn, matchingIds, sizeOf } from "../../index/list-index.ts";
import { foundBy, rowsOf } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import type { MovedParents } from "../../table/tasks.ts";
import { CaptureSourceItem } from "../source/item.ts";
import { VideoStreamItem } from "../stream/item.ts";
import { AnnotationItem } from "./item.ts";

/** Maximum number of annotations with outdated times that a list reads one by one. */
const maxMoved = 10_000;

/** An annotation's id and start, computed from the current start of its stream and time zone of its source. */
type Moved = Moment & { readonly id: number };

/** Filters that ignore outdated times, and the corrected times of the moved annotations that match. */
export type RightTimes = { readonly filters: readonly Filter[]; readonly moved: readonly Moved[] };

/**
 * While a corrected start or time zone is carried over to the annotations, some of them have outdated terms. The
 * filters then exclude each annotation whose indexed time may be outdated, unless its corrected time matches.
 * @param parents must have been read before any annotations are read by time
 * @throws Fault `unavailable` if too many annotations may be outdated
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
  const ids = idsIn(outdated);
  const annotations = await rowsOf(table, ids, keys.annotation, AnnotationItem);
  const matching = (await momentsOf(table, annotations)).filter((moment) => matchesTime(time, moment));
  const within = new Set(matching.map(({ id }) => id));
  return {
    filters: [
      ...others,
      ...byTime.map((filter) => ({ ...filter, ids: [...(filter.ids ?? []), ...within] })),
      { except: { ids: ids.filter((id) => !within.has(id)) } },
    ],
    moved: matching,
  };
}

/**
 * The starts of annotations, computed from the current starts of their streams and time zones of their sources.
 * Annotations without a stream are left out.
 */
async function momentsOf(table: Table, annotations: readonly Annotation[]): Promise<readonly Moved[]> {
  const streamIds = annotations.map(({ videostream }) => videostream);
  const sourceIds = annotations.map(({ source }) => source);
  const [streams, sources] = await Promise.all([
    foundBy(table, streamIds, keys.videoStream, VideoStreamItem),
    foundBy(table, sourceIds, keys.captureSource, CaptureSourceItem),
  ]);
  return annotations.flatMap(({ id, videostream, source, startMs }) => {
    const stream = streams.get(videostream);
    return stream ? [{ id, ...momentAt(stream.startMs + startMs, sources.get(source)?.timeZone) }] : [];
  });
}
