import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import type { AnnotationFilters } from "../../shared/store/annotation/filters.ts";
import { annotationLookups } from "../../shared/store/annotation/lookups.ts";
import { listAnnotations } from "../../shared/store/annotation/reader.ts";
import type { Table } from "../../shared/table/table.ts";
import { below, oneOf, type Random } from "../support/seeded-random.ts";
import { dayMs, untouched } from "./corrected-world.ts";

/** The starts of the streams and the zones of the sources, by id. */
export type Parents = {
  readonly starts: ReadonlyMap<number, number>;
  readonly zones: ReadonlyMap<number, string | undefined>;
};

/** A list of annotations: filters by time, order and page. */
export type TimeList = {
  readonly filters: AnnotationFilters;
  readonly page: Parameters<ReturnType<typeof listAnnotations>>[1];
};

/**
 * The start of an annotation, computed from its own values, its stream and its source: `ms` since 1970, and the local
 * date and hour (`clock`).
 */
export function timeOf({ videostream, source, startMs }: Annotation, { starts, zones }: Parents) {
  const ms = (starts.get(videostream) ?? Number.NaN) + startMs;
  return { ms, clock: clockAt(zones.get(source) ?? "UTC", ms) };
}

/** The local date and hour, such as `2026-03-01 07`. */
export function clockAt(timeZone: string, ms: number): string {
  const parts = formatOf(timeZone).formatToParts(ms);
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")} ${part("hour")}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const made =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-GB", {
      ...({ timeZone, hourCycle: "h23" } as const),
      ...({ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" } as const),
    });
  formats.set(timeZone, made);
  return made;
}

/** Returns a random list around the time of one of the annotations. */
export function randomList(random: Random, annotations: readonly Annotation[], parents: Parents): TimeList {
  const { ms, clock } = timeOf(oneOf(random, annotations), parents);
  const maybe = <T>(share: number, value: T) => (random() < share ? value : undefined);
  const span = oneOf(random, [3_600_000, dayMs, 3 * dayMs, 400 * dayMs]);
  const day = Date.parse(clock.slice(0, 10)) / dayMs;
  return {
    filters: {
      "time[from]": maybe(0.3, ms - span),
      "time[to]": maybe(0.3, ms + below(random, span) + 1),
      "day[from]": maybe(0.25, day),
      "day[to]": maybe(0.25, day + below(random, 3)),
      month: maybe(0.15, clock.slice(0, 7)),
      "hour[from]": maybe(0.2, Number(clock.slice(-2))),
      videostream: maybe(0.2, [1, 3]),
      capturesource: maybe(0.1, 1 + below(random, 2)),
      // Without this filter, the list includes annotations that other clients create and change.
      observer: maybe(0.7, untouched),
      observation: [],
    },
    page: {
      offset: below(random, 3) * below(random, 40),
      limit: 1 + below(random, 100),
      order: oneOf(random, ["id", "-id", "start_time", "-start_time"] as const),
    },
  };
}

/** Returns the ids of the annotations in a list, in its order. */
function bruteForce(
  annotations: readonly Annotation[],
  parents: Parents,
  { filters, page: { order = "id" } }: TimeList,
): readonly number[] {
  const { videostream, capturesource, month } = filters;
  const { "day[from]": dayFrom = 0, "day[to]": dayTo = Number.POSITIVE_INFINITY } = filters;
  const { "time[from]": from = 0, "time[to]": to = Number.POSITIVE_INFINITY } = filters;
  const timed = annotations.map((each) => ({ ...each, ...timeOf(each, parents) }));
  const matching = timed.filter(({ ms, clock, ...annotation }) => {
    const day = Date.parse(clock.slice(0, 10)) / dayMs;
    return (
      from <= ms &&
      ms < to &&
      dayFrom <= day &&
      day <= dayTo &&
      (month === undefined || clock.startsWith(month)) &&
      Number(clock.slice(-2)) >= (filters["hour[from]"] ?? 0) &&
      (videostream === undefined || videostream.includes(annotation.videostream)) &&
      (capturesource === undefined || capturesource === annotation.source)
    );
  });
  const sign = order.startsWith("-") ? -1 : 1;
  const byTime = order.endsWith("start_time");
  const sorted = matching.toSorted((a, b) => sign * ((byTime ? a.ms - b.ms : 0) || a.id - b.id));
  return sorted.map(({ id }) => id);
}

/**
 * Compares a list with a brute-force search.
 * @param annotations the annotations that only corrections change
 * @returns a description of the difference, if there is one
 */
export async function listProblem(
  table: Table,
  annotations: readonly Annotation[],
  parents: Parents,
  timeList: TimeList,
): Promise<string | undefined> {
  const { filters, page } = timeList;
  const isExact = filters.observer !== undefined;
  const asked = isExact ? page : { ...page, offset: 0, limit: Number.POSITIVE_INFINITY };
  const { rows, total } = await listAnnotations(table, annotationLookups(table))(filters, asked);
  const all = bruteForce(annotations, parents, timeList);
  const expected = isExact
    ? { total: all.length, ids: all.slice(page.offset, page.offset + page.limit) }
    : { ids: all };
  const own = rows.filter(({ observer }) => observer === untouched).map(({ id }) => id);
  const found = isExact ? { total, ids: rows.map(({ id }) => id) } : { ids: own };
  if (JSON.stringify(found) === JSON.stringify(expected)) return undefined;
  return JSON.stringify({ filters, page, found, expected });
}
