import * as z from "zod/mini";
import { exportFor } from "../../domain/job/export-for.ts";
import { type ExportJob, exportPhases, exportStatuses } from "../../domain/job/export-job.ts";
import { ExportFormat, SentOptions, shownOptions } from "../../domain/job/export-options.ts";
import { type User, UserSummary } from "../../domain/person/user.ts";
import { formatTimestamp, TimestampView, timestampOrNull } from "../../domain/time/timestamp.ts";
import { described } from "../../domain/wire/described.ts";
import { Id } from "../../domain/wire/id.ts";

const number = z.int().check(z.nonnegative());
const time = z.nullable(TimestampView);

export const ExportView = z
  .strictObject({
    id: Id,
    format: ExportFormat,
    status: described(
      z.enum(exportStatuses),
      "`queued`, `running`, then `done`, `failed` or `cancelled`. `expired`: the files have been removed.",
    ),
    created: TimestampView,
    started: time,
    finished: time,
    expires: described(time, "Time at which the files are removed."),
    created_by: UserSummary,
    filters: described(z.nullable(z.record(z.string(), z.unknown())), "The filters as they were sent.", {
      name: "red fox",
    }),
    options: SentOptions,
    progress: described(
      z.strictObject({ phase: z.enum(exportPhases), done: number, total: number }),
      "Number of annotations read (`done`), of all that matched when the export began (`total`). In the phase `cut`: numbers of stills.",
    ),
    counts: described(
      z.strictObject({ rows: number, gone: number, changed: number, withheld: number, left_out: number }),
      "Counts of the annotations. `rows`: in the file. `changed`: rows that changed after the export began. `gone`: deleted after the export began. `withheld`: left out, because a species of `extreme` sensitivity was seen in their stream. `left_out`: labels of machines that the option `machine` leaves out; for `dwca`, also labels without an animal; for `coco` and `ytvis`, also labels without a frame.",
    ),
    warnings: described(
      z.array(z.strictObject({ code: z.string(), count: number, first: z.string() })),
      "Warnings about the files, each with the number of occurrences and the first of them.",
      [{ code: "size-unknown", count: 3, first: "annotation 17" }],
    ),
    files: z.array(
      z.strictObject({
        name: z.string(),
        bytes: number,
        sha256: described(z.string(), "SHA-256 of the file, in hexadecimal."),
        url: described(
          z.string(),
          "Address of the file, valid for an hour. GET the export again for a new address.",
        ),
      }),
    ),
    problem: described(
      z.nullable(z.string()),
      "Reason of the failure, or the reason why you may not have the files.",
    ),
  })
  .check(z.meta({ id: "Export" }));
export type ExportView = z.infer<typeof ExportView>;

type Links = { readonly links: (job: ExportJob) => Promise<readonly string[]> };

/** Returns a function that shows an export to a caller, with newly signed URLs of its files. */
export function exportShown({ links }: Links) {
  return async (job: ExportJob, maker: UserSummary, caller: Pick<User, "role">): Promise<ExportView> => {
    const own = exportFor(job, caller);
    return viewExport(own, maker, await links(own));
  };
}

/** @param urls the addresses of the export's files, in the same order */
export function viewExport(job: ExportJob, maker: UserSummary, urls: readonly string[]): ExportView {
  const { id, format, status, filters, options, phase, done, total, stills, counts, problem } = job;
  return {
    id,
    format,
    status,
    created: formatTimestamp(job.createdMs),
    started: timestampOrNull(job.startedMs),
    finished: timestampOrNull(job.finishedMs),
    expires: timestampOrNull(job.expiresMs),
    created_by: maker,
    filters: filters ?? null,
    options: shownOptions(format, options),
    progress:
      phase === "cut" && stills ? { phase, done: stills.done, total: stills.total } : { phase, done, total },
    counts,
    warnings: [...job.warnings],
    files: job.files.map((file, i) => ({ ...file, url: urls[i] ?? "" })),
    problem: problem ?? null,
  };
}
