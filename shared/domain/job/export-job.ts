import type { SentFilters } from "./export-filters.ts";
import type { ExportFormat, ExportOptions } from "./export-options.ts";
import { ended, isUnfinished, type Job, lateMs, recordEndMs } from "./job.ts";

/** `done`, `failed` and `cancelled` are ends. `expired`: it was done, and its files are gone. */
export const exportStatuses = ["queued", "running", "done", "failed", "cancelled", "expired"] as const;
type ExportStatus = (typeof exportStatuses)[number];

/**
 * What a job does now: it reads the annotations piece by piece, then joins the pieces to files. With stills it finds the
 * moments that need one in between, and cuts them.
 */
export const exportPhases = ["read", "plan", "cut", "pack"] as const;
type ExportPhase = (typeof exportPhases)[number];

/** How many pieces of the plan are cut, and how many stills, of how many. */
type StillsProgress = { readonly pieces: number; readonly done: number; readonly total: number };

/** A file that an export has made. `sha256` is in hexadecimal. */
export type MadeFile = { readonly name: string; readonly bytes: number; readonly sha256: string };

/** What became of the annotations that matched: each is a row, or it is one of the others. */
type ExportCounts = {
  readonly rows: number;
  /** Deleted after the export began. */
  readonly gone: number;
  /** Rows of annotations that changed after the export began. They are in the file as they were read. */
  readonly changed: number;
  /** Left out, because an extremely sensitive species was seen in the same stream. */
  readonly withheld: number;
  /** Left out by the options, or by the format: labels of machines, of no animal (`dwca`), or without a frame. */
  readonly left_out: number;
};

/** An export as stored. What is left to do follows from it: a worker may be killed after any step. */
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

/** When the clean-up looks at an ended job: its files go, or its record. */
export function exportCleanUpMs({ status, expiresMs, finishedMs = 0 }: ExportJob): number {
  if (status === "done") return expiresMs ?? finishedMs;
  return status === "expired" ? recordEndMs({ finishedMs }) : finishedMs + lateMs;
}

/** A finished job without its files. */
export function expiredExport(job: ExportJob): ExportJob {
  return { ...job, status: "expired", files: [] };
}

/** The job after its maker, or an admin, has stopped it or given up its files. */
export function cancelledExport(job: ExportJob, nowMs: number): ExportJob {
  if (job.status === "done") return expiredExport(job);
  if (!isUnfinished(job)) return job;
  return { ...ended(job, "cancelled", nowMs), files: [] };
}

/** The job after it cannot go on. */
export function failedExport(job: ExportJob, problem: string, nowMs: number): ExportJob {
  return { ...ended(job, "failed", nowMs), problem, files: [] };
}
