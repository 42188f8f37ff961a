import type { Completion } from "../index/list-index.ts";
import { logger } from "../runtime/log.ts";
import { retryChanged } from "../table/retry-changed.ts";
import { keys } from "../table/schema.ts";
import type { Table } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { unchanged } from "../table/write.ts";
import { captureSourceById } from "./capture-source-reader.ts";
import { completedWrites } from "./completed.ts";
import { prefixWrites } from "./name-prefixes.ts";
import { placeWrites } from "./places.ts";
import { speciesById } from "./species-reader.ts";
import { speciesWriter } from "./species-writer.ts";

/** Completes the names of records that version 0.1.0 wrote: their prefixes, and the claims of scientific names. */
export function completeNames(table: Table): Completion {
  const findSpecies = speciesById(table);
  const findSource = captureSourceById(table);
  const { completeName } = speciesWriter(table);
  return {
    steps: [
      {
        type: "species",
        complete: (id) =>
          retryChanged(async () => {
            const species = await findSpecies(id);
            if (species === undefined) return "completed";
            const outcome = await completeName(species);
            if (outcome === "name-taken") {
              logger.warn("another species has the same scientific name", { species: id });
            }
            return outcome;
          }),
      },
      {
        type: "capturesource",
        complete: (id) =>
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
          }),
      },
    ],
    finish: async () => {
      await transact(table, completedWrites());
    },
  };
}
