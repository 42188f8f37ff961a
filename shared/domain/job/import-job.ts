import { dayMs } from "../time/local-days.ts";
import { Fault } from "../wire/fault.ts";
import type { ImportFormat, ImportOptions } from "./import-options.ts";
import { ended, isUnfinished, type Job, recordEndMs } from "./job.ts";

/**
 * `waiting`: the import waits for its file, or to be started. `checked`: a dry run has ended. `rejected`: nothing was
 * written, because the file has errors. Imports that are `checked`, `rejected` or `failed` may be started again.
 */
export const importStatuses = [
  "waiting",
  "queued",
  "running",
  "checked",
  "done",
  "rejected",
  "failed",
  "cancelled",
  "expired",
] as const;

/** Phases of an import: it reads the whole file (`check`), then makes the records piece by piece (`write`). */
export const importPhases = ["check", "write"] as const;

/** The records that an import makes, in this order, since each kind refers to those before it. */
export const importTables = ["sources", "species", "streams", "annotations"] as const;
export type ImportTable = (typeof importTables)[number];

export type PerTable<T> = Readonly<Record<ImportTable, T>>;

export type TableCounts = {
  /** Rows that can be imported. */
  readonly rows: number;
  readonly bad: number;
  readonly warnings: number;
  readonly made: number;
  /** Rows whose record was made by an earlier import and changed by this one. */
  readonly changed: number;
  /**
   * Rows whose record exists already and stays unchanged. An earlier import made the record; a species may also have
   * been made by a user.
   */
  readonly there: number;
};

export const noCounts: PerTable<TableCounts> = perTable(() => ({
  rows: 0,
  bad: 0,
  warnings: 0,
  made: 0,
  changed: 0,
  there: 0,
}));

/**
 * A label in a detector's results, the number of its detections (imported or left out), and the species that it means.
 */
export type FoundLabel = {
  readonly label: string;
  readonly count: number;
  /** `undefined`: the label is imported as text, or left out because the options say so. */
  readonly species: number | undefined;
};

/** An object in S3, as it was when its import began. */
export type ImportObject = { readonly bucket: string; readonly key: string; readonly etag: string };

/** The address of an object. */
export function s3UrlOf({ bucket, key }: Pick<ImportObject, "bucket" | "key">): string {
  return `s3://${bucket}/${key.split("/").map(encodeURIComponent).join("/")}`;
}

/** An import as stored. The next step follows from the record alone, because a worker may be killed after any step. */
export type ImportJob = Job & {
  readonly format: ImportFormat;
  /** The maker's name for the file. */
  readonly filename: string | undefined;
  readonly bytes: number;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string | undefined;
  /** An object in one of the operator's buckets, instead of an upload. */
  readonly object: ImportObject | undefined;
  readonly status: (typeof importStatuses)[number];
  readonly isDryRun: boolean;
  readonly options: ImportOptions;
  readonly phase: (typeof importPhases)[number];
  /** Namespace of the ids in the file's rows. Known after the check. */
  readonly packageId: string | undefined;
  /** Number of pieces of each table that were stored to be written. */
  readonly pieces: PerTable<number>;
  /** Number of pieces written, of all tables together. */
  readonly written: number;
  /** Number of rows written, of `total`. */
  readonly done: number;
  readonly total: number;
  readonly counts: PerTable<TableCounts>;
  /** Labels in a detector's results, the most frequent ones first. Known after the check. */
  readonly labels: readonly FoundLabel[];
};

/** The state of an import before its first step. */
export const untouched = {
  phase: "check",
  startedMs: undefined,
  finishedMs: undefined,
  expiresMs: undefined,
  problem: undefined,
  packageId: undefined,
  pieces: perTable(() => 0),
  written: 0,
  done: 0,
  total: 0,
  counts: noCounts,
  labels: [],
  warnings: [],
  leaseUntilMs: undefined,
  failures: 0,
} as const;

/** Uploads and reports are kept this long after the last run. */
const importKeptMs = 30 * dayMs;

/** An import takes a file for this long, and is deleted afterwards if nobody has started it. */
const waitingMs = dayMs;

/** Time from the last signed URL of a file until no file can arrive: sending may begin for an hour, and takes time. */
const lateFileMs = 2 * 3_600_000;

/** Returns true if the import counts among the unfinished jobs of its maker. */
export function isOpen(job: Pick<ImportJob, "status">): boolean {
  return job.status === "waiting" || isUnfinished(job);
}

/** Returns for how long an import still takes a file, in milliseconds; 0 if it does not. */
export function waitsForFileMs({ status, object, createdMs }: ImportJob, nowMs: number): number {
  if (status !== "waiting" || object !== undefined) return 0;
  return Math.max(0, createdMs + waitingMs - nowMs);
}

/**
 * Returns the time at which the clean-up handles an import that no worker has: it deletes the import's files, or its
 * record.
 */
export function importCleanUpMs({ status, createdMs, expiresMs, finishedMs = 0 }: ImportJob): number {
  if (status === "waiting") return createdMs + waitingMs + lateFileMs;
  return status === "expired" ? recordEndMs({ finishedMs }) : (expiresMs ?? finishedMs);
}

/**
 * Returns the time at which the clean-up removes the files of an import again that somebody has just deleted. By then, no
 * file can arrive, and the import's worker has noticed the end.
 */
export function lastFileMs(nowMs: number): number {
  return nowMs + lateFileMs;
}

/** Returns true if the upload and the report may still exist. */
export function hasFiles({ status, expiresMs }: ImportJob, nowMs: number): boolean {
  return status !== "cancelled" && status !== "expired" && (expiresMs ?? nowMs + 1) > nowMs;
}

/** Returns the import at the end of a run. */
export function endedImport(
  job: ImportJob,
  status: "checked" | "done" | "rejected" | "failed",
  nowMs: number,
  problem?: string,
): ImportJob {
  return { ...ended(job, status, nowMs), problem, expiresMs: nowMs + importKeptMs };
}

/**
 * Returns the import after its maker or an admin has cancelled it, or has deleted its files. The records that it made
 * stay.
 */
export function cancelledImport(job: ImportJob, nowMs: number): ImportJob {
  if (job.status === "done") return { ...job, status: "expired" };
  if (job.status === "rejected" || job.status === "failed") return { ...job, expiresMs: nowMs };
  if (!isOpen(job) && job.status !== "checked") return job;
  return { ...ended(job, "cancelled", nowMs), expiresMs: undefined };
}

/**
 * Returns the import after a start, the first one or a later one.
 * @throws Fault `conflict` while it runs, and when it can no longer be started
 */
export function started(job: ImportJob, options: ImportOptions, isDryRun: boolean, nowMs: number): ImportJob {
  if (isUnfinished(job))
    throw new Fault("conflict", "This import is already running. GET it to see its progress.");
  if (job.status === "done") {
    throw new Fault("conflict", "This import is done. To import the file again, start another import.");
  }
  if (!hasFiles(job, nowMs)) {
    throw new Fault("conflict", "The file of this import has been removed. Start another import.");
  }
  return { ...job, ...untouched, options, isDryRun, status: "queued" };
}

export function perTable<T>(make: (table: ImportTable) => T): PerTable<T> {
  const [sources, species, streams, annotations] = [
    make("sources"),
    make("species"),
    make("streams"),
    make("annotations"),
  ];
  return { sources, species, streams, annotations };
}
