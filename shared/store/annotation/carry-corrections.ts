import * as z from "zod/mini";
import { atMost } from "../../runtime/at-most.ts";
import { logger } from "../../runtime/log.ts";
import { getItem } from "../../table/item.ts";
import { keys } from "../../table/schema.ts";
import type { Key, Table } from "../../table/table.ts";
import { type PendingTask, pendingTask } from "../../table/tasks.ts";
import { transact } from "../../table/transaction.ts";
import { remove, unchanged } from "../../table/write.ts";
import { annotationIdsOf } from "./reader.ts";
import { rightTimes } from "./right-times.ts";

/** The corrected record: a stream with a new start, or a capture source with a new time zone. */
export type Corrected = { readonly kind: "moved-stream" | "moved-source"; readonly id: number };

export type CarryOptions = {
  readonly canContinue: () => boolean;
  readonly nowMs: number;
  readonly report?: (left: number) => void;
};

/** Number of annotations corrected at a time. */
const concurrency = 8;

const Versioned = z.object({ ver: z.int() });

/**
 * Carries a correction over to the annotations, and completes its task when no more annotations can need the
 * correction. It may be stopped at any time, and several runs may overlap.
 *
 * No annotation is made from the old start of a stream after the correction (see `changeBasis`). But requests that read
 * a source earlier may still use its old time zone. So only a run that begins after all of them have ended completes
 * the task, which is when the task is due.
 */
export function carryCorrections(table: Table) {
  const idsOf = annotationIdsOf(table);
  const correct = rightTimes(table);

  /**
   * @param report called with the number of annotations that are left to correct, each time it changes
   * @returns the number that are left
   */
  return async (
    { kind, id }: Corrected,
    { canContinue, nowMs, report = () => {} }: CarryOptions,
  ): Promise<number> => {
    const [name, parent] =
      kind === "moved-stream"
        ? (["vs", keys.videoStream(id)] as const)
        : (["cs", keys.captureSource(id)] as const);
    const [task, before] = await Promise.all([
      pendingTask(table, kind, id),
      getItem(table, parent, Versioned),
    ]);
    if (task === undefined) return 0;
    const ids = await idsOf(name, id);
    const inTurn = atMost(concurrency);
    let left = ids.length;
    report(left);
    const correctOne = async (annotation: number) => {
      if (!canContinue()) return;
      await correct(annotation);
      left -= 1;
      report(left);
    };
    const settled = await Promise.allSettled(ids.map((each) => inTurn(() => correctOne(each))));
    const failed = settled.find((each) => each.status === "rejected");
    if (failed)
      logger.warn("the times of some annotations could not be corrected", { kind, id, error: failed.reason });
    if (left === 0 && (kind === "moved-stream" || nowMs >= task.dueMs)) {
      await completeUnlessCorrected(table, task, parent, before?.ver);
    }
    return left;
  };
}

/** Completes a task, unless its record was changed or the task was added again after both were read. */
async function completeUnlessCorrected(
  table: Table,
  { kind, id, dueMs }: PendingTask,
  parent: Key,
  version: number | undefined,
): Promise<void> {
  await transact(table, [
    remove(keys.task(kind, id), "dueMs", dueMs, "task-renewed"),
    ...(version === undefined ? [] : [unchanged(parent, version, "changed-meanwhile")]),
  ]);
}
