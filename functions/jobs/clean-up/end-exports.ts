import type { ExportJob } from "../../../shared/domain/job/export-job.ts";
import { recordEndMs } from "../../../shared/domain/job/job.ts";
import type { PendingTask } from "../../../shared/table/tasks.ts";
import type { Effects } from "./effects.ts";
import type { Run } from "./run.ts";

type Deps = {
  readonly findExport: (id: number) => Promise<ExportJob | undefined>;
  readonly effects: Pick<Effects, "removeExport" | "expireExport" | "forgetExport" | "completePendingTask">;
  readonly nowMs: () => number;
};

/** Completes an `ended-export` task that is due: first removes the export's files, and after 90 days its record. */
export function endExports({ findExport, effects, nowMs }: Deps) {
  return async (run: Run, task: PendingTask): Promise<void> => {
    if (task.dueMs > nowMs()) return;
    const { id } = task;
    const job = await findExport(id);
    await effects.removeExport(id);
    if (job === undefined) return effects.completePendingTask(task);
    if (recordEndMs(job) <= nowMs()) {
      await effects.forgetExport(job, task);
      run.recordChange("completedTasks", `Export ${id}: record deleted`);
      return;
    }
    await effects.expireExport(job, task);
    run.recordChange("removedFiles", `Export ${id}: files removed`);
  };
}
