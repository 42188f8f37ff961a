import { stillReferredTo } from "../domain/wire/fault.ts";
import { retryChanged } from "./retry-changed.ts";

/**
 * Deletes a record, unless other records refer to it.
 * @param what names the record for the caller, for example `Species 7`
 * @param read reads the record again each time it is called, and throws if it must not be deleted
 * @throws Fault `conflict` with the number of records that refer to it
 */
export async function deleteUnreferenced<T>(
  what: string,
  read: () => Promise<T>,
  remove: (record: T) => Promise<"deleted" | "changed-meanwhile" | { readonly children: number }>,
): Promise<void> {
  const outcome = await retryChanged(async () => {
    const removed = await remove(await read());
    // The last child was deleted between the refusal and the count.
    return typeof removed === "object" && removed.children === 0 ? "changed-meanwhile" : removed;
  });
  if (outcome !== "deleted") throw stillReferredTo(what, outcome.children);
}
