import type { Annotation } from "../../domain/annotation/annotation.ts";
import type { Countable } from "../../domain/annotation/counts.ts";
import { Review } from "../../domain/annotation/review.ts";
import {
  allIds,
  type Dimension,
  discovered,
  type FoundValue,
  listedValues,
  periodsOf,
  valuesOf,
} from "../../index/list-index.ts";
import { rowsOf } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { authorNames } from "../references.ts";
import { AnnotationItem } from "./item.ts";

/** A value by which annotations are counted: an id, an hour, or a text. */
export type CountedValue = string | number;

/** The name of the term for each property. Observers are not here, since they have two terms (see `shownObservers`). */
export const termNames = {
  species: "sp",
  capturesource: "cs",
  videostream: "vs",
  day: "day",
  month: "month",
  hour: "hour",
  review: "rv",
} as const;

/**
 * Returns the dimension of the list index for a property of annotations. `streams`: ids of the streams to which a
 * filter limits the annotations.
 */
export function annotationDimensions(table: Table) {
  return async (by: Countable, streams: readonly number[] = []): Promise<Dimension<CountedValue>> => {
    if (by === "observer") return discovered((ids) => observersOf(table, ids));
    if (by === "day" || by === "month") return periodsOf(by);
    const withTerms = (values: readonly CountedValue[]) =>
      values.map((value) => ({ value, terms: [[termNames[by], value] as const] }));
    switch (by) {
      case "species":
        return valuesOf(withTerms(await listedValues(table, "annotation")), { overlaps: true });
      case "capturesource":
        return valuesOf(withTerms(await allIds(table, "capturesource", [])));
      case "videostream":
        return valuesOf(withTerms(streams));
      case "hour":
        return valuesOf(withTerms(Array.from({ length: 24 }, (_, hour) => hour)));
      case "review":
        return valuesOf(withTerms(Review.options));
    }
  };
}

/** The observer that each of these annotations shows, and a term whose annotations all show this observer. */
async function observersOf(table: Table, ids: readonly number[]): Promise<readonly FoundValue<string>[]> {
  const annotations = await rowsOf(table, ids, keys.annotation, AnnotationItem);
  const shown = await shownObservers(table, annotations);
  return annotations.map((annotation) => ({
    value: shown(annotation),
    term: annotation.observer === undefined ? ["au", annotation.author.id] : ["ob", annotation.observer],
  }));
}

/** Returns the observer that an annotation shows: the typed observer, or else the author's name. */
export async function shownObservers(
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
