import type { ReadReferences } from "../../shared/domain/annotation/references.ts";
import type { Shape } from "../../shared/domain/annotation/shape.ts";
import type { User } from "../../shared/domain/person/user.ts";
import type { Eventual } from "../../shared/runtime/admission.ts";
import type { InputOf } from "../../shared/serve/input-of.ts";
import { pageResponse } from "../../shared/serve/list-records.ts";
import type { listAnnotations as listFrom } from "../../shared/store/annotation/reader.ts";
import { viewAnnotation } from "../../shared/views/annotation/shape.ts";
import type { contract } from "./contract.ts";

type Deps = {
  readonly list: ReturnType<typeof listFrom>;
  readonly referencesOf: ReadReferences;
  readonly defaultShape: Shape;
};
type Input = InputOf<typeof contract, "query">;

/** Returns a page of annotations. */
export function listAnnotations({ list, referencesOf, defaultShape }: Deps) {
  return async ({ query }: Input, caller: Eventual<User>) => {
    // Only the filter `votedby` depends on the caller, so only requests with it wait until the caller is known.
    const filters = query.votedby === undefined ? query : { ...query, caller: (await caller).id };
    const { rows, total } = await list(filters, query);
    const { shape = defaultShape } = query;
    const references = await referencesOf(rows, shape);
    const results = rows.map((row) => viewAnnotation(row, shape, references));
    return pageResponse(query, total, results);
  };
}
