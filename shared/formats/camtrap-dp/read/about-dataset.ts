import { isDeepStrictEqual } from "node:util";
import type { Dataset, NewDataset } from "../../../domain/dataset/dataset.ts";
import type { Finding } from "../../finding.ts";
import { inDescriptor } from "./descriptor-finding.ts";

/**
 * Says what an import does with the description of the dataset in its package: nothing changes a dataset that is
 * described already.
 */
export function aboutDataset(describes: NewDataset, stored: Dataset | undefined): readonly Finding[] {
  const given = Object.entries(describes).filter(([, value]) => value !== undefined);
  if (stored === undefined) {
    const message = `The dataset of this service is not described yet. The import describes it with ${listed(given)} of this package. It gets an id of its own.`;
    return [inDescriptor("warning", "dataset", "title", describes.title, message)];
  }
  const present = new Map<string, unknown>(Object.entries(stored));
  const other = given.filter(([field, value]) => !isDeepStrictEqual(value, present.get(field)));
  if (other.length === 0) return [];
  const message = `The dataset of this service is described already, and stays as it is. ${listed(other)} of this package are left out.`;
  return [inDescriptor("warning", "dataset-kept", "title", describes.title, message)];
}

function listed(fields: readonly (readonly [string, unknown])[]): string {
  return fields.map(([field]) => `\`${field}\``).join(", ");
}
