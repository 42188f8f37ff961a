import { type ExportJob, expiredExport, exportCleanUpMs } from "../../domain/job/export-job.ts";
import { isUnfinished, jobTerms, recordEndMs } from "../../domain/job/job.ts";
import type { PendingIdempotency } from "../../domain/wire/idempotency.ts";
import { indexWrites, termChanges } from "../../index/list-index.ts";
import type { Created } from "../../table/idempotency.ts";
import { nextId } from "../../table/item.ts";
import { returnToQuota, takeFromQuota } from "../../table/quota.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { addTask, completeTask, type PendingTask, postponeTask } from "../../table/tasks.ts";
import { transact } from "../../table/transaction.ts";
import { remove, replace } from "../../table/write.ts";
import { createRecord } from "../create-record.ts";
import { exportItem } from "./export-item.ts";
import { unfinishedQuota } from "./unfinished-quota.ts";

/** The fields of a new export. */
export type NewExportRecord = Pick<
  ExportJob,
  "maker" | "format" | "filters" | "options" | "createdMs" | "total"
>;

const changeOf = termChanges<ExportJob>("export", jobTerms);

/**
 * Writes exports. An unfinished export has a task of the kind `export`, for the worker. An ended export has a task of
 * the kind `ended-export`, for the clean-up.
 */
export function exportWriter(table: Table) {
  const writer = {
    /**
     * Creates an export, once for an idempotent request.
     * @param build checks the request and stores what the export needs under its id; its result is not used for a
     * replay
     */
    create(
      build: (id: number) => Promise<NewExportRecord>,
      idempotency: PendingIdempotency,
    ): Promise<Created | "too-many"> {
      return createRecord(table, idempotency, async () => {
        const id = await nextId(table, "J");
        const fields = await build(id);
        const job: ExportJob = {
          ...fields,
          id,
          status: "queued",
          startedMs: undefined,
          finishedMs: undefined,
          expiresMs: undefined,
          phase: fields.total > 0 ? "read" : "pack",
          done: 0,
          stills: undefined,
          counts: { rows: 0, gone: 0, changed: 0, withheld: 0, left_out: 0 },
          warnings: [],
          files: [],
          problem: undefined,
          leaseUntilMs: undefined,
          failures: 0,
          version: 1,
        };
        return {
          id,
          item: exportItem(job),
          writes: [
            takeFromQuota(unfinishedQuota(job), 1, "too-many" as const),
            addTask({ kind: "export", id }),
          ],
          change: changeOf(undefined, job),
        };
      });
    },

    /** Replaces a job as it was read. If this ends the job, the same transaction adds the task of the clean-up. */
    async save(before: ExportJob, after: ExportJob): Promise<ExportJob | "changed-meanwhile"> {
      const { id, maker, version } = before;
      const ends = isUnfinished(before) && !isUnfinished(after);
      const refused = await transact<"changed-meanwhile">(table, [
        replace(exportItem({ ...after, version }), version, "changed-meanwhile"),
        ...(ends ? [completeTask({ kind: "export", id }), returnToQuota(keys.jobQuota(maker), 1)] : []),
        ...(isUnfinished(after) ? [] : [addTask({ kind: "ended-export", id }, exportCleanUpMs(after))]),
      ]);
      return refused.size > 0 ? "changed-meanwhile" : { ...after, version: version + 1 };
    },

    /**
     * Records that the files of an ended job were deleted, and keeps its task so that the clean-up later deletes the
     * record.
     */
    async expire(job: ExportJob, task: PendingTask): Promise<void> {
      if (job.status === "done") await writer.save(job, expiredExport(job));
      else await transact(table, [postponeTask(task, recordEndMs(job))]);
    },

    /** Deletes the record of a job whose files were deleted, unless the task was added again after it was read. */
    async forget(job: ExportJob, task: PendingTask): Promise<"forgotten" | "changed-meanwhile"> {
      const refused = await transact(
        table,
        [
          remove(keys.task("ended-export", job.id), "dueMs", task.dueMs, "changed-meanwhile"),
          remove(keys.export(job.id), "ver", job.version, "changed-meanwhile"),
        ],
        indexWrites([changeOf(job, undefined)]),
      );
      return refused.size > 0 ? "changed-meanwhile" : "forgotten";
    },
  };
  return writer;
}

export type ExportWriter = ReturnType<typeof exportWriter>;
