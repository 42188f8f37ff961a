import { bucketNumber, type Completion, listValues } from "../index/list-index.ts";
import { lastId } from "../table/item.ts";
import { retryChanged } from "../table/retry-changed.ts";
import { keys } from "../table/schema.ts";
import type { Table } from "../table/table.ts";
import { transact } from "../table/transaction.ts";
import { unchanged } from "../table/write.ts";
import { completedWrites } from "./completed.ts";
import { beginHistory } from "./history/began.ts";
import { prefixWrites } from "./name-prefixes.ts";
import { placeWrites } from "./place/places.ts";
import { captureSourceById } from "./source/reader.ts";
import { nameWrites } from "./species/names.ts";
import { speciesById } from "./species/reader.ts";
import { videoStreamsById } from "./stream/reader.ts";

/**
 * The writes of `reindex` besides those of the list index: the look-ups of species by name and of capture sources by
 * name and place, the duration buckets of streams, and finally the marks that all records are complete and that histories
 * are recorded. Steps that complete the records of an older release belong here.
 */
export function completeRecords(table: Table): Completion {
  return {
    steps: [
      { lastId: () => lastId(table, "S"), complete: inOrder(completeSpecies(table)) },
      { lastId: () => lastId(table, "C"), complete: inOrder(completeSource(table)) },
      { lastId: () => lastId(table, "V"), complete: listBuckets(table) },
    ],
    finish: async () => {
      await transact(table, completedWrites());
      // Histories of a table of 0.2.0 begin now. If they began earlier, this is refused.
      await transact(table, [beginHistory()]);
    },
  };
}

/** If a stream changes after this read, its next bucket is listed by that change. */
function listBuckets(table: Table) {
  const findStreams = videoStreamsById(table);
  return async (ids: readonly number[]) => {
    const streams = await findStreams(ids);
    await listValues(table, "videostream", [...streams.values()].map(bucketNumber));
  };
}

function inOrder(complete: (id: number) => Promise<unknown>): (ids: readonly number[]) => Promise<unknown> {
  return async (ids) => {
    for (const id of ids) await complete(id);
  };
}

function completeSpecies(table: Table) {
  const findSpecies = speciesById(table);
  return (id: number) =>
    retryChanged(async () => {
      const species = await findSpecies(id);
      if (species === undefined) return "completed";
      const refused = await transact(table, [
        unchanged(keys.species(id), species.version, "changed-meanwhile"),
        ...nameWrites(id, undefined, species),
      ]);
      return refused.size > 0 ? "changed-meanwhile" : "completed";
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
