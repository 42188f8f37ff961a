import type { Completion } from "../index/list-index.ts";
import { logger } from "../runtime/log.ts";
import { lastId } from "../table/item.ts";
import { retryChanged } from "../table/retry-changed.ts";
import { keys } from "../table/schema.ts";
import type { Table } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { unchanged } from "../table/write.ts";
import { completeTimes } from "./annotation/right-times.ts";
import { completedWrites } from "./completed.ts";
import { prefixWrites } from "./name-prefixes.ts";
import { placeWrites } from "./place/places.ts";
import { captureSourceById } from "./source/reader.ts";
import { completeBlank } from "./species/blank-species.ts";
import { speciesById } from "./species/reader.ts";
import { speciesWriter } from "./species/writer.ts";

/**
 * Completes the records that version 0.1.0 wrote: the beginnings and claims of their names, the places of sources, and
 * when annotations start. In the end the table has a blank species.
 */
export function completeRecords(table: Table): Completion {
  return {
    steps: [
      { lastId: () => lastId(table, "S"), complete: inOrder(completeSpecies(table)) },
      { lastId: () => lastId(table, "C"), complete: inOrder(completeSource(table)) },
      { lastId: () => lastId(table, "A"), complete: completeTimes(table) },
    ],
    finish: async () => {
      await completeBlank(table);
      await transact(table, completedWrites());
    },
  };
}

/** One after the other: of species with one scientific name, the first owns it. */
function inOrder(complete: (id: number) => Promise<unknown>): (ids: readonly number[]) => Promise<unknown> {
  return async (ids) => {
    for (const id of ids) await complete(id);
  };
}

function completeSpecies(table: Table) {
  const findSpecies = speciesById(table);
  const { completeName } = speciesWriter(table);
  return (id: number) =>
    retryChanged(async () => {
      const species = await findSpecies(id);
      if (species === undefined) return "completed";
      const outcome = await completeName(species);
      if (outcome === "name-taken") {
        logger.warn("another species has the same scientific name", { species: id });
      }
      return outcome;
    });
}

function completeSource(table: Table) {
  const findSource = captureSourceById(table);
  return (id: number) =>
    retryChanged(async () => {
      const source = await findSource(id);
      if (source === undefined) return "completed";
      const refused = await transact(
        table,
        [
          unchanged(keys.captureSource(id), source.version, "changed-meanwhile"),
          ...prefixWrites("C", id, [], [source.name]),
        ],
        placeWrites(id, source.location),
      );
      return refused.size > 0 ? "changed-meanwhile" : "completed";
    });
}
