import * as z from "zod/mini";
import { keys, type TaskKind } from "./schema.ts";
import { type Item, queryPage, type Table, type Write } from "./table.ts";
import { transact } from "./transaction.ts";
import { drop, put, remove } from "./write.ts";

/**
 * Work that must be done some day, even if whoever began it is gone: it is noted before or together with what
 * makes it necessary, and crossed out when it is done. The clean-up does what is left.
 */
export type Task = { readonly kind: TaskKind; readonly id: number };

/** Notes work to be taken up at `dueMs` at the earliest (milliseconds since 1970); by default at once. */
export function addTask({ kind, id }: Task, dueMs = 0): Write<"never"> {
  return put({ ...keys.task(kind, id), id, dueMs });
}

/** Crosses work out. */
export function completeTask({ kind, id }: Task): Write<"never"> {
  return drop(keys.task(kind, id));
}

/** Work as it was noted; `dueMs` is when it may be taken up at the earliest. */
export type Note = Task & { readonly dueMs: number };

/** Puts off a note as it was read, in the transaction that does its work; refused when somebody made it anew. */
export function postponeTask({ kind, id, dueMs }: Note, untilMs: number): Write<"task-renewed"> {
  const item = { ...keys.task(kind, id), id, dueMs: untilMs };
  return {
    key: item,
    refusal: "task-renewed",
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
export async function completePendingTask(table: Table, { kind, id, dueMs }: Note): Promise<void> {
  await transact(table, [remove(keys.task(kind, id), "dueMs", dueMs, "task-renewed")]);
}

/** The notes of one kind as items, in order of their ids, page by page: one that cannot be read stops no other. */
export async function* taskItems(table: Table, kind: TaskKind): AsyncGenerator<Item> {
  for (let next: Item | undefined; ; ) {
    const page = await queryPage(table, {
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": keys.task(kind, 0).pk },
      ConsistentRead: true,
      ...(next ? { ExclusiveStartKey: next } : {}),
    });
    yield* page.items;
    if (page.next === undefined) return;
    next = page.next;
  }
}

const TaskItem = z.object({ id: z.int(), dueMs: z.int() });

/** @throws ZodError for an item that is no note */
export function readTask(kind: TaskKind, item: Item): Note {
  return { kind, ...z.parse(TaskItem, item) };
}
