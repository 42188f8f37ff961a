import { randomUUID } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import { createImport } from "../../../functions/create-import/create-import.ts";
import { objectFinder } from "../../../functions/create-import/find-object.ts";
import { startImport } from "../../../functions/start-import/start-import.ts";
import { cancelledImport } from "../../../shared/domain/job/import-job.ts";
import type { ImportFormat } from "../../../shared/domain/job/import-options.ts";
import { ImportStart, NewImport } from "../../../shared/domain/job/new-import.ts";
import type { User } from "../../../shared/domain/person/user.ts";
import type { Idempotency } from "../../../shared/domain/wire/idempotency.ts";
import { deleteJob, getJob, listJobs } from "../../../shared/serve/own-jobs.ts";
import { datasets } from "../../../shared/store/dataset/datasets.ts";
import { makersOf } from "../../../shared/store/job/export-reader.ts";
import { importById, listImports } from "../../../shared/store/job/import-reader.ts";
import { importWriter } from "../../../shared/store/job/import-writer.ts";
import type { Table } from "../../../shared/table/table.ts";
import { readTask, taskItems } from "../../../shared/table/tasks.ts";
import { importFiles } from "../../../shared/transfer/imports/files.ts";
import { importFormats } from "../../../shared/transfer/imports/formats.ts";
import { fileStore } from "../../../shared/transfer/imports/store-file.ts";
import { importWorker } from "../../../shared/transfer/imports/worker.ts";
import { type ImportView, importShown, viewImport } from "../../../shared/views/job/import.ts";
import { exchange } from "../../../shared/work/exchange.ts";
import { queueOf } from "../../../shared/work/queues.ts";
import { BUCKET } from "../../local/s3/s3-under-test.ts";

type Options = {
  readonly nowMs?: () => number;
  readonly pieceSize?: number;
  /** `false`: requests leave even small files to the worker. */
  readonly worksAtOnce?: boolean;
  readonly onError?: (error: unknown) => void;
  /** Format of the files, `camtrap-dp` by default. */
  readonly format?: ImportFormat;
  readonly filename?: string;
  /** Daily quota of each user in bytes, by default 200 GB. */
  readonly bytesPerDay?: number;
  /** `true`: every check of a file fails. */
  readonly isBroken?: boolean;
};

/** Returns functions that run the endpoints for imports and their worker in this process. */
export function importRequests(table: Table, s3: S3Client, options: Options = {}) {
  const {
    nowMs = Date.now,
    pieceSize = 50,
    worksAtOnce = true,
    isBroken = false,
    bytesPerDay = 200e9,
    onError = () => {},
    format = "camtrap-dp",
    filename,
  } = options;
  const files = importFiles(s3, BUCKET, nowMs);
  const imports = importWriter(table);
  const findImport = importById(table);
  const work = importWorker({
    table,
    jobs: imports,
    files,
    formats: importFormats(table),
    datasets: isBroken
      ? { ...datasets(table), find: () => Promise.reject(new Error("broken")) }
      : datasets(table),
    newId: randomUUID,
    pieceSize,
    storeFile: fileStore(s3, BUCKET, table, nowMs),
    rowsPerSecond: Number.POSITIVE_INFINITY,
    nowMs,
    report: (_, error) => onError(error),
  });
  const findObject = objectFinder(s3, [BUCKET]);
  const create = createImport({ imports, findImport, files, findObject, bytesPerDay, nowMs });
  const start = startImport({
    ...{ findImport, imports, files, nowMs },
    work: worksAtOnce ? work : async () => undefined,
  });
  const run = exchange({
    queues: [
      queueOf(
        {
          kind: "import",
          unfinishedIds: async function* () {
            for await (const item of taskItems(table, "import")) yield readTask("import", item).id;
          },
          find: findImport,
          nowMs,
        },
        work,
      ),
    ],
    unreadable: (_kind, _id, error) => onError(error),
  });
  const shown = { makersOf: makersOf(table), view: importShown(files) };
  const get = getJob("import", { find: findImport, ...shown });
  const drop = deleteJob("import", {
    ...{ find: findImport, ...shown, removeFiles: files.remove },
    viewWithoutFiles: (job, maker) => viewImport(job, maker, undefined),
    stopped: (job) => cancelledImport(job, nowMs()),
    save: (before, after) => imports.saveDeleted(before, after, nowMs()),
  });
  const requests = {
    files,
    findImport,
    create: (body: unknown, caller: User, idempotency?: Idempotency) =>
      create({ body: NewImport.parse(body), idempotency }, caller),
    start: (id: number, body: unknown, caller: User) =>
      start({ params: { id }, body: ImportStart.parse(body) }, caller),
    /** Calls the worker once. */
    run: (canContinue: () => boolean = () => true) => run(canContinue),
    get: (id: number, caller: User) => get({ params: { id } }, caller),
    list: (caller: User) =>
      listJobs({ ...shown, list: listImports(table) })({ query: { limit: 20, offset: 0 } }, caller),
    drop: (id: number, caller: User) => drop({ params: { id }, ifMatch: undefined }, caller),
    /** Announces a file and uploads it. */
    async upload(bytes: Uint8Array, caller: User): Promise<number> {
      const { body } = await requests.create({ format, filename, bytes: bytes.length }, caller);
      const { url = "", headers = {} } = body.upload ?? {};
      const put = await fetch(url, { method: "PUT", headers, body: new Uint8Array(bytes) });
      if (!put.ok) throw new Error(`${put.status} ${await put.text()}`);
      return body.id;
    },
    /** Uploads a file, starts its import, and returns the response, or on a busy machine that of the finished import. */
    async import(bytes: Uint8Array, caller: User, body: unknown = {}): Promise<ImportView> {
      const id = await requests.upload(bytes, caller);
      let { body: view } = await requests.start(id, body, caller);
      // A request that has worked for 15 seconds leaves the rest to the worker.
      while (worksAtOnce && view.status === "running") {
        await requests.run();
        view = (await requests.get(id, caller)).body;
      }
      return view;
    },
  };
  return requests;
}
