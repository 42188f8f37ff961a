import type { Completion } from "../index/list-index.ts";
import { logger } from "../runtime/log.ts";
import { retryChanged } from "../table/retry-changed.ts";
import { keys } from "../table/schema.ts";
import type { Table } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { unchanged } from "../table/write.ts";
import { completeBlank } from "./blank-species.ts";
import { captureSourceById } from "./capture-source-reader.ts";
import { completedWrites } from "./completed.ts";
import { prefixWrites } from "./name-prefixes.ts";
import { placeWrites } from "./places.ts";
import { rightTimes } from "./right-times.ts";
import { speciesById } from "./species-reader.ts";
import { speciesWriter } from "./species-writer.ts";

/**
 * Completes the records that version 0.1.0 wrote: the beginnings and claims of their names, the places of sources, and
 * when annotations start. In the end the table has a blank species.
 */
export function completeRecords(table: Table): Completion {
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
      { type: "annotation", atOnce: 8, complete: rightTimes(table) },
    ],
    finish: async () => {
      await completeBlank(table);
      await transact(table, completedWrites());
    },
  };
}
