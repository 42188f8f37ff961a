import { type Copy, minutesLeft, unusedAtMs } from "../../domain/copy/copy.ts";
import { isUnfinished } from "../../domain/job/job.ts";
import { dayMs, dayOf } from "../../domain/time/local-days.ts";
import { checkParent } from "../../table/child-guard.ts";
import { type Quota, takeFromQuota } from "../../table/quota.ts";
import { keys } from "../../table/schema.ts";
import { queryPages, type Table, type Write } from "../../table/table.ts";
import { addTask, completeTask } from "../../table/tasks.ts";
import { transact } from "../../table/transaction.ts";
import { drop, put, putNew, remove, replace } from "../../table/write.ts";
import { copyItem, copyPieceItem } from "./item.ts";

/** Minutes of video that the whole service copies on a day (UTC). */
function quotaOf(atMs: number, minutesPerDay: number): Quota {
  return {
    key: keys.copyQuota(dayOf(atMs)),
    max: minutesPerDay,
    expiresSeconds: Math.ceil((atMs + 2 * dayMs) / 1000),
  };
}

/**
 * The writes that queue the copy of a stream that the same transaction creates. They take its minutes from the quota of
 * the day on which the copy may begin; of a video that is longer than any quota, they take the whole quota.
 */
export function queuedCopy(copy: Copy, minutesPerDay: number): readonly Write<"quota-reached">[] {
  const { id, createdMs, notBeforeMs = createdMs } = copy;
  const minutes = Math.min(minutesPerDay, minutesLeft(copy));
  return [
    put(copyItem(copy)),
    takeFromQuota(quotaOf(notBeforeMs, minutesPerDay), minutes, "quota-reached"),
    addTask({ kind: "copy", id }, notBeforeMs),
    addTask({ kind: "unused-copy", id }, unusedAtMs(copy)),
  ];
}

/** Number of pieces that one transaction removes. */
const removedAtOnce = 50;

type Queued = "queued" | "changed-meanwhile" | "stream-deleted" | "quota-reached";

/**
 * Writes copies. An unfinished copy has a task of the kind `copy`, for the worker, which is due when the copy may begin.
 * Each copy has a task of the kind `unused-copy`, for the clean-up.
 */
export function copyWriter(table: Table) {
  return {
    /**
     * Queues a copy.
     * @param before the failed copy of the same video, as it was read; `undefined` if the stream has no copy
     * @param minutesPerDay minutes of video that the service may copy on the day of `copy.createdMs`
     */
    async queue(before: Copy | undefined, copy: Copy, minutesPerDay: number): Promise<Queued> {
      const { id, createdMs } = copy;
      const minutes = minutesLeft(copy);
      if (minutes > minutesPerDay) return "quota-reached";
      const item = copyItem(copy);
      const refused = await transact<Exclude<Queued, "queued">>(table, [
        before === undefined
          ? putNew(item, "changed-meanwhile")
          : replace(item, before.version, "changed-meanwhile"),
        checkParent(keys.videoStream(id), id, "stream-deleted"),
        takeFromQuota(quotaOf(createdMs, minutesPerDay), minutes, "quota-reached"),
        addTask({ kind: "copy", id }),
        addTask({ kind: "unused-copy", id }, unusedAtMs(copy)),
      ]);
      const order = ["changed-meanwhile", "stream-deleted", "quota-reached"] as const;
      return order.find((refusal) => refused.has(refusal)) ?? "queued";
    },

    /** Replaces a copy as it was read, and stores the piece that was made. */
    async save(before: Copy, after: Copy): Promise<Copy | "changed-meanwhile"> {
      const { id, version } = before;
      const ends = isUnfinished(before) && !isUnfinished(after);
      const made = after.made === before.made ? undefined : after.made;
      const refused = await transact<"changed-meanwhile">(table, [
        replace(copyItem({ ...after, version }), version, "changed-meanwhile"),
        ...(made === undefined ? [] : [put(copyPieceItem(made))]),
        ...(ends ? [completeTask({ kind: "copy", id })] : []),
      ]);
      return refused.size > 0 ? "changed-meanwhile" : { ...after, version: version + 1 };
    },

    /**
     * Removes a copy as it was read, with the items of its pieces. From then on no worker can add one.
     * @returns `changed-meanwhile` if a worker or a request has changed it
     */
    async remove({ id, version }: Copy): Promise<"removed" | "changed-meanwhile"> {
      const refused = await transact<"changed-meanwhile">(table, [
        remove(keys.copy(id), "ver", version, "changed-meanwhile"),
        completeTask({ kind: "copy", id }),
      ]);
      return refused.size > 0 ? "changed-meanwhile" : "removed";
    },

    /** Removes the items of the pieces of a copy that was removed. */
    async removePieces(stream: number): Promise<void> {
      const pages = queryPages(table, {
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
        ExpressionAttributeValues: { ":pk": keys.copy(stream).pk, ":prefix": keys.copyPiecePrefix },
        ConsistentRead: true,
        Limit: removedAtOnce,
      });
      for await (const { items } of pages) {
        if (items.length > 0)
          await transact(
            table,
            items.map(({ pk, sk }) => drop({ pk: String(pk), sk: String(sk) })),
          );
      }
    },
  };
}

export type CopyWriter = ReturnType<typeof copyWriter>;
