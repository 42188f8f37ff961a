import type { Job } from "../domain/job/job.ts";
import { type Lease, LeaseLost, type SavesJobs, takeLease } from "./lease.ts";

export type JobWorkerDeps<J extends Job> = {
  readonly jobs: SavesJobs<J>;
  /**
   * Does steps, and saves the job after each, until it has ended. Calls `mayGoOn` before each step, and within long
   * ones. `mayGoOn` throws when the worker must stop.
   */
  readonly run: (lease: Lease<J>, mayGoOn: () => void) => Promise<void>;
  /** Returns the failed job, after a step has failed too often. */
  readonly givenUp: (job: J) => J;
  /** Called when the job was given up. */
  readonly onGivenUp: (id: number) => Promise<void>;
  readonly nowMs: () => number;
  /** Called with each error, whether the job continues or ends with it. */
  readonly report: (job: J, error: unknown) => void;
};

/** Number of failures in a row after which a job ends. */
export const mostFailures = 5;

/** Thrown when there is not enough time for the step. */
class Paused extends Error {}

/**
 * Maximum duration of a step. A longer step would not end in the next call either, because each call starts it again.
 */
const mostStepMs = 10 * 60_000;

/**
 * Works on a job until it has ended or `canContinue` returns false. Each step first stores its complete result, then
 * saves the job's progress. If a worker is killed, the next one repeats the step with the same result.
 * @returns the job as this worker leaves it; `undefined` when another worker has it
 */
export function jobWorker<J extends Job>(deps: JobWorkerDeps<J>) {
  const { jobs, run, nowMs } = deps;

  /**
   * Releases the job for the next worker. Does nothing after a lost lease, because another worker has the job.
   * @param stepMs duration of the last step
   */
  async function putBack(lease: Lease<J>, error: unknown, stepMs: number): Promise<void> {
    try {
      if (error instanceof Paused && stepMs > mostStepMs) {
        await fail(lease, new Error(`A step did not end in ${Math.round(stepMs / 60_000)} minutes`));
      } else if (error instanceof Paused) await lease.save({ leaseUntilMs: undefined });
      else if (!(error instanceof LeaseLost)) await fail(lease, error);
    } catch (uncertain) {
      // The job becomes free when its lease ends.
      if (!(uncertain instanceof LeaseLost)) deps.report(lease.job(), uncertain);
    }
  }

  /** Counts the failure, and puts the job back or ends it. */
  async function fail(lease: Lease<J>, error: unknown): Promise<void> {
    const job = lease.job();
    const failures = job.failures + 1;
    const ends = failures >= mostFailures;
    await lease.save(ends ? deps.givenUp(job) : { failures, leaseUntilMs: undefined });
    // Reported only after a successful save: a worker may fail because it lost its lease, which is not the job's
    // failure.
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
      // The same step may have killed each earlier worker.
      if (lease.job().failures >= mostFailures)
        throw new Error("The job's workers were killed again and again");
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
