import * as z from "zod/mini";
import { keys, type PendingKind } from "./schema.ts";
import { type Item, queryPage, type Table, type Write } from "./table.ts";
import { drop, put } from "./write.ts";

/**
 * Work that must be done some day, even if whoever began it is gone: it is noted before or together with what
 * makes it necessary, and crossed out when it is done. The clean-up does what is left.
 */
export type PendingWork = { readonly kind: PendingKind; readonly id: number };

/** Notes work to be taken up at `dueMs` at the earliest (milliseconds since 1970); by default at once. */
export function noteWork({ kind, id }: PendingWork, dueMs = 0): Write<"never"> {
  return put({ ...keys.pendingWork(kind, id), id, dueMs });
}

/** Crosses work out. */
export function workDone({ kind, id }: PendingWork): Write<"never"> {
  return drop(keys.pendingWork(kind, id));
}

const WorkItem = z.object({ id: z.int(), dueMs: z.int() });

/** Ids of noted work of one kind that is due, in order of their ids, page by page. */
export async function* dueWork(table: Table, kind: PendingKind, nowMs: number): AsyncGenerator<number> {
  for (let next: Item | undefined; ; ) {
    const page = await queryPage(table, {
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": keys.pendingWork(kind, 0).pk },
      ConsistentRead: true,
      ...(next ? { ExclusiveStartKey: next } : {}),
    });
    for (const item of page.items) {
      const { id, dueMs } = z.parse(WorkItem, item);
      if (dueMs <= nowMs) yield id;
    }
    if (page.next === undefined) return;
    next = page.next;
  }
}
