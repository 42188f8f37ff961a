import { existing, type RecordKind, stillReferredTo } from "../domain/wire/fault.ts";
import type { Input } from "../http/contract.ts";
import { requireMatch } from "../http/etag.ts";
import { retryChanged } from "../table/retry-changed.ts";

type Deps<Row> = {
  readonly find: (id: number) => Promise<Row | undefined>;
  /** The record in each of its shapes. */
  readonly views: (row: Row) => readonly unknown[];
  /** Deletes a record as it was read. If other records refer to it, returns their number instead. */
  readonly remove: (row: Row) => Promise<"deleted" | "changed-meanwhile" | { readonly children: number }>;
};

/**
 * The logic of an endpoint that deletes one record by its id, unless other records refer to it. Its id is never used
 * again.
 */
export function deleteRecord<Row extends { readonly version: number }>(
  kind: RecordKind,
  { find, views, remove }: Deps<Row>,
) {
  return async ({ params: { id }, ifMatch }: Pick<Input<{ readonly id: number }>, "params" | "ifMatch">) => {
    const outcome = await retryChanged(async () => {
      const row = existing(kind, id, await find(id));
      requireMatch(ifMatch, row.version, ...views(row));
      const removed = await remove(row);
      // The last child was deleted between the refusal and the count.
      return typeof removed === "object" && removed.children === 0 ? "changed-meanwhile" : removed;
    });
    if (outcome !== "deleted") throw stillReferredTo(kind, id, outcome.children);
    return { status: 200 } as const;
  };
}
