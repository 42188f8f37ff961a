import { isUnfinished, type Job } from "../domain/job/job.ts";

/** Stores jobs. */
export type SavesJobs<J> = {
  /** Replaces a job if it is stored as it was read. */
  readonly save: (before: J, after: J) => Promise<J | "changed-meanwhile">;
};

/** If a lease is not renewed for this long, another worker may take the job. */
const leaseMs = 120_000;
const renewMs = 30_000;

/** Thrown when the job was stopped or another worker has it. */
export class LeaseLost extends Error {}

/** Returns true if a worker may take the job. */
export function isFree(job: Job, nowMs: number): boolean {
  return isUnfinished(job) && (job.leaseUntilMs === undefined || job.leaseUntilMs <= nowMs);
}

/** Changed fields of a job. The fields that all jobs share do not depend on its kind. */
type Change<J extends Job> = Partial<J> | Partial<Pick<Job, "failures" | "leaseUntilMs">>;

export type Lease<J extends Job> = {
  /** The job as this worker has saved it. */
  readonly job: () => J;
  /** Saves a change, and renews the lease. Rejects with `LeaseLost` when another request has changed the job. */
  readonly save: (change: Change<J>) => Promise<void>;
  /** Returns true while this worker has the job, as far as it knows. */
  readonly isHeld: () => boolean;
  /** Stops renewing the lease. */
  readonly stop: () => void;
};

/**
 * Takes a job that was free when it was read, and renews the lease until `stop`. Each write is conditional on the job
 * as it was read, so only one of two workers gets the job.
 */
export async function takeLease<J extends Job>(
  { save }: SavesJobs<J>,
  job: J,
  nowMs: () => number,
): Promise<Lease<J> | undefined> {
  const startMs = nowMs();
  const taken = await save(job, {
    ...job,
    status: "running",
    startedMs: job.startedMs ?? startMs,
    // A worker that did not put the job back was killed in the middle of a step.
    failures: job.failures + (job.leaseUntilMs === undefined ? 0 : 1),
    leaseUntilMs: startMs + leaseMs,
  });
  if (taken === "changed-meanwhile") return undefined;
  let held = taken;
  let isHeld = true;
  let last: Promise<unknown> = Promise.resolve();

  /** Writes one change after the other, since each write depends on the version of the one before. */
  const inOrder = (change: Change<J>): Promise<void> => {
    const saved = last.then(async () => {
      if (!isHeld) throw new LeaseLost();
      try {
        const outcome = await save(held, { ...held, leaseUntilMs: nowMs() + leaseMs, ...change });
        if (outcome === "changed-meanwhile") throw new LeaseLost();
        held = outcome;
        isHeld = isUnfinished(held) && held.leaseUntilMs !== undefined;
      } catch (error) {
        // From now on it is uncertain which version is stored.
        isHeld = false;
        throw error;
      }
    });
    last = saved.catch(() => {});
    return saved;
  };
  const timer = setInterval(() => void inOrder({}).catch(() => {}), renewMs);
  timer.unref();
  return { job: () => held, save: inOrder, isHeld: () => isHeld, stop: () => clearInterval(timer) };
}
