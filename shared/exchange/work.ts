import * as z from "zod/mini";
import { type ExportJob, failed } from "../domain/export-job.ts";
import { type IdSet, pageIds, unpackIds } from "../index/list-index.ts";
import type { Joined } from "../interchange/joined.ts";
import type { ExportWriter } from "../store/export-writer.ts";
import type { ExportFiles } from "./export-files.ts";
import { formats } from "./formats.ts";
import { type Lease, LeaseLost, takeLease } from "./lease.ts";
import type { ReadPiece } from "./read-piece.ts";
import { noSensitivePlaces, SensitivePlaces, sensitivityAt } from "./sensitive-places.ts";

export type WorkerDeps = {
  readonly jobs: Pick<ExportWriter, "save">;
  readonly files: ExportFiles;
  /** See `pieceReader`. */
  readonly openReader: (isConsistent: boolean) => ReadPiece;
  readonly findSensitivePlaces: () => Promise<SensitivePlaces>;
  /** How long files are kept, in milliseconds. */
  readonly keptMs: number;
  /** Number of annotations in a piece. */
  readonly pieceSize?: number;
  readonly nowMs: () => number;
  /** Called with each error, whether the job goes on or has ended by it. */
  readonly report: (job: ExportJob, error: unknown) => void;
};

/** A step that fails this many times one after the other ends its job. */
const mostFailures = 5;

/** Annotations in memory at a time. Each may have 1,000 keypoints. */
const batchSize = 1000;

/** Up to this many annotations are read strongly: who has just saved a label and exports finds it there. */
export const smallJob = 2000;

/** The name of a job's ids among its work. They are found once, when it begins. */
export const idsName = "ids";
const placesName = "places.json";

/** There is no time left for the step. */
class Paused extends Error {}

/** What a run needs of a job besides its record. */
type Opened = {
  readonly ids: IdSet;
  readonly read: ReadPiece;
  readonly sensitivityAt: Joined["sensitivityAt"];
  readonly withheldStreams: ReadonlySet<number>;
};

/**
 * Works on a job until it has ended, or `canContinue` says that there is no time left. Each step first stores its result
 * as objects of its own, whole, and then moves the job on. So a worker that was killed at any point is followed by one
 * that does the same step again, with the same result.
 * @returns the job as this worker leaves it; `undefined` when another one has it
 */
