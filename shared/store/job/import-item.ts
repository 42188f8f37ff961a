import * as z from "zod/mini";
import { type ImportJob, importPhases, importStatuses } from "../../domain/job/import-job.ts";
import { ImportFormat, ImportOptions } from "../../domain/job/import-options.ts";
import { maybe } from "../../table/maybe.ts";
import { keys } from "../../table/schema.ts";

const number = z.int();
const counts = z.object({
  rows: number,
  bad: number,
  warnings: number,
  made: number,
  changed: number,
  there: number,
});
const perTable = <T>(each: z.ZodMiniType<T>) =>
  z.object({ sources: each, species: each, streams: each, annotations: each });

/** An import's item, parsed into the record. */
export const ImportItem = z.pipe(
  z.object({
    id: number,
    maker: number,
    format: ImportFormat,
    filename: maybe(z.string()),
    bytes: number,
    sha256: maybe(z.string()),
    object: maybe(z.object({ bucket: z.string(), key: z.string(), etag: z.string() })),
    status: z.enum(importStatuses),
    isDryRun: z.boolean(),
    options: ImportOptions,
    createdMs: number,
    startedMs: maybe(number),
    finishedMs: maybe(number),
    expiresMs: maybe(number),
    phase: z.enum(importPhases),
    packageId: maybe(z.string()),
    pieces: perTable(number),
    written: number,
    done: number,
    total: number,
    counts: perTable(counts),
    labels: z.array(z.object({ label: z.string(), count: number, species: maybe(number) })),
    warnings: z.array(z.object({ code: z.string(), count: number, first: z.string() })),
    problem: maybe(z.string()),
    leaseUntilMs: maybe(number),
    failures: number,
    ver: number,
  }),
  z.transform(({ ver, ...item }): ImportJob => ({ ...item, version: ver })),
);

export function importItem({ version, ...job }: ImportJob) {
  return { ...keys.import(job.id), ...job, ver: version };
}
