import { includesRole } from "../person/role.ts";
import type { User } from "../person/user.ts";
import { dayMs } from "../time/local-days.ts";
import { Fault } from "../wire/fault.ts";

/**
 * The common fields of exports and imports: work that continues after the request that started it. Times are
 * milliseconds since 1970.
 */
export type Job = {
  readonly id: number;
  /** Id of the user who began it. */
  readonly maker: number;
  readonly status: string;
  readonly createdMs: number;
  readonly startedMs: number | undefined;
  readonly finishedMs: number | undefined;
  /** Time at which its files are deleted. */
  readonly expiresMs: number | undefined;
  readonly warnings: readonly JobWarning[];
  /** The reason of a failure. */
  readonly problem: string | undefined;
  /** End of the worker's lease. `undefined` when no worker has the job. */
  readonly leaseUntilMs: number | undefined;
  /** Failed tries since the last progress. */
  readonly failures: number;
  readonly version: number;
};

/** A warning of a job: its code, how often it occurred, and where it occurred first. */
export type JobWarning = { readonly code: string; readonly count: number; readonly first: string };

/** Maximum number of unfinished jobs of a user, of all kinds together. */
export const mostUnfinished = 5;

/** A job's record is deleted this long after the job's end. */
const recordKeptMs = 90 * dayMs;

/** A worker that has not noticed the end of its job may still write a file for this long after it. */
export const lateMs = 15 * 60_000;

/** Returns true if a worker has something left to do. */
export function isUnfinished({ status }: Pick<Job, "status">): boolean {
  return status === "queued" || status === "running";
}

/** Returns the job as ended. No worker holds it any more. */
export function ended<J extends Job>(job: J, status: J["status"], nowMs: number): J {
  return { ...job, status, finishedMs: nowMs, leaseUntilMs: undefined };
}

export function recordEndMs({ finishedMs = 0 }: Pick<Job, "finishedMs">): number {
  return finishedMs + recordKeptMs;
}

/**
 * Returns a job if the caller may see it: its maker, or an admin.
 * @throws Fault `not-found` for a missing job. A job of another user looks missing, too, because exports and imports
 * are private.
 */
export function requireOwn<J extends Pick<Job, "maker">>(
  kind: "export" | "import",
  job: J | undefined,
  id: number,
  caller: User,
): J {
  if (job && (job.maker === caller.id || includesRole(caller.role, "admin"))) return job;
  throw new Fault("not-found", `There is no ${kind} ${id}.`);
}

export function tooManyJobs(): Fault {
  return new Fault(
    "too-many-requests",
    `You have ${mostUnfinished} unfinished exports and imports. Wait until one is done, or delete one.`,
    { retryAfterSeconds: 60 },
  );
}

/** Returns the terms by which lists find a job. */
export function jobTerms({
  maker,
}: Pick<Job, "maker">): readonly (readonly ["*"] | readonly ["by", number])[] {
  return [["*"], ["by", maker]];
}
