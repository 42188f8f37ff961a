import type { SentFilters } from "./export-filters.ts";
import type { ExportFormat, ExportOptions } from "./export-options.ts";
import { ended, isUnfinished, type Job, lateMs, recordEndMs } from "./job.ts";

/** A job ends as `done`, `failed` or `cancelled`. A `done` job becomes `expired` when its files are deleted. */
export const exportStatuses = ["queued", "running", "done", "failed", "cancelled", "expired"] as const;
type ExportStatus = (typeof exportStatuses)[number];

/**
 * Phases of an export. `read`: reads the annotations piece by piece. `pack`: joins the pieces into files. An export
 * with stills has two more phases in between: `plan` finds the moments that need a still, and `cut` cuts the stills.
 */
export const exportPhases = ["read", "plan", "cut", "pack"] as const;
type ExportPhase = (typeof exportPhases)[number];

/** Progress of the stills: number of pieces of the plan that are cut, and number of stills cut, of `total`. */
type StillsProgress = { readonly pieces: number; readonly done: number; readonly total: number };

/** A file that an export has made. `sha256` is in hexadecimal. */
export type MadeFile = { readonly name: string; readonly bytes: number; readonly sha256: string };

/** Counts of the annotations that matched. Each annotation is a row, or counts as `gone`, `withheld` or `left_out`. */
type ExportCounts = {
  readonly rows: number;
  /** Deleted after the export began. */
  readonly gone: number;
  /** Rows of annotations that changed after the export began. The file has the values that were read. */
  readonly changed: number;
  /** Left out, because an extremely sensitive species was seen in the same stream. */
  readonly withheld: number;
  /**
   * Left out by the options, or by the format: labels of machines, labels without an animal (`dwca`), or labels without
   * a frame.
   */
  readonly left_out: number;
};

/** An export as stored. The next step follows from the record alone, because a worker may be killed after any step. */
export type ExportJob = Job & {
  readonly format: ExportFormat;
  /** As sent. */
  readonly filters: SentFilters | undefined;
  readonly options: ExportOptions;
  readonly status: ExportStatus;
  readonly phase: ExportPhase;
  /** Number of annotations read, of `total`. */
  readonly done: number;
  readonly total: number;
  /** `undefined` until the plan is made. */
  readonly stills: StillsProgress | undefined;
  readonly counts: ExportCounts;
  readonly files: readonly MadeFile[];
};

/** Returns the time at which the clean-up handles an ended job: it deletes the job's files, or its record. */
export function exportCleanUpMs({ status, expiresMs, finishedMs = 0 }: ExportJob): number {
  if (status === "done") return expiresMs ?? finishedMs;
  return status === "expired" ? recordEndMs({ finishedMs }) : finishedMs + lateMs;
}

/** A finished job without its files. */
export function expiredExport(job: ExportJob): ExportJob {
  return { ...job, status: "expired", files: [] };
}

/** Returns the job after its maker or an admin has cancelled it, or has deleted its files. */
export function cancelledExport(job: ExportJob, nowMs: number): ExportJob {
  if (job.status === "done") return expiredExport(job);
  if (!isUnfinished(job)) return job;
  return { ...ended(job, "cancelled", nowMs), files: [] };
}

/** Returns the job after a failure. */
export function failedExport(job: ExportJob, problem: string, nowMs: number): ExportJob {
  return { ...ended(job, "failed", nowMs), problem, files: [] };
}
