import { datasetFrom, type NewDataset } from "../../domain/dataset/dataset.ts";
import type { Datasets } from "./datasets.ts";

/** Describes the dataset, unless somebody has described it meanwhile. Describing it again changes nothing. */
export async function describeDataset(
  { find, replace }: Datasets,
  describes: NewDataset,
  newId: () => string,
): Promise<void> {
  if ((await find()) !== undefined) return;
  await replace(undefined, datasetFrom(describes, undefined, newId));
}
