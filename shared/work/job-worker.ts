import type { Job } from "../domain/job/job.ts";
import { type Lease, LeaseLost, type SavesJobs, takeLease } from "./lease.ts";

export type JobWorkerDeps<J extends Job> = {
  readonly jobs: SavesJobs<J>;
  /**
   * Does steps, and saves after each, until the job has ended. `mayGoOn` throws when the worker must stop: it is called
   * before each step, and within long ones.
   */
  readonly run: (lease: Lease<J>, mayGoOn: () => void) => Promise<void>;
  /** The job after its step has failed too often. */
  readonly givenUp: (job: J) => J;
  /** Called when the job was given up. */
  readonly onGivenUp: (id: number) => Promise<void>;
  readonly nowMs: () => number;
  /** Called with each error, whether the job goes on or has ended by it. */
  readonly report: (job: J, error: unknown) => void;
};

/** A step that fails this many times one after the other ends its job. */
export const mostFailures = 5;

/** There is no time left for the step. */
class Paused extends Error {}

/** A step that took so long and has not ended does not end in the next call either: each begins it anew. */
const mostStepMs = 10 * 60_000;

/**
 * Works on a job until it has ended, or `canContinue` says that there is no time left. Each step first stores its
 * result, whole, and then moves the job on. So a worker that was killed at any point is followed by one that does the
 * same step again, with the same result.
 * @returns the job as this worker leaves it; `undefined` when another one has it
 */
export function jobWorker<J extends Job>(deps: JobWorkerDeps<J>) {
  const { jobs, run, nowMs } = deps;

  /**
   * Leaves the job to the next worker. After a lost lease it is somebody else's already.
   * @param stepMs for how long the last step ran
   */
  async function putBack(lease: Lease<J>, error: unknown, stepMs: number): Promise<void> {
    try {
      if (error instanceof Paused && stepMs > mostStepMs) {
        await fail(lease, new Error(`A step did not end in ${Math.round(stepMs / 60_000)} minutes`));
      } else if (error instanceof Paused) await lease.save({ leaseUntilMs: undefined });
      else if (!(error instanceof LeaseLost)) await fail(lease, error);
    } catch (uncertain) {
      // Nobody has the job when its lease ends.
      if (!(uncertain instanceof LeaseLost)) deps.report(lease.job(), uncertain);
    }
  }

  /** Counts the failure, and puts the job back or ends it. */
  async function fail(lease: Lease<J>, error: unknown): Promise<void> {
    const job = lease.job();
    const failures = job.failures + 1;
    const ends = failures >= mostFailures;
    await lease.save(ends ? deps.givenUp(job) : { failures, leaseUntilMs: undefined });
    // Whoever has lost the lease may fail for that reason, which is no failure of the job.
    deps.report(job, error);
    if (ends) await deps.onGivenUp(job.id);
  }

  return async (found: J, canContinue: () => boolean): Promise<J | undefined> => {
    const lease = await takeLease(jobs, found, nowMs);
    if (lease === undefined) return undefined;
    let stepStartMs = nowMs();
    const saving: Lease<J> = {
      ...lease,
      async save(change) {
        await lease.save(change);
        stepStartMs = nowMs();
      },
    };
    try {
      // The worker before it may have been killed by the same step each time.
      if (lease.job().failures >= mostFailures) throw new Error("Its workers were killed again and again");
      await run(saving, () => {
        if (!lease.isHeld()) throw new LeaseLost();
        if (!canContinue()) throw new Paused();
      });
    } catch (error) {
      await putBack(lease, error, nowMs() - stepStartMs);
    } finally {
      lease.stop();
    }
    return lease.job();
  };
}
