import * as z from "zod/mini";
import { SentFilters } from "../../domain/job/export-filters.ts";
import { type ExportJob, exportPhases, exportStatuses } from "../../domain/job/export-job.ts";
import { ExportFormat, ExportOptions } from "../../domain/job/export-options.ts";
import { maybe } from "../../table/maybe.ts";
import { keys } from "../../table/schema.ts";

const count = z.int();

/** An export's item, parsed into the record. */
export const ExportItem = z.pipe(
  z.object({
    id: z.int(),
    maker: z.int(),
    format: ExportFormat,
    // As text, so that any name of a filter can be stored.
    filters: maybe(z.string()),
    options: ExportOptions,
    status: z.enum(exportStatuses),
    createdMs: z.int(),
    startedMs: maybe(z.int()),
    finishedMs: maybe(z.int()),
    expiresMs: maybe(z.int()),
    phase: z.enum(exportPhases),
    done: z.int(),
    total: z.int(),
    stills: maybe(z.object({ pieces: count, done: count, total: count })),
    counts: z.object({
      rows: count,
      gone: count,
      changed: count,
      withheld: count,
      left_out: count,
    }),
    warnings: z.array(z.object({ code: z.string(), count, first: z.string() })),
    files: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
    problem: maybe(z.string()),
    leaseUntilMs: maybe(z.int()),
    failures: z.int(),
    ver: z.int(),
  }),
  z.transform(
    ({ ver, filters, ...item }): ExportJob => ({
      ...item,
      filters: filters === undefined ? undefined : z.parse(SentFilters, JSON.parse(filters)),
      version: ver,
    }),
  ),
);

export function exportItem({ version, filters, ...job }: ExportJob) {
  return {
    ...keys.export(job.id),
    ...job,
    filters: filters && JSON.stringify(filters),
    ver: version,
  };
}
