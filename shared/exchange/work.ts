import { type ExportJob, failed } from "../domain/export-job.ts";
import type { ExportWriter } from "../store/export-writer.ts";
import { type Lease, LeaseLost, takeLease } from "./lease.ts";
import { exportSteps, type Opened, type StepDeps } from "./steps.ts";

export type WorkerDeps = StepDeps & {
  readonly jobs: Pick<ExportWriter, "save">;
  /** Called with each error, whether the job goes on or has ended by it. */
  readonly report: (job: ExportJob, error: unknown) => void;
};

/** A step that fails this many times one after the other ends its job. */
const mostFailures = 5;

/** There is no time left for the step. */
class Paused extends Error {}

/**
 * Works on a job until it has ended, or `canContinue` says that there is no time left. Each step first stores its result
 * as objects of its own, whole, and then moves the job on. So a worker that was killed at any point is followed by one
 * that does the same step again, with the same result.
 * @returns the job as this worker leaves it; `undefined` when another one has it
 */
export function exportWorker(deps: WorkerDeps) {
  const { jobs, files, nowMs } = deps;
  const steps = exportSteps(deps);

  /** Leaves the job to the next worker. After a lost lease it is somebody else's already. */
  async function putBack(lease: Lease, error: unknown): Promise<void> {
    try {
      if (error instanceof Paused) await lease.save({ leaseUntilMs: undefined });
      else if (!(error instanceof LeaseLost)) await fail(lease, error);
    } catch (uncertain) {
      // Nobody has the job when its lease ends.
      if (!(uncertain instanceof LeaseLost)) deps.report(lease.job(), uncertain);
    }
  }

  /** Counts the failure, and puts the job back or ends it. */
  async function fail(lease: Lease, error: unknown): Promise<void> {
    const job = lease.job();
    const failures = job.failures + 1;
    const ends = failures >= mostFailures;
    await lease.save(ends ? failed(job, problemOf(job), nowMs()) : { failures, leaseUntilMs: undefined });
    // Whoever has lost the lease may fail for that reason, which is no failure of the job.
    deps.report(job, error);
    if (ends) await files.remove(job.id);
  }

  async function run(lease: Lease, canContinue: () => boolean): Promise<void> {
    let opened: Opened | undefined;
    const mayGoOn = () => {
      if (!lease.isHeld()) throw new LeaseLost();
      if (!canContinue()) throw new Paused();
    };
    for (;;) {
      const job = lease.job();
      if (job.status !== "running") return files.removeWork(job.id);
      mayGoOn();
      const { ofNothing } = deps.formats[job.format];
      if (job.phase === "pack" && job.counts.rows === 0 && ofNothing !== undefined) {
        // No step has failed.
        await lease.save({ ...failed(job, ofNothing, nowMs()), failures: 0 });
        continue;
      }
      opened ??= await steps.open(job);
      const step = job.phase === "read" ? steps.readPiece(job, opened) : steps.pack(job, opened, mayGoOn);
      await lease.save({ failures: 0, ...(await step) });
    }
  }

  return async (found: ExportJob, canContinue: () => boolean): Promise<ExportJob | undefined> => {
    const lease = await takeLease(jobs, found, nowMs);
    if (lease === undefined) return undefined;
    try {
      // The worker before it may have been killed by the same step each time.
      if (lease.job().failures >= mostFailures) throw new Error("Its workers were killed again and again");
      await run(lease, canContinue);
    } catch (error) {
      await putBack(lease, error);
    } finally {
      lease.stop();
    }
    return lease.job();
  };
}

function problemOf({ id, phase, done, total }: ExportJob): string {
  const where = phase === "read" ? `after ${done} of ${total} annotations` : "while its files were written";
  return `The export failed ${where}, ${mostFailures} times one after the other. Begin it again. If that fails, too, tell your operator the number of the export, ${id}: the log has the reason under it.`;
}
