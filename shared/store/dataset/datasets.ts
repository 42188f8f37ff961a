import * as z from "zod/mini";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { getItem } from "../../table/item.ts";
import { jsonText, toJson } from "../../table/json-text.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { transact } from "../../table/transaction.ts";
import { putNew } from "../../table/write.ts";
import { currentActor } from "../history/actor-item.ts";
import { creationTrace, recordChange } from "../history/record-change.ts";

export type StoredDataset = { readonly dataset: Dataset; readonly version: number };

const DatasetItem = z.pipe(
  z.object({ json: jsonText<Dataset>(), ver: z.int() }),
  z.transform(({ json, ver }): StoredDataset => ({ dataset: json, version: ver })),
);

/** Reads and writes the description of the dataset, which consists of all records. */
export function datasets(table: Table) {
  return {
    find: (): Promise<StoredDataset | undefined> => getItem(table, keys.dataset, DatasetItem),

    /** Replaces the description as it was read. */
    async replace(
      before: StoredDataset | undefined,
      dataset: Dataset,
    ): Promise<StoredDataset | "changed-meanwhile"> {
      const by = await currentActor();
      const item = { ...keys.dataset, json: toJson(dataset), ver: before?.version ?? 1 };
      const writes = before
        ? recordChange({ ...item, json: toJson(before.dataset) }, item, by)
        : [putNew(item, "changed-meanwhile"), creationTrace(keys.dataset, by)];
      const refused = await transact(table, writes);
      if (refused.size > 0) return "changed-meanwhile";
      return { dataset, version: (before?.version ?? 0) + 1 };
    },
  };
}

export type Datasets = ReturnType<typeof datasets>;
