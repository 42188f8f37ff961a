import type { SentFilters } from "./export-filters.ts";
import type { ExportFormat, ExportOptions } from "./export-options.ts";
import { Fault } from "./fault.ts";
import { includesRole } from "./role.ts";
import type { User } from "./user.ts";

/** `done`, `failed` and `cancelled` are ends. `expired`: it was done, and its files are gone. */
export const jobStatuses = ["queued", "running", "done", "failed", "cancelled", "expired"] as const;
type JobStatus = (typeof jobStatuses)[number];

/** What a job does now: it reads the annotations piece by piece, then joins the pieces to files. */
export const jobPhases = ["read", "pack"] as const;
type JobPhase = (typeof jobPhases)[number];

/** A file that a job has made. `sha256` is in hexadecimal. */
export type JobFile = { readonly name: string; readonly bytes: number; readonly sha256: string };

/** What became of the annotations that matched: each is a row, or it is one of the others. */
type ExportCounts = {
  readonly rows: number;
  /** Deleted after the export began. */
  readonly gone: number;
  /** Rows of annotations that changed after the export began. They are in the file as they were read. */
  readonly changed: number;
  /** Left out, because an extremely sensitive species was seen in the same stream. */
  readonly withheld: number;
  /** Labels of machines that the option `machine` leaves out. */
  readonly left_out: number;
};

/** What the files lack: how often, and where first. */
export type JobWarning = { readonly code: string; readonly count: number; readonly first: string };

/** An export as stored. What is left to do follows from it: a worker may be killed after any step. */
export type ExportJob = {
  readonly id: number;
  /** Id of the user who began it. */
  readonly maker: number;
  readonly format: ExportFormat;
  /** As sent. */
  readonly filters: SentFilters | undefined;
  readonly options: ExportOptions;
  readonly status: JobStatus;
  readonly createdMs: number;
  readonly startedMs: number | undefined;
  readonly finishedMs: number | undefined;
  /** When the files go. */
  readonly expiresMs: number | undefined;
  readonly phase: JobPhase;
  /** Number of annotations read, of `total`. */
  readonly done: number;
  readonly total: number;
  readonly counts: ExportCounts;
  readonly warnings: readonly JobWarning[];
  readonly files: readonly JobFile[];
  /** Why it failed. */
  readonly problem: string | undefined;
  /** A worker has the job until then. `undefined` when the last one has put it back. */
  readonly leaseUntilMs: number | undefined;
  /** Failed tries since the last progress. */
  readonly failures: number;
  readonly version: number;
};

const dayMs = 24 * 3_600_000;

/** A record goes this long after its job has ended. */
const keptMs = 90 * dayMs;

/** A worker that has not noticed the end of its job may still write a file for so long. */
const lateMs = 15 * 60_000;

export function isUnfinished({ status }: Pick<ExportJob, "status">): boolean {
  return status === "queued" || status === "running";
}

/** When the clean-up looks at an ended job: its files go, or its record. */
export function cleanUpMs({ status, expiresMs, finishedMs = 0 }: ExportJob): number {
  if (status === "done") return expiresMs ?? finishedMs;
  return status === "expired" ? recordEndMs({ finishedMs }) : finishedMs + lateMs;
}

export function recordEndMs({ finishedMs = 0 }: Pick<ExportJob, "finishedMs">): number {
  return finishedMs + keptMs;
}

/** A finished job without its files. */
export function expired(job: ExportJob): ExportJob {
  return { ...job, status: "expired", files: [] };
}

/** The job after its maker, or an admin, has stopped it or given up its files. */
export function cancelled(job: ExportJob, nowMs: number): ExportJob {
  if (job.status === "done") return expired(job);
  if (!isUnfinished(job)) return job;
  return { ...job, status: "cancelled", finishedMs: nowMs, files: [], leaseUntilMs: undefined };
}

/** The job after it cannot go on. */
export function failed(job: ExportJob, problem: string, nowMs: number): ExportJob {
  return { ...job, status: "failed", problem, finishedMs: nowMs, files: [], leaseUntilMs: undefined };
}

/**
 * A job that the caller may see.
 * @throws Fault `not-found` for a job of somebody else, as for none: who exports what is nobody else's business
 */
export function requireOwn(job: ExportJob | undefined, id: number, caller: User): ExportJob {
  if (job && (job.maker === caller.id || includesRole(caller.role, "admin"))) return job;
  throw new Fault("not-found", `There is no export ${id}.`);
}

/** The terms that lists find a job by. */
export function exportTerms({ maker }: ExportJob): readonly (readonly ["*"] | readonly ["by", number])[] {
  return [["*"], ["by", maker]];
}
