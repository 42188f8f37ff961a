import * as z from "zod/mini";
import { getItem } from "./item.ts";
import { keys, type TaskKind } from "./schema.ts";
import { type Item, queryAll, queryPages, type Table, type Write } from "./table.ts";
import { transact } from "./transaction.ts";
import { drop, put, remove } from "./write.ts";

/**
 * Work that must be done even if the process that started it crashes. The task is stored before, or together
 * with, the change that makes the work necessary, and completed afterwards. The clean-up completes pending tasks.
 */
export type Task = { readonly kind: TaskKind; readonly id: number };

/** Adds a task that is due at `dueMs` (milliseconds since 1970), by default at once. */
export function addTask({ kind, id }: Task, dueMs = 0): Write<never> {
  return put({ ...keys.task(kind, id), id, dueMs });
}

/** Completes a task, whether or not it exists. */
export function completeTask({ kind, id }: Task): Write<never> {
  return drop(keys.task(kind, id));
}

/** A task as it was read. `dueMs` is the earliest time at which it may be done. */
export type PendingTask = Task & { readonly dueMs: number };

/** Postpones a task, in the transaction that does its work. Refused if the task was added again after it was read. */
export function postponeTask({ kind, id, dueMs }: PendingTask, untilMs: number): Write<"task-renewed"> {
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

/** Completes a task, unless it was added again after it was read, because then it must be done again. */
export async function completePendingTask(table: Table, { kind, id, dueMs }: PendingTask): Promise<void> {
  await transact(table, [remove(keys.task(kind, id), "dueMs", dueMs, "task-renewed")]);
}

/**
 * The tasks of one kind as items, by id. Parse each item separately, so that an unreadable task does not block the
 * others.
 */
export async function* taskItems(table: Table, kind: TaskKind): AsyncGenerator<Item> {
  const [first, last] = [keys.task(kind, 0), keys.task(kind, Number.MAX_SAFE_INTEGER)];
  const pages = queryPages(table, {
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
    ExpressionAttributeValues: { ":pk": first.pk, ":first": first.sk, ":last": last.sk },
    ConsistentRead: true,
  });
  for await (const { items } of pages) yield* items;
}

/** The ids of the records with a task of one kind, in order. */
export async function* taskIds(table: Table, kind: TaskKind): AsyncGenerator<number> {
  for await (const item of taskItems(table, kind)) yield readTask(kind, item).id;
}

/** The ids of the records with a task of one kind that is due, in order. */
export async function* dueTaskIds(table: Table, kind: TaskKind, nowMs: number): AsyncGenerator<number> {
  for await (const item of taskItems(table, kind)) {
    const { id, dueMs } = readTask(kind, item);
    if (dueMs <= nowMs) yield id;
  }
}

const TaskItem = z.object({ id: z.int(), dueMs: z.int() });

/** One task, or `undefined` if it is completed. */
export async function pendingTask(
  table: Table,
  kind: TaskKind,
  id: number,
): Promise<PendingTask | undefined> {
  const item = await getItem(table, keys.task(kind, id), TaskItem);
  return item && { kind, ...item };
}

/** @throws ZodError for an item that is not a task */
export function readTask(kind: TaskKind, item: Item): PendingTask {
  return { kind, ...z.parse(TaskItem, item) };
}

/** Ids of records whose annotations may have outdated times. */
export type MovedParents = { readonly streams: readonly number[]; readonly sources: readonly number[] };

/** The records whose annotations may have outdated times, because a task to correct them is pending. One Query. */
export async function movedParents(table: Table): Promise<MovedParents> {
  const items = await queryAll(table, {
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": keys.task("moved-stream", 0).pk },
    ConsistentRead: true,
  });
  const ofKind = (kind: TaskKind) =>
    items
      .map((item) => z.parse(MovedItem, item))
      .filter(({ id, sk }) => keys.task(kind, id).sk === sk)
      .map(({ id }) => id);
  return { streams: ofKind("moved-stream"), sources: ofKind("moved-source") };
}

const MovedItem = z.object({ id: z.int(), sk: z.string() });
