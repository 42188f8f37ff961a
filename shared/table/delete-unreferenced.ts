import { stillReferredTo } from "../domain/fault.ts";
import { retryChanged } from "./retry-changed.ts";

/**
 * Deletes a record to which nothing refers.
 * @param what names it for the caller, such as `Species 7`
 * @param read reads it afresh, and throws where it must not be deleted
 * @throws Fault `conflict` with the number of records that refer to it
 */
export async function deleteUnreferred<T>(
  what: string,
  read: () => Promise<T>,
  remove: (record: T) => Promise<"deleted" | "changed-meanwhile" | { readonly children: number }>,
): Promise<void> {
  const outcome = await retryChanged(async () => {
    const removed = await remove(await read());
    // The last one went between the refusal and the count.
    return typeof removed === "object" && removed.children === 0 ? "changed-meanwhile" : removed;
  });
  if (outcome !== "deleted") throw stillReferredTo(what, outcome.children);
}
