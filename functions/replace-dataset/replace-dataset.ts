import { datasetFrom } from "../../shared/domain/dataset/dataset.ts";
import { Fault } from "../../shared/domain/wire/fault.ts";
import { requireMatch, requireNoMatch } from "../../shared/http/etag.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import type { Datasets } from "../../shared/store/dataset/datasets.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import type { contract } from "./contract.ts";

type Deps = { readonly datasets: Datasets; readonly newId: () => string };
type Input = InputOf<typeof contract, "body" | "ifMatch" | "ifNoneMatch">;

/** Creates or replaces the description of the dataset. */
export function replaceDataset({ datasets, newId }: Deps) {
  return async ({ body, ifMatch, ifNoneMatch }: Input) => {
    const replaced = await retryChanged(async () => {
      const before = await datasets.find();
      if (before === undefined && ifMatch !== undefined) {
        throw new Fault(
          "precondition-failed",
          "The dataset has no description yet. Leave out the header If-Match.",
        );
      }
      if (before) {
        requireMatch(ifMatch, before.version, before.dataset);
        requireNoMatch(ifNoneMatch, before.version, before.dataset);
      }
      return datasets.replace(before, datasetFrom(body, before?.dataset, newId));
    });
    return { status: 200, body: replaced.dataset } as const;
  };
}
