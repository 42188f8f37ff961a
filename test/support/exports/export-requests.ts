import type { S3Client } from "@aws-sdk/client-s3";
import { createExport } from "../../../functions/create-export/create-export.ts";
import { cancelledExport } from "../../../shared/domain/job/export-job.ts";
import { NewExport } from "../../../shared/domain/job/new-export.ts";
import type { User } from "../../../shared/domain/person/user.ts";
import { deleteJob, getJob, listJobs } from "../../../shared/serve/own-jobs.ts";
import { annotationLookups } from "../../../shared/store/annotation/lookups.ts";
import { matchingAnnotations } from "../../../shared/store/annotation/reader.ts";
import { datasets } from "../../../shared/store/dataset/datasets.ts";
import { exportById, listExports, makersOf } from "../../../shared/store/job/export-reader.ts";
import { exportWriter } from "../../../shared/store/job/export-writer.ts";
import type { Table } from "../../../shared/table/table.ts";
import { readTask, taskItems } from "../../../shared/table/tasks.ts";
import { exportFiles } from "../../../shared/transfer/exports/files.ts";
import { exportFormats, type Formats } from "../../../shared/transfer/exports/formats.ts";
import { pieceReader } from "../../../shared/transfer/exports/read-piece.ts";
import { sensitivePlaces } from "../../../shared/transfer/exports/sensitive-places.ts";
import type { StillDeps } from "../../../shared/transfer/exports/stills/still-steps.ts";
import { exportWorker } from "../../../shared/transfer/exports/worker.ts";

import { exportShown, viewExport } from "../../../shared/views/job/export.ts";
import { exchange } from "../../../shared/work/exchange.ts";
import { queueOf } from "../../../shared/work/queues.ts";
import { BUCKET } from "../../local/s3/s3-under-test.ts";

type Options = {
  readonly nowMs?: () => number;
  readonly pieceSize?: number;
  /** `false`: requests leave even small exports to the worker. */
  readonly worksAtOnce?: boolean;
  readonly onError?: (error: unknown) => void;
  readonly formats?: Partial<Formats>;
  readonly stills?: StillDeps;
};

/** Returns functions that run the endpoints for exports and their worker in this process. */
export function exportRequests(table: Table, s3: S3Client, options: Options = {}) {
  const { nowMs = Date.now, pieceSize = 50, worksAtOnce = false, onError = () => {} } = options;
  const files = exportFiles(s3, BUCKET, nowMs);
  const exports = exportWriter(table);
  const findExport = exportById(table);
  const work = exportWorker({
    jobs: exports,
    files,
    formats: { ...exportFormats(table), ...options.formats },
    openReader: (isConsistent) => pieceReader(table, isConsistent),
    findSensitivePlaces: () => sensitivePlaces(table),
    keptMs: 7 * 24 * 3_600_000,
    pieceSize,
    ...(options.stills === undefined ? {} : { stills: options.stills }),
    nowMs,
    report: (_, error) => onError(error),
  });
  const create = createExport({
    find: matchingAnnotations(table, annotationLookups(table)),
    exports,
    findExport,
    findDataset: datasets(table).find,
    files,
    work: worksAtOnce ? work : async () => undefined,
    nowMs,
  });
  const run = exchange({
    queues: [
      queueOf(
        {
          kind: "export",
          unfinishedIds: async function* () {
            for await (const item of taskItems(table, "export")) yield readTask("export", item).id;
          },
          find: findExport,
          nowMs,
        },
        work,
      ),
    ],
    unreadable: (_kind, _id, error) => onError(error),
  });
  const shown = { makersOf: makersOf(table), view: exportShown(files) };
  const get = getJob("export", { find: findExport, ...shown });
  const drop = deleteJob("export", {
    ...{ find: findExport, ...shown, removeFiles: files.remove },
    viewWithoutFiles: (job, maker) => viewExport(job, maker, []),
    stopped: (job) => cancelledExport(job, nowMs()),
    save: exports.save,
  });
  return {
    files,
    findExport,
    /** Starts an export with this body, and returns the response. */
    create: (body: unknown, caller: User) =>
      create({ body: NewExport.parse(body), idempotency: undefined }, caller),
    /** Calls the worker once. */
    run: (canContinue: () => boolean = () => true) => run(canContinue),
    get: (id: number, caller: User) => get({ params: { id } }, caller),
    list: (caller: User) =>
      listJobs({ ...shown, list: listExports(table) })({ query: { limit: 20, offset: 0 } }, caller),
    drop: (id: number, caller: User) => drop({ params: { id }, ifMatch: undefined }, caller),
  };
}

/** Downloads a text file, and returns it without the byte order mark. */
export async function download(url: string | undefined): Promise<string> {
  const answer = await fetch(url ?? "");
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  // Decoding removes the byte order mark.
  return answer.text();
}

/** Returns the rows of a CSV file, with the names from its first line as keys. */
export function rowsIn(csv: string): readonly Readonly<Record<string, string>>[] {
  const lines = [...csv.replace(/^\uFEFF/, "").matchAll(/(?:"(?:[^"]|"")*"(?!")|[^"\r])*\r\n/g)].map(
    ([line]) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^",\r]*)(?:,|\r\n)/g)].map(([, cell = ""]) =>
        cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      ),
  );
  const [names = [], ...rows] = lines;
  return rows.map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""])));
}
