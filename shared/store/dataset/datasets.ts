import * as z from "zod/mini";
import type { Dataset } from "../../domain/dataset/dataset.ts";
import { getItem } from "../../table/item.ts";
import { jsonText, toJson } from "../../table/json-text.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { transact } from "../../table/transaction.ts";
import { putNew, replace } from "../../table/write.ts";

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
      const item = { ...keys.dataset, json: toJson(dataset) };
      const write = before
        ? replace(item, before.version, "changed-meanwhile")
        : putNew({ ...item, ver: 1 }, "changed-meanwhile");
      const refused = await transact(table, [write]);
      if (refused.size > 0) return "changed-meanwhile";
      return { dataset, version: (before?.version ?? 0) + 1 };
    },
  };
}

export type Datasets = ReturnType<typeof datasets>;