export function exportWorker(deps: WorkerDeps) {
  const { jobs, files, keptMs, pieceSize = 5000, nowMs } = deps;

  async function open({ id, total, options }: ExportJob): Promise<Opened> {
    const ids = await files.readWork(id, idsName);
    if (ids === undefined) throw new Error(`The ids of export ${id} are missing`);
    const sensitive = options.coordinates === "exact" ? noSensitivePlaces : await placesOf(id);
    return {
      ids: unpackIds(ids),
      read: deps.openReader(total <= smallJob),
      sensitivityAt: sensitivityAt(sensitive),
      withheldStreams: new Set(sensitive.withheldStreams),
    };
  }

  /** Found once for all pieces, so that they agree. */
  async function placesOf(id: number): Promise<SensitivePlaces> {
    const stored = await files.readWork(id, placesName);
    if (stored) return z.parse(SensitivePlaces, JSON.parse(Buffer.from(stored).toString()));
    const found = await deps.findSensitivePlaces();
    await files.putWork(id, placesName, JSON.stringify(found));
    return found;
  }

  async function readPiece(job: ExportJob, opened: Opened): Promise<Partial<ExportJob>> {
    const { id, createdMs, total, options } = job;
    const { tables, pieceOf } = formats[job.format];
    const ids = pageIds(opened.ids, job.done, pieceSize);
    const counts = { ...job.counts };
    const texts = new Map(tables.map((table): [string, string[]] => [table, []]));
    for (let at = 0; at < ids.length; at += batchSize) {
      const wanted = ids.slice(at, at + batchSize);
      const joined = await opened.read(wanted);
      const annotations = joined.annotations.filter((each) => !opened.withheldStreams.has(each.videostream));
      counts.rows += annotations.length;
      counts.gone += wanted.length - joined.annotations.length;
      counts.changed += annotations.filter(({ changedMs }) => changedMs > createdMs).length;
      counts.withheld += joined.annotations.length - annotations.length;
      const shown = { ...joined, annotations, sensitivityAt: opened.sensitivityAt };
      for (const [table, text] of Object.entries(pieceOf(shown, options))) texts.get(table)?.push(text);
    }
    for (const [table, parts] of texts) {
      await files.putWork(id, pieceName(table, job.done / pieceSize), parts.join(""));
    }
    const done = job.done + ids.length;
    return { done, phase: done < total ? "read" : "pack", counts };
  }

  /** Makes the next file. A file that is made is not made again. */
  async function pack(job: ExportJob, mayGoOn: () => void): Promise<Partial<ExportJob>> {
    const { id, options } = job;
    const wanted = formats[job.format].files(id, options);
    const next = wanted[job.files.length];
    const made = next ? [await files.write(id, next, piecesOf(job, next.table, next.head, mayGoOn))] : [];
    const all = [...job.files, ...made];
    if (all.length < wanted.length) return { files: all };
    const finishedMs = nowMs();
    return {
      files: all,
      status: "done",
      finishedMs,
      expiresMs: finishedMs + keptMs,
      leaseUntilMs: undefined,
    };
  }

  async function* piecesOf({ id, total }: ExportJob, table: string, head: string, mayGoOn: () => void) {
    yield Buffer.from(head);
    for (let piece = 0; piece * pieceSize < total; piece++) {
      mayGoOn();
      const text = await files.readWork(id, pieceName(table, piece));
      if (text === undefined) throw new Error(`Piece ${piece} of export ${id} is missing`);
      yield text;
    }
  }

  /** Leaves the job to the next worker. After a lost lease it is somebody else's already. */
  async function putBack(lease: Lease, error: unknown): Promise<void> {
    try {
      if (error instanceof Paused) await lease.save({ leaseUntilMs: undefined });
      else if (!(error instanceof LeaseLost)) await fail(lease, error);
    } catch (uncertain) {
      // Nobody has the job when its lease ends.
      if (!(uncertain instanceof LeaseLost)) deps.report(lease.job(), uncertain);
    }
  }

  /** Counts the failure, and puts the job back or ends it. */
  async function fail(lease: Lease, error: unknown): Promise<void> {
    const job = lease.job();
    const failures = job.failures + 1;
    const ends = failures >= mostFailures;
    await lease.save(ends ? failed(job, problemOf(job), nowMs()) : { failures, leaseUntilMs: undefined });
    // Whoever has lost the lease may fail for that reason, which is no failure of the job.
    deps.report(job, error);
    if (ends) await files.remove(job.id);
  }

  async function run(lease: Lease, canContinue: () => boolean): Promise<void> {
    let opened: Opened | undefined;
    const mayGoOn = () => {
      if (!lease.isHeld()) throw new LeaseLost();
      if (!canContinue()) throw new Paused();
    };
    for (;;) {
      const job = lease.job();
      if (job.status !== "running") return files.removeWork(job.id);
      mayGoOn();
      if (job.phase === "read") {
        opened ??= await open(job);
        await lease.save({ failures: 0, ...(await readPiece(job, opened)) });
      } else {
        await lease.save({ failures: 0, ...(await pack(job, mayGoOn)) });
      }
    }
  }

  return async (found: ExportJob, canContinue: () => boolean): Promise<ExportJob | undefined> => {
    const lease = await takeLease(jobs, found, nowMs);
    if (lease === undefined) return undefined;
    try {
      // The worker before it may have been killed by the same step each time.
      if (lease.job().failures >= mostFailures) throw new Error("Its workers were killed again and again");
      await run(lease, canContinue);
    } catch (error) {
      await putBack(lease, error);
    } finally {
      lease.stop();
    }
    return lease.job();
  };
}

function pieceName(table: string, piece: number): string {
  return `${table}/${String(piece).padStart(6, "0")}`;
}

function problemOf({ id, phase, done, total }: ExportJob): string {
  const where = phase === "read" ? `after ${done} of ${total} annotations` : "while its files were written";
  return `The export failed ${where}, ${mostFailures} times one after the other. Begin it again. If that fails, too, tell your operator the number of the export, ${id}: the log has the reason under it.`;
}
