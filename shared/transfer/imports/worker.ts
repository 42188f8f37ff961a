import * as z from "zod/mini";
import { NewDataset } from "../../domain/dataset/dataset.ts";
import { endedImport, type ImportJob, type ImportTable, importTables } from "../../domain/job/import-job.ts";
import { asActor } from "../../runtime/admission.ts";
import { ChangedMeanwhile } from "../../store/create-together.ts";
import { describeDataset } from "../../store/dataset/describe.ts";
import type { ImportWriter } from "../../store/job/import-writer.ts";
import type { Table } from "../../table/table.ts";
import { pieceName } from "../../work/files.ts";
import { type JobWorkerDeps, jobWorker, mostFailures } from "../../work/job-worker.ts";
import { jsonLinesOf } from "../../work/json-lines.ts";
import { pacer } from "../../work/pace.ts";
import { warningsOf } from "../../work/warnings.ts";
import { type CheckDeps, checkUpload, datasetName } from "./check-upload.ts";
import type { ImportFiles } from "./files.ts";
import type { OpenMedia } from "./format.ts";
import type { FileStore } from "./store-file.ts";
import { writeAnnotations } from "./write-annotations.ts";
import { writeSources } from "./write-sources.ts";
import { writeSpecies } from "./write-species.ts";
import { writeStreams } from "./write-streams.ts";
import type { Writing, Written } from "./writing.ts";

export type ImportWorkerDeps = CheckDeps & {
  readonly table: Table;
  readonly jobs: Pick<ImportWriter, "save">;
  readonly files: ImportFiles;
  readonly storeFile: FileStore;
  /** Makes the id of a dataset. */
  readonly newId: () => string;
  readonly rowsPerSecond: number;
  readonly report: JobWorkerDeps<ImportJob>["report"];
};

/** Maximum number of attempts to write a piece, if other requests change its records meanwhile. */
const mostTries = 5;

/**
 * Works on imports (see `jobWorker`): checks the upload, then writes the records piece by piece. The records of a piece
 * are found by the ids of its rows, so repeating a piece makes none twice.
 */
export function importWorker(deps: ImportWorkerDeps) {
  const { table, jobs, files, formats, datasets, newId, rowsPerSecond, nowMs, report } = deps;
  const check = checkUpload(deps);

  async function write(
    job: ImportJob,
    { pace, storeFile }: Pick<Writing, "pace" | "storeFile">,
  ): Promise<Partial<ImportJob>> {
    const { id, packageId, counts } = job;
    const next = pieceAt(job, job.written);
    if (next === undefined) {
      const described = await files.readWork(id, datasetName);
      const sent = described && z.parse(NewDataset, JSON.parse(Buffer.from(described).toString()));
      if (sent !== undefined) await describeDataset(datasets, sent, newId);
      return endedImport(job, "done", nowMs());
    }
    if (packageId === undefined) throw new Error(`Import ${id} has no package id`);
    const piece = await files.readWork(id, pieceName(next.table, next.piece));
    if (piece === undefined)
      throw new Error(`Piece ${next.piece} of ${next.table} of import ${id} is missing`);
    for (let tries = 1; ; tries++) {
      const warnings = warningsOf(job.warnings);
      const writing = { table, job, packageId, pace, warn: warnings.warn, storeFile, nowMs };
      try {
        const { rows, ...became } = await writePiece(next.table, piece, writing);
        const before = counts[next.table];
        const after = {
          ...before,
          made: before.made + became.made,
          changed: before.changed + became.changed,
          there: before.there + became.there,
        };
        return {
          written: job.written + 1,
          done: job.done + rows,
          counts: { ...counts, [next.table]: after },
          warnings: warnings.all(),
        };
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile) || tries === mostTries) throw error;
      }
    }
  }

  const run: JobWorkerDeps<ImportJob>["run"] = async (lease, mayGoOn) => {
    let media: Promise<OpenMedia> | undefined;
    const pace = pacer(rowsPerSecond);
    // Calls `mayGoOn` within a piece, too, so that a cancelled import stops at once. The rest of a piece can be written
    // later.
    const writing: Pick<Writing, "pace" | "storeFile"> = {
      pace: async (records) => {
        mayGoOn();
        await pace(records);
      },
      storeFile: async (name, mediaType) => {
        mayGoOn();
        const job = lease.job();
        media ??= formats[job.format].openMedia({
          bytes: job.bytes,
          read: (start, end) => files.readFile(job, start, end),
          mayGoOn,
        });
        return deps.storeFile(await media, name, mediaType);
      },
    };
    for (;;) {
      const job = lease.job();
      if (job.status !== "running") return files.removeWork(job.id);
      mayGoOn();
      const actor = { import: job.id, user: job.maker };
      const after =
        job.phase === "check" ? await check(job, mayGoOn) : await asActor(actor, () => write(job, writing));
      await lease.save({ ...after, failures: 0 });
    }
  };

  return jobWorker({
    jobs,
    run,
    givenUp: (job) => endedImport(job, "failed", nowMs(), problemOf(job)),
    onGivenUp: files.removeWork,
    nowMs,
    report,
  });
}

function pieceAt(
  { pieces }: ImportJob,
  at: number,
): { readonly table: ImportTable; readonly piece: number } | undefined {
  let piece = at;
  for (const table of importTables) {
    if (piece < pieces[table]) return { table, piece };
    piece -= pieces[table];
  }
  return undefined;
}

function writePiece(table: ImportTable, piece: Uint8Array, writing: Writing): Promise<Written> {
  switch (table) {
    case "sources":
      return writeSources(jsonLinesOf(piece), writing);
    case "species":
      return writeSpecies(jsonLinesOf(piece), writing);
    case "streams":
      return writeStreams(jsonLinesOf(piece), writing);
    case "annotations":
      return writeAnnotations(jsonLinesOf(piece), writing);
  }
}

function problemOf({ id, phase, done, total }: ImportJob): string {
  const where = phase === "check" ? "while its file was read" : `after ${done} of ${total} rows`;
  return `The import failed ${where}, ${mostFailures} times in a row. Start it again. It continues where it stopped, and makes nothing twice. If that fails, too, tell your operator the number of the import, ${id}. The log has the reason under this number.`;
}
