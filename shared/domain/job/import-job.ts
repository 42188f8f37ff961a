import { dayMs } from "../time/local-days.ts";
import { Fault } from "../wire/fault.ts";
import type { ImportFormat, ImportOptions } from "./import-options.ts";
import { ended, isUnfinished, type Job, lateMs, recordEndMs } from "./job.ts";

/**
 * `waiting`: for its file, or for the start. `checked`: a dry run has ended. `rejected`: nothing was written, because of
 * the file. `checked`, `rejected` and `failed` may be started again.
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

/** What an import does now: it reads the whole file, then makes the records piece by piece. */
export const importPhases = ["check", "write"] as const;

/** What an import makes, in this order, since each refers to those before. */
export const importTables = ["sources", "species", "streams", "annotations"] as const;
export type ImportTable = (typeof importTables)[number];

export type PerTable<T> = Readonly<Record<ImportTable, T>>;

export type TableCounts = {
  /** Rows that can be taken. */
  readonly rows: number;
  readonly bad: number;
  readonly warnings: number;
  readonly made: number;
  /** Rows whose record an earlier import has made, and this one has changed. */
  readonly changed: number;
  /** Rows whose record an earlier import has made, or anybody, for species, and which stays as it is. */
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

/** A label that results of a detector have, how often it would come in or be left out, and the species that it means. */
export type FoundLabel = {
  readonly label: string;
  readonly count: number;
  /** `undefined`: it comes in as text, or is left out because the options say so. */
  readonly species: number | undefined;
};

/** An object as it was when its import began. */
export type ImportObject = { readonly bucket: string; readonly key: string; readonly etag: string };

/** The address of an object. */
export function s3UrlOf({ bucket, key }: Pick<ImportObject, "bucket" | "key">): string {
  return `s3://${bucket}/${key.split("/").map(encodeURIComponent).join("/")}`;
}

/** An import as stored. What is left to do follows from it: a worker may be killed after any step. */
export type ImportJob = Job & {
  readonly format: ImportFormat;
  /** As its maker calls the file. */
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
  /** What the ids of the file's rows are unique in. Known when it was checked. */
  readonly packageId: string | undefined;
  /** Number of pieces of each table that were stored to be written. */
  readonly pieces: PerTable<number>;
  /** Number of pieces written, of all tables together. */
  readonly written: number;
  /** Number of rows written, of `total`. */
  readonly done: number;
  readonly total: number;
  readonly counts: PerTable<TableCounts>;
  /** Of results of a detector, the most frequent ones first. Known when the file was checked. */
  readonly labels: readonly FoundLabel[];
};

/** An import of which nothing is done yet. */
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

/** A job whose file does not come, or that nobody starts, goes after this time. */
const waitingMs = dayMs;

/** Whether it counts among the unfinished jobs of its maker. */
export function isOpen(job: Pick<ImportJob, "status">): boolean {
  return job.status === "waiting" || isUnfinished(job);
}

/** When the clean-up looks at a job that no worker has to do with: its files go, or its record. */
export function importCleanUpMs({ status, createdMs, expiresMs, finishedMs = 0 }: ImportJob): number {
  if (status === "waiting") return createdMs + waitingMs;
  if (status === "expired") return recordEndMs({ finishedMs });
  return status === "cancelled" ? finishedMs + lateMs : (expiresMs ?? finishedMs);
}

/** Whether the upload and the report may be there. */
export function hasFiles({ status, expiresMs }: ImportJob, nowMs: number): boolean {
  return status !== "cancelled" && status !== "expired" && (expiresMs ?? nowMs + 1) > nowMs;
}

/** The job after this run of it. */
export function endedImport(
  job: ImportJob,
  status: "checked" | "done" | "rejected" | "failed",
  nowMs: number,
  problem?: string,
): ImportJob {
  return { ...ended(job, status, nowMs), problem, expiresMs: nowMs + importKeptMs };
}

/** The job after its maker, or an admin, has stopped it or given up its files. The records that it made stay. */
export function cancelledImport(job: ImportJob, nowMs: number): ImportJob {
  if (job.status === "done") return { ...job, status: "expired" };
  if (job.status === "rejected" || job.status === "failed") return { ...job, expiresMs: nowMs };
  if (!isOpen(job) && job.status !== "checked") return job;
  return { ...ended(job, "cancelled", nowMs), expiresMs: undefined };
}

/**
 * The job as it is started, or started again.
 * @throws Fault `conflict` while it runs, and when it cannot be started any more
 */
export function started(job: ImportJob, options: ImportOptions, isDryRun: boolean, nowMs: number): ImportJob {
  if (isUnfinished(job))
    throw new Fault("conflict", "This import runs already. GET it to see how far it is.");
  if (job.status === "done") {
    throw new Fault("conflict", "This import is done. To import the file again, begin another import.");
  }
  if (!hasFiles(job, nowMs)) {
    throw new Fault("conflict", "The file of this import has been removed. Begin another import.");
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
