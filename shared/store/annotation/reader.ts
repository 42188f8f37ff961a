import type { Annotation } from "../../domain/annotation/annotation.ts";
import { type AnnotationOrder, sortingOf } from "../../domain/annotation/order.ts";
import { stretchOf } from "../../domain/annotation/stretch.ts";
import type { PageRequest } from "../../domain/wire/page.ts";
import { allIds, type IdSet, idSetOf, listIds, matchingIds } from "../../index/list-index.ts";
import { manyById, oneById } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { listByTime } from "./by-time.ts";
import { type AnnotationFilters, filtersOf, type Lookups, matchNothing } from "./filters.ts";
import { AnnotationItem } from "./item.ts";
import { listOfStretch } from "./of-stretch.ts";
import { pageRows } from "./rows.ts";

/** One annotation, or `undefined`. */
export const annotationById = oneById(keys.annotation, AnnotationItem);

/** Annotations by id. */
export const annotationsById = manyById(keys.annotation, AnnotationItem);

/** All annotations of a stream. About 1 read capacity unit for 10 of them. */
export function annotationsOfStream(table: Table): (videostream: number) => Promise<readonly Annotation[]> {
  return async (videostream) => {
    const ofStream = [[["vs", videostream] as const]];
    return pageRows(table, ofStream, await allIds(table, "annotation", ofStream));
  };
}

/** The ids of all annotations with this text typed as their observer, or of a stream, or of a capture source. */
export function annotationIdsOf(
  table: Table,
): (name: "ob" | "vs" | "cs", value: string | number) => Promise<readonly number[]> {
  return (name, value) => allIds(table, "annotation", [[[name, value]]]);
}

/** The ids of all annotations that match every filter. */
export function matchingAnnotations(table: Table, lookups: Lookups) {
  return async (filters: AnnotationFilters): Promise<IdSet> => {
    const stretch = stretchOf(filters);
    if (matchNothing(filters)) return idSetOf([]);
    const matching = await filtersOf(filters, lookups);
    if (stretch === undefined) return matchingIds(table, "annotation", matching.filters);
    const whole = { offset: 0, limit: Number.POSITIVE_INFINITY };
    const { rows } = await listOfStretch(table, matching.filters, stretch, whole);
    return idSetOf(rows.map(({ id }) => id));
  };
}

type Page = PageRequest & { readonly order?: AnnotationOrder | undefined };

/** A page of the annotations that match every filter, by id or by time. */
export function listAnnotations(table: Table, lookups: Lookups) {
  return async (filters: AnnotationFilters, { order, ...page }: Page) => {
    const stretch = stretchOf(filters);
    const sorting = sortingOf(order ?? (stretch && "start_time"), stretch ? 0 : page.offset);
    const { by, direction } = sorting;
    if (matchNothing(filters)) return { rows: [], total: 0 };
    const matching = await filtersOf(
      filters,
      lookups,
      by === "time" && stretch === undefined ? by : undefined,
    );
    if (stretch) return listOfStretch(table, matching.filters, stretch, page, sorting);
    if (by === "time") return listByTime(table, matching, page, direction);
    const byId = { ...page, order: direction === 1 ? "ascending" : "descending" } as const;
    const { ids, total } = await listIds(table, "annotation", matching.filters, byId);
    return { rows: await pageRows(table, matching.filters, ids), total };
  };
}
