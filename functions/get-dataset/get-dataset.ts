import { noDataset } from "../../shared/domain/dataset/dataset.ts";
import type { StoredDataset } from "../../shared/store/dataset/datasets.ts";

type Deps = { readonly findDataset: () => Promise<StoredDataset | undefined> };

/** Returns the description of the dataset. */
export function getDataset({ findDataset }: Deps) {
  return async () => {
    const stored = await findDataset();
    if (stored === undefined) throw noDataset();
    return { status: 200, version: stored.version, body: stored.dataset } as const;
  };
}
