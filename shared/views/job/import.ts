import * as z from "zod/mini";
import { type ImportJob, importPhases, importStatuses, s3UrlOf } from "../../domain/job/import-job.ts";
import { ImportFormat, ShownImportOptions, shownImportOptions } from "../../domain/job/import-options.ts";
import { UploadLink } from "../../domain/media/media.ts";
import { UserSummary } from "../../domain/person/user.ts";
import { formatTimestamp, TimestampView, timestampOrNull } from "../../domain/time/timestamp.ts";
import { described } from "../../domain/wire/described.ts";
import { Id } from "../../domain/wire/id.ts";

const number = z.int().check(z.nonnegative());
const time = z.nullable(TimestampView);
const counts = z
  .strictObject({ rows: number, bad: number, warnings: number, made: number, changed: number, there: number })
  .check(z.meta({ id: "ImportCounts" }));

const fields = {
  id: Id,
  format: ImportFormat,
  filename: z.nullable(z.string()),
  s3_url: described(z.nullable(z.string()), "Address of the file, if it was not uploaded."),
  bytes: number,
  status: described(
    z.enum(importStatuses),
    "`waiting`: the import waits for its file, or to be started. It is then `queued` and `running`. `checked`: a dry run has ended. `rejected`: nothing was written, because the file has errors. Otherwise it ends as `done`, `failed` or `cancelled`. `expired`: the file and the report have been removed.",
  ),
  created: TimestampView,
  started: time,
  finished: time,
  expires: described(time, "Time at which the file and the report are removed."),
  created_by: UserSummary,
  dry_run: z.boolean(),
  options: ShownImportOptions,
  progress: described(
    z.strictObject({ phase: z.enum(importPhases), done: number, total: number }),
    "`check`: the file is being read. `write`: number of rows written (`done`), of all rows (`total`).",
  ),
  counts: described(
    z.strictObject({ sources: counts, species: counts, streams: counts, annotations: counts }),
    "Counts for each kind of record. `rows`: rows that can be imported. `bad`: rows that cannot. `warnings`: values that are imported differently from the file. `made`: records that this import made. `changed`: records that an earlier import made and this one changed. `there`: records that exist already, mostly from an earlier import, and stay unchanged.",
  ),
  warnings: described(
    z.array(z.strictObject({ code: z.string(), count: number, first: z.string() })),
    "Warnings about the file, each with the number of occurrences and the first of them.",
    [{ code: "no-file", count: 3, first: "media.csv, line 2: The file is not in the package." }],
  ),
  labels: described(
    z.array(
      z
        .strictObject({ label: z.string(), count: number, species: z.nullable(Id) })
        .check(z.meta({ id: "ImportLabel" })),
    ),
    "Only for `megadetector` and `speciesnet`. Labels of the detections, the most frequent ones first, at most 300, each with its number of detections. `species`: the species that the label means, by the option `labels` or by its name. `null`: the label is imported as text, or the option leaves it out.",
    [{ label: "fox", count: 120, species: 12 }],
  ),
  report_url: described(
    z.nullable(z.string()),
    "Address of the report, valid for an hour: a CSV table of the problems in the file, by file, row and column. GET the import again for a new address.",
  ),
  problem: described(z.nullable(z.string()), "Reason of the rejection or failure."),
};

export const ImportView = z.strictObject(fields).check(z.meta({ id: "Import" }));
export type ImportView = z.infer<typeof ImportView>;

export const BegunImport = z
  .strictObject({
    ...fields,
    upload: described(
      z.nullable(UploadLink),
      "Address for the PUT of the file. `null` with `s3_url`, and once the import no longer waits for a file.",
    ),
  })
  .check(z.meta({ id: "BegunImport" }));

type Links = { readonly reportLink: (job: ImportJob) => Promise<string | undefined> };

/** Returns a function that shows an import, with a newly signed URL of its report. */
export function importShown({ reportLink }: Links) {
  return async (job: ImportJob, maker: UserSummary): Promise<ImportView> =>
    viewImport(job, maker, await reportLink(job));
}

export function viewImport(job: ImportJob, maker: UserSummary, reportUrl: string | undefined): ImportView {
  const { id, format, filename, bytes, status, isDryRun, options, phase, done, total, problem } = job;
  return {
    id,
    format,
    filename: filename ?? null,
    s3_url: job.object ? s3UrlOf(job.object) : null,
    bytes,
    status,
    created: formatTimestamp(job.createdMs),
    started: timestampOrNull(job.startedMs),
    finished: timestampOrNull(job.finishedMs),
    expires: timestampOrNull(job.expiresMs),
    created_by: maker,
    dry_run: isDryRun,
    options: shownImportOptions(options),
    progress: { phase, done, total },
    counts: job.counts,
    labels: job.labels.map(({ species = null, ...label }) => ({ ...label, species })),
    warnings: [...job.warnings],
    report_url: reportUrl ?? null,
    problem: problem ?? null,
  };
}
