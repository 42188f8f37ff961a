import { includesRole } from "../person/role.ts";
import type { User } from "../person/user.ts";
import { dayMs } from "../time/local-days.ts";
import { Fault } from "../wire/fault.ts";

/** What exports and imports have in common: work that goes on after its request. Times are milliseconds since 1970. */
export type Job = {
  readonly id: number;
  /** Id of the user who began it. */
  readonly maker: number;
  readonly status: string;
  readonly createdMs: number;
  readonly startedMs: number | undefined;
  readonly finishedMs: number | undefined;
  /** When its files go. */
  readonly expiresMs: number | undefined;
  readonly warnings: readonly JobWarning[];
  /** Why it failed. */
  readonly problem: string | undefined;
  /** A worker has the job until then. `undefined` when the last one has put it back. */
  readonly leaseUntilMs: number | undefined;
  /** Failed tries since the last progress. */
  readonly failures: number;
  readonly version: number;
};

/** What a job warns of: how often, and where first. */
export type JobWarning = { readonly code: string; readonly count: number; readonly first: string };

/** Unfinished jobs that a user may have, of all kinds together. */
export const mostUnfinished = 5;

/** A record goes this long after its job has ended. */
const recordKeptMs = 90 * dayMs;

/** A worker that has not noticed the end of its job may still write a file for so long. */
export const lateMs = 15 * 60_000;

/** Whether a worker has something left to do. */
export function isUnfinished({ status }: Pick<Job, "status">): boolean {
  return status === "queued" || status === "running";
}

/** The job with its end: no worker has it any more. */
export function ended<J extends Job>(job: J, status: J["status"], nowMs: number): J {
  return { ...job, status, finishedMs: nowMs, leaseUntilMs: undefined };
}

export function recordEndMs({ finishedMs = 0 }: Pick<Job, "finishedMs">): number {
  return finishedMs + recordKeptMs;
}

/**
 * A job that the caller may see.
 * @throws Fault `not-found` for a job of somebody else, as for none: who takes what out or in is nobody else's business
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

/** The terms that lists find a job by. */
export function jobTerms({
  maker,
}: Pick<Job, "maker">): readonly (readonly ["*"] | readonly ["by", number])[] {
  return [["*"], ["by", maker]];
}
