import type { Species } from "../../domain/species/species.ts";
import { idsIn } from "../../index/list-index.ts";
import { annotationLookups } from "../../store/annotation/lookups.ts";
import { matchingAnnotations } from "../../store/annotation/reader.ts";
import type { Table } from "../../table/table.ts";
import type { Stored } from "./format.ts";
import { streamsOfAnnotations } from "./read-records.ts";

/** Number of labels that are read at a time. A worker may stop in between, and the next one goes on from there. */
const labelsAtOnce = 20_000;

/**
 * Finds the streams in which any label names a person: by a vote for a species of kind `human`, by one of its names, or
 * by `observationType`. They are found among all labels, not only among those of an export. Costs half a read unit for
 * each of these labels.
 * @param once stores what was found, so that all workers of an export know the same streams
 */
export async function streamsWithPeople(
  table: Table,
  once: Stored["once"],
  species: readonly Pick<Species, "id" | "kind">[],
): Promise<ReadonlySet<number>> {
  const find = matchingAnnotations(table, annotationLookups(table));
  const humans = species.filter(({ kind }) => kind === "human").map(({ id }) => id);
  const labels: readonly number[] = JSON.parse(
    await once("people/labels", async () => {
      const found = await Promise.all([
        find({ observation: [["observationType", "human"]] }),
        ...(humans.length === 0 ? [] : [find({ species: humans, observation: [] })]),
      ]);
      return JSON.stringify([...new Set(found.flatMap((ids) => idsIn(ids)))]);
    }),
  );
  const streams = new Set<number>();
  for (let at = 0; at < labels.length; at += labelsAtOnce) {
    const text = await once(`people/${at}`, async () =>
      JSON.stringify(await streamsOfAnnotations(table, labels.slice(at, at + labelsAtOnce))),
    );
    for (const stream of JSON.parse(text)) streams.add(stream);
  }
  return streams;
}
