import type { ImportJob } from "../../../shared/domain/job/import-job.ts";
import { isUnfinished, recordEndMs } from "../../../shared/domain/job/job.ts";
import type { PendingTask } from "../../../shared/table/tasks.ts";
import type { Effects } from "./effects.ts";
import type { Run } from "./run.ts";

type Deps = {
  readonly findImport: (id: number) => Promise<ImportJob | undefined>;
  readonly effects: Pick<Effects, "removeImport" | "expireImport" | "forgetImport" | "completePendingTask">;
  readonly nowMs: () => number;
};

/**
 * Completes an `idle-import` task that is due. Deletes an import that was never started. For any other import, first
 * removes the files, and after 90 days the record. Changes the record before it removes files, so that nobody can start
 * an import without its file.
 */
export function endImports({ findImport, effects, nowMs }: Deps) {
  return async (run: Run, task: PendingTask): Promise<void> => {
    if (task.dueMs > nowMs()) return;
    const { id } = task;
    const job = await findImport(id);
    if (job !== undefined && isUnfinished(job)) return;
    if (job === undefined) await effects.completePendingTask(task);
    else if (job.status === "waiting" || recordEndMs(job) <= nowMs()) {
      if ((await effects.forgetImport(job, task)) === "changed-meanwhile") return;
      run.recordChange("completedTasks", `Import ${id}: record deleted`);
    } else {
      if ((await effects.expireImport(job, task)) === "changed-meanwhile") return;
      run.recordChange("removedFiles", `Import ${id}: files removed`);
    }
    await effects.removeImport(id);
  };
}
