import type { components } from "../../client/paths.d.ts";
import { answeredUnless } from "./answer.ts";
import { useQuery } from "./query.ts";
import { service } from "./service.ts";

export type Dataset = components["schemas"]["Dataset"];

/** The description of the dataset and its ETag. Both are missing until somebody has written a description. */
export type StoredDataset = { readonly dataset?: Dataset; readonly etag?: string };

export const datasetKey = ["dataset"];

export async function storedDataset(): Promise<StoredDataset> {
  const found = await answeredUnless(404, service.GET("/dataset"));
  if (found === undefined) return {};
  return { dataset: found.data, etag: found.headers.get("etag") ?? "*" };
}

/** Reads the description of the dataset. @param isWanted `false`: reads nothing yet */
export function useDataset(isWanted = true) {
  return useQuery<StoredDataset>({
    queryKey: datasetKey,
    queryFn: storedDataset,
    enabled: isWanted,
    gcTime: 0,
  });
}
