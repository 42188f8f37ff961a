import * as z from "zod/mini";
import { type ExportJob, exportPhases, exportStatuses } from "../../domain/job/export-job.ts";
import { ExportFormat, SentOptions, shownOptions } from "../../domain/job/export-options.ts";
import { UserSummary } from "../../domain/person/user.ts";
import { formatTimestamp, TimestampView, timestampOrNull } from "../../domain/time/timestamp.ts";
import { Id } from "../../domain/wire/id.ts";

const number = z.int().check(z.nonnegative());
const time = z.nullable(TimestampView);

export const ExportView = z
  .strictObject({
    id: Id,
    format: ExportFormat,
    status: z.enum(exportStatuses).check(
      z.meta({
        description:
          "`queued`, `running`, then `done`, `failed` or `cancelled`. `expired`: the files have been removed.",
      }),
    ),
    created: TimestampView,
    started: time,
    finished: time,
    expires: time.check(z.meta({ description: "When the files are removed." })),
    created_by: UserSummary,
    filters: z
      .nullable(z.record(z.string(), z.unknown()))
      .check(z.meta({ description: "As they were sent.", examples: [{ name: "red fox" }] })),
    options: SentOptions,
    progress: z.strictObject({ phase: z.enum(exportPhases), done: number, total: number }).check(
      z.meta({
        description:
          "Annotations read, of all that matched when the export began; of the phase `cut`, stills; then `pack`.",
      }),
    ),
    counts: z
      .strictObject({ rows: number, gone: number, changed: number, withheld: number, left_out: number })
      .check(
        z.meta({
          description:
            "What became of the annotations: `rows` are in the file, `changed` of them with a change since the export began; `gone` were deleted since; `withheld` are left out, because a species of `extreme` sensitivity was seen in their stream; `left_out` are labels of machines that the option `machine` leaves out; of `dwca`, those that show no animal; of `coco` and `ytvis`, those that have no frame.",
        }),
      ),
    warnings: z.array(z.strictObject({ code: z.string(), count: number, first: z.string() })).check(
      z.meta({
        description: "What the files lack: how often, and where first.",
        examples: [[{ code: "size-unknown", count: 3, first: "annotation 17" }]],
      }),
    ),
    files: z.array(
      z.strictObject({
        name: z.string(),
        bytes: number,
        sha256: z.string().check(z.meta({ description: "In hexadecimal." })),
        url: z.string().check(
          z.meta({
            description: "Where the file is, for an hour. GET the export again for a new address.",
          }),
        ),
      }),
    ),
    problem: z.nullable(z.string()).check(z.meta({ description: "Why it failed." })),
  })
  .check(z.meta({ id: "Export" }));
export type ExportView = z.infer<typeof ExportView>;

/** @param urls those of its files, in their order */
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
