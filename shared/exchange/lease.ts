import { type ExportJob, isUnfinished } from "../domain/export-job.ts";
import type { ExportWriter } from "../store/export-writer.ts";

/** A worker that says nothing for so long is gone, and another may take its job. */
const leaseMs = 120_000;
const renewMs = 30_000;

/** The job was stopped, or another worker has it. */
export class LeaseLost extends Error {}

/** Whether a worker may take the job. */
export function isFree(job: ExportJob, nowMs: number): boolean {
  return isUnfinished(job) && (job.leaseUntilMs === undefined || job.leaseUntilMs <= nowMs);
}

export type Lease = {
  /** The job as this worker has saved it. */
  readonly job: () => ExportJob;
  /** Saves a change, and keeps the job. Rejects with `LeaseLost` when somebody else has changed it. */
  readonly save: (change: Partial<ExportJob>) => Promise<void>;
  /** Whether the job is still this worker's, as far as it knows. */
  readonly isHeld: () => boolean;
  /** Stops renewing. */
  readonly stop: () => void;
};

/**
 * Takes a job that was free when it was read, and renews the lease until `stop`. Each write is conditional on the job as
 * it was read, so of two workers only one goes on.
 */
export async function takeLease(
  { save }: Pick<ExportWriter, "save">,
  job: ExportJob,
  nowMs: () => number,
): Promise<Lease | undefined> {
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

  /** One write after the other, since each depends on the version of the one before. */
  const inOrder = (change: Partial<ExportJob>): Promise<void> => {
    const saved = last.then(async () => {
      if (!isHeld) throw new LeaseLost();
      // Whatever fails, what is stored is uncertain from then on, until somebody reads it.
      isHeld = false;
      const after = { ...held, leaseUntilMs: nowMs() + leaseMs, ...change };
      const outcome = await save(held, after);
      if (outcome === "changed-meanwhile") throw new LeaseLost();
      held = outcome;
      isHeld = isUnfinished(held) && held.leaseUntilMs !== undefined;
    });
    last = saved.catch(() => {});
    return saved;
  };
  const timer = setInterval(() => void inOrder({}).catch(() => {}), renewMs);
  timer.unref();
  return { job: () => held, save: inOrder, isHeld: () => isHeld, stop: () => clearInterval(timer) };
}
