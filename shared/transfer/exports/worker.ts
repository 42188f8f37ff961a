import { type ExportJob, failedExport } from "../../domain/job/export-job.ts";
import type { ExportWriter } from "../../store/job/export-writer.ts";
import { type JobWorkerDeps, jobWorker, mostFailures } from "../../work/job-worker.ts";
import { ExportImpossible } from "./format.ts";
import { exportSteps, type Opened, type StepDeps } from "./steps.ts";

export type WorkerDeps = StepDeps & {
  readonly jobs: Pick<ExportWriter, "save">;
  readonly report: JobWorkerDeps<ExportJob>["report"];
};

/** Works on exports (see `jobWorker`). Each step stores its result in its own objects. */
export function exportWorker(deps: WorkerDeps) {
  const { jobs, files, nowMs, report } = deps;
  const steps = exportSteps(deps);

  const run: JobWorkerDeps<ExportJob>["run"] = async (lease, mayGoOn) => {
    let opened: Opened | undefined;
    for (;;) {
      const job = lease.job();
      if (job.status !== "running") return files.removeWork(job.id);
      mayGoOn();
      const { ofNothing } = deps.formats[job.format];
      if (job.phase === "pack" && job.counts.rows === 0 && ofNothing !== undefined) {
        await lease.save({ ...failedExport(job, ofNothing, nowMs()), failures: 0 });
        continue;
      }
      opened ??= await steps.open(job, mayGoOn);
      const step = steps.next(job, opened, mayGoOn);
      await lease.save({ failures: 0, ...(await step.catch(ifImpossible(job))) });
    }
  };

  /** An impossible export ends at once. This does not count as the failure of a step. */
  const ifImpossible = (job: ExportJob) => (error: unknown) => {
    if (error instanceof ExportImpossible) return failedExport(job, error.message, nowMs());
    throw error;
  };

  return jobWorker({
    jobs,
    run,
    givenUp: (job) => failedExport(job, problemOf(job), nowMs()),
    onGivenUp: files.remove,
    nowMs,
    report,
  });
}

function problemOf({ id, phase, done, total, stills }: ExportJob): string {
  const where = {
    read: `after ${done} of ${total} annotations`,
    plan: "while its stills were planned",
    cut: `after ${stills?.done} of ${stills?.total} stills`,
    pack: "while its files were written",
  }[phase];
  return `The export failed ${where}, ${mostFailures} times in a row. Start it again. If that fails, too, tell your operator the number of the export, ${id}. The log has the reason under this number.`;
}
