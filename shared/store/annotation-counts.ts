import { type Annotation, annotationTerms } from "../domain/annotation.ts";
import { type Countable, countLimits } from "../domain/annotation-counts.ts";
import { Review } from "../domain/review.ts";
import {
  type Cell,
  countIds,
  type Dimension,
  discovered,
  type ListType,
  listIds,
  matchingIds,
  pageIds,
  periodsOf,
  sizeOf,
  type Term,
  type TooManyCells,
  valuesOf,
} from "../index/list-index.ts";
import { rowsOf } from "../table/rows.ts";
import { keys } from "../table/schema.ts";
import type { Table } from "../table/table.ts";
import { type AnnotationFilters, filtersOf, type Lookups, matchNothing } from "./annotation-filters.ts";
import { AnnotationItem } from "./annotation-item.ts";
import { authorNames } from "./references.ts";

/** A value of what annotations are counted by: an id, an hour, or a text. */
export type CountedValue = string | number;

/** The number of annotations that match the filters, and their counts in no order. */
export type AnnotationCounts = {
  readonly total: number;
  readonly cells: readonly Cell<CountedValue>[] | TooManyCells;
};

/**
 * Maximum number of annotations that are counted by their records. A record costs 1 read capacity unit, and the index
 * at least 1 for each value, be it thousands.
 */
const maxRecordsRead = 500;

/** Counts the annotations that match every filter by one or two of their properties. */
export function annotationCounts(table: Table, lookups: Lookups, maxRecords = maxRecordsRead) {
  const countWithin = { ...countLimits, cells: countLimits.rows };
  return async (filters: AnnotationFilters, by: readonly Countable[]): Promise<AnnotationCounts> => {
    if (matchNothing(filters)) return { total: 0, cells: [] };
    const within = await matchingIds(table, "annotation", await filtersOf(filters, lookups));
    const total = sizeOf(within);
    if (total <= maxRecords) {
      const annotations = await readAnnotations(table, pageIds(within, 0, maxRecords));
      return { total, cells: await countRecords(table, annotations, by) };
    }
    const [first, second] = await Promise.all(by.map((each) => dimensionOf(table, each, filters)));
    if (first === undefined) return { total, cells: [] };
    const dimensions = second === undefined ? ([first] as const) : ([first, second] as const);
    return { total, cells: await countIds(table, "annotation", within, dimensions, countWithin) };
  };
}

/** The terms with the values of each property. An observer has two (see `observerOf`). */
const termNames = {
  species: "sp",
  capturesource: "cs",
  videostream: "vs",
  day: "day",
  month: "month",
  hour: "hour",
  review: "rv",
} as const;

async function dimensionOf(
  table: Table,
  by: Countable,
  { videostream }: AnnotationFilters,
): Promise<Dimension<CountedValue>> {
  if (by === "observer") return discovered((ids) => observersOf(table, ids));
  if (by === "day" || by === "month") return periodsOf(by);
  const withTerms = (values: readonly CountedValue[]) =>
    values.map((value) => ({ value, terms: [[termNames[by], value] as const] }));
  switch (by) {
    case "species":
      return valuesOf(withTerms(await allIds(table, "species")), { overlaps: true });
    case "capturesource":
      return valuesOf(withTerms(await allIds(table, "capturesource")));
    case "videostream":
      return valuesOf(withTerms(videostream ?? []));
    case "hour":
      return valuesOf(withTerms(Array.from({ length: 24 }, (_, hour) => hour)));
    case "review":
      return valuesOf(withTerms(Review.options));
  }
}

async function allIds(table: Table, type: ListType): Promise<readonly number[]> {
  return (await listIds(table, type, [], { offset: 0, limit: Number.POSITIVE_INFINITY })).ids;
}

/** The observer that each of these annotations shows, and the term of the others with it. */
async function observersOf(
  table: Table,
  ids: readonly number[],
): Promise<readonly { readonly value: string; readonly term: Term }[]> {
  const annotations = await readAnnotations(table, ids);
  const shown = await shownObserver(table, annotations);
  return annotations.map((annotation) => ({
    value: shown(annotation),
    term: annotation.observer === undefined ? ["au", annotation.author.id] : ["ob", annotation.observer],
  }));
}

async function shownObserver(
  table: Table,
  annotations: readonly Annotation[],
): Promise<(annotation: Annotation) => string> {
  const unnamed = annotations.filter(({ observer }) => observer === undefined);
  const nameOf = await authorNames(
    table,
    unnamed.map(({ author }) => author),
  );
  return ({ observer, author }) => observer ?? nameOf(author);
}

/** Counts these annotations by the terms that the index would have of them. */
async function countRecords(
  table: Table,
  annotations: readonly Annotation[],
  by: readonly Countable[],
): Promise<readonly Cell<CountedValue>[]> {
  const shown = by.includes("observer") ? await shownObserver(table, annotations) : undefined;
  const valuesIn = (annotation: Annotation, each: Countable): readonly CountedValue[] => {
    if (each === "observer") return shown ? [shown(annotation)] : [];
    const terms: readonly Term[] = annotationTerms(annotation);
    return terms.flatMap(([name, value]) => (name === termNames[each] && value !== undefined ? [value] : []));
  };
  const counts = new Map<string, { readonly values: readonly CountedValue[]; count: number }>();
  for (const annotation of annotations)
    for (const values of combinations(by.map((each) => valuesIn(annotation, each)))) {
      const name = JSON.stringify(values);
      const cell = counts.get(name) ?? { values, count: 0 };
      counts.set(name, cell);
      cell.count += 1;
    }
  return [...counts.values()];
}

/** Every choice of one value from each list. */
function combinations<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>(
    (chosen, list) => chosen.flatMap((values) => list.map((value) => [...values, value])),
    [[]],
  );
}

function readAnnotations(table: Table, ids: readonly number[]): Promise<readonly Annotation[]> {
  return rowsOf(table, ids, keys.annotation, AnnotationItem);
}
