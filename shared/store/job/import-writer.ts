import {
  type ImportJob,
  importCleanUpMs,
  isOpen,
  lastFileMs,
  untouched,
} from "../../domain/job/import-job.ts";
import { ImportOptions } from "../../domain/job/import-options.ts";
import { isUnfinished, jobTerms, recordEndMs } from "../../domain/job/job.ts";
import type { PendingIdempotency } from "../../domain/wire/idempotency.ts";
import { indexWrites, termChanges } from "../../index/list-index.ts";
import type { Created } from "../../table/idempotency.ts";
import { nextId } from "../../table/item.ts";
import { returnToQuota, takeFromQuota } from "../../table/quota.ts";
import { keys } from "../../table/schema.ts";
import type { Table, Write } from "../../table/table.ts";
import { addTask, completeTask, type PendingTask, postponeTask } from "../../table/tasks.ts";
import { transact } from "../../table/transaction.ts";
import { remove, replace, unchanged } from "../../table/write.ts";
import { createRecord } from "../create-record.ts";
import { quotaOf } from "../upload/quota.ts";
import { importItem } from "./import-item.ts";
import { unfinishedQuota } from "./unfinished-quota.ts";

/** The fields of a new import. */
export type NewImportRecord = Pick<
  ImportJob,
  "maker" | "format" | "filename" | "bytes" | "sha256" | "object" | "createdMs"
> & {
  /** Daily quota of its maker in bytes, for uploads and imports together. */
  readonly bytesPerDay: number;
};

const changeOf = termChanges<ImportJob>("import", jobTerms);

/**
 * Writes imports. An import that is queued or running has a task of the kind `import`, for the worker. Every other
 * import has a task of the kind `idle-import`, for the clean-up.
 */
export function importWriter(table: Table) {
  async function save(
    before: ImportJob,
    after: ImportJob,
    cleanUpMs = importCleanUpMs(after),
  ): Promise<ImportJob | "changed-meanwhile" | "too-many"> {
    const { version } = before;
    const refused = await transact<"changed-meanwhile" | "too-many">(table, [
      replace(importItem({ ...after, version }), version, "changed-meanwhile"),
      ...quotaWrites(before, after),
      ...taskWrites(before, after, cleanUpMs),
    ]);
    if (refused.size === 0) return { ...after, version: version + 1 };
    return refused.has("changed-meanwhile") ? "changed-meanwhile" : "too-many";
  }

  return {
    /**
     * Creates an import, once for an idempotent request.
     * @param build checks the request; not called for a replay
     */
    create(
      build: () => Promise<NewImportRecord>,
      idempotency: PendingIdempotency,
    ): Promise<Created | "too-many" | "quota-reached"> {
      return createRecord(table, idempotency, async () => {
        const { bytesPerDay, ...fields } = await build();
        const id = await nextId(table, "T");
        const job: ImportJob = {
          ...fields,
          ...untouched,
          id,
          status: "waiting",
          isDryRun: false,
          options: ImportOptions.parse({}),
          version: 1,
        };
        return {
          id,
          item: importItem(job),
          writes: [
            takeFromQuota(unfinishedQuota(job), 1, "too-many" as const),
            ...announced(job, bytesPerDay),
            addTask({ kind: "idle-import", id }, importCleanUpMs(job)),
          ],
          change: changeOf(undefined, job),
        };
      });
    },

    /** Replaces a job as it was read with the job that starts. */
    start: save,

    /** Replaces a job as it was read. */
    async save(before: ImportJob, after: ImportJob): Promise<ImportJob | "changed-meanwhile"> {
      const saved = await save(before, after);
      if (saved === "too-many") throw new Error(`Import ${before.id} is started by the wrong function`);
      return saved;
    },

    /** Replaces a job as it was read with the job after the deletion of its files. A file may still arrive. */
    async saveDeleted(
      before: ImportJob,
      after: ImportJob,
      nowMs: number,
    ): Promise<ImportJob | "changed-meanwhile"> {
      const saved = await save(before, after, lastFileMs(nowMs));
      if (saved === "too-many") throw new Error(`Import ${before.id} was not deleted but started`);
      return saved;
    },

    /**
     * Records that the files of a job will be deleted, and keeps its task so that the clean-up later deletes the
     * record.
     */
    async expire(job: ImportJob, task: PendingTask): Promise<"expired" | "changed-meanwhile"> {
      if (job.status === "done" || job.status === "checked") {
        const saved = await save(job, { ...job, status: "expired" });
        return typeof saved === "string" ? "changed-meanwhile" : "expired";
      }
      const { version } = job;
      const refused = await transact(table, [
        unchanged(keys.import(job.id), version, "changed-meanwhile"),
        postponeTask(task, recordEndMs(job)),
      ]);
      return refused.size > 0 ? "changed-meanwhile" : "expired";
    },

    /** Deletes the record of a job, unless the task was added again after it was read. */
    async forget(job: ImportJob, task: PendingTask): Promise<"forgotten" | "changed-meanwhile"> {
      const refused = await transact(
        table,
        [
          remove(keys.task("idle-import", job.id), "dueMs", task.dueMs, "changed-meanwhile"),
          remove(keys.import(job.id), "ver", job.version, "changed-meanwhile"),
          ...(isOpen(job) ? [returnToQuota(keys.jobQuota(job.maker), 1)] : []),
        ],
        indexWrites([changeOf(job, undefined)]),
      );
      return refused.size > 0 ? "changed-meanwhile" : "forgotten";
    },
  };
}

export type ImportWriter = ReturnType<typeof importWriter>;

function quotaWrites(before: ImportJob, after: ImportJob): readonly Write<"too-many">[] {
  if (isOpen(before) === isOpen(after)) return [];
  if (isOpen(after)) return [takeFromQuota(unfinishedQuota(after), 1, "too-many")];
  return [returnToQuota(keys.jobQuota(after.maker), 1)];
}

/**
 * Takes the size of an announced file from the quota of uploads. It is never returned: the URL for the file remains valid
 * after the deletion of the import. An object in a bucket of the operator is not sent.
 */
function announced(
  { maker, bytes, object, createdMs }: ImportJob,
  bytesPerDay: number,
): readonly Write<"quota-reached">[] {
  if (object !== undefined) return [];
  return [takeFromQuota(quotaOf({ user: maker }, createdMs, bytesPerDay), bytes, "quota-reached")];
}

function taskWrites(before: ImportJob, after: ImportJob, cleanUpMs: number): readonly Write<never>[] {
  const { id } = after;
  if (!isUnfinished(after)) {
    return [
      addTask({ kind: "idle-import", id }, cleanUpMs),
      ...(isUnfinished(before) ? [completeTask({ kind: "import", id })] : []),
    ];
  }
  if (isUnfinished(before)) return [];
  return [addTask({ kind: "import", id }), completeTask({ kind: "idle-import", id })];
}
