import type { Species } from "../../domain/species/species.ts";
import { idsIn } from "../../index/list-index.ts";
import { annotationLookups } from "../../store/annotation/lookups.ts";
import { matchingAnnotations } from "../../store/annotation/reader.ts";
import type { Table } from "../../table/table.ts";
import { streamsOfAnnotations } from "./read-records.ts";

/**
 * Finds the streams in which any label names a person: by a vote for a species of kind `human`, by one of its names, or
 * by `observationType`. They are found among all labels, not only among those of an export. Costs half a read unit for
 * each of these labels.
 */
export async function streamsWithPeople(
  table: Table,
  species: readonly Pick<Species, "id" | "kind">[],
): Promise<readonly number[]> {
  const find = matchingAnnotations(table, annotationLookups(table));
  const humans = species.filter(({ kind }) => kind === "human").map(({ id }) => id);
  const found = await Promise.all([
    find({ observation: [["observationType", "human"]] }),
    ...(humans.length === 0 ? [] : [find({ species: humans, observation: [] })]),
  ]);
  return streamsOfAnnotations(table, [...new Set(found.flatMap((ids) => idsIn(ids)))]);
}
