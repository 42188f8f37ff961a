import * as z from "zod/mini";
import { keys, type PendingKind } from "./schema.ts";
import { type Item, queryPage, type Table, type Write } from "./table.ts";
import { transact } from "./transaction.ts";
import { drop, put, remove } from "./write.ts";

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

/** Work as it was noted; `dueMs` is when it may be taken up at the earliest. */
export type Note = PendingWork & { readonly dueMs: number };

/** Puts off a note as it was read, in the transaction that does its work; refused when somebody made it anew. */
export function putOff({ kind, id, dueMs }: Note, untilMs: number): Write<"noted-anew"> {
  const item = { ...keys.pendingWork(kind, id), id, dueMs: untilMs };
  return {
    key: item,
    refusal: "noted-anew",
    toItem: (TableName) => ({
      Put: {
        TableName,
        Item: item,
        ConditionExpression: "dueMs = :read",
        ExpressionAttributeValues: { ":read": dueMs },
      },
    }),
  };
}

/** Crosses out a note, unless it was made anew since it was read: then there is more to do. */
export async function crossOut(table: Table, { kind, id, dueMs }: Note): Promise<void> {
  await transact(table, [remove(keys.pendingWork(kind, id), "dueMs", dueMs, "noted-anew")]);
}

/** The notes of one kind as items, in order of their ids, page by page: one that cannot be read stops no other. */
export async function* noteItems(table: Table, kind: PendingKind): AsyncGenerator<Item> {
  for (let next: Item | undefined; ; ) {
    const page = await queryPage(table, {
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": keys.pendingWork(kind, 0).pk },
      ConsistentRead: true,
      ...(next ? { ExclusiveStartKey: next } : {}),
    });
    yield* page.items;
    if (page.next === undefined) return;
    next = page.next;
  }
}

const NoteItem = z.object({ id: z.int(), dueMs: z.int() });

/** @throws ZodError for an item that is no note */
export function readNote(kind: PendingKind, item: Item): Note {
  return { kind, ...z.parse(NoteItem, item) };
}
