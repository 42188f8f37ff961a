import * as z from "zod/mini";
import type { ExportJob } from "../../domain/job/export-job.ts";
import { type IdSet, idSetOf, pageIds, unpackIds } from "../../index/list-index.ts";
import { atMost } from "../../runtime/at-most.ts";
import { pieceName } from "../../work/files.ts";
import { warningsOf } from "../../work/warnings.ts";
import type { ExportFiles } from "./files.ts";
import type { OpenFormat } from "./format.ts";
import type { Formats } from "./formats.ts";
import type { ReadPiece } from "./read-piece.ts";
import { requestsAtOnce } from "./read-records.ts";
import { noSensitivePlaces, SensitivePlaces, sensitivityAt, tellsPlace } from "./sensitive-places.ts";
import { type StillDeps, stillSteps } from "./stills/still-steps.ts";
import { storedWork } from "./stored-work.ts";

export type StepDeps = {
  readonly files: ExportFiles;
  readonly formats: Formats;
  /** See `pieceReader`. */
  readonly openReader: (isConsistent: boolean) => ReadPiece;
  readonly findSensitivePlaces: () => Promise<SensitivePlaces>;
  /** Time for which files are kept, in milliseconds. */
  readonly keptMs: number;
  /** Number of annotations in a piece. */
  readonly pieceSize?: number;
  /** Absent in a worker that leaves exports with stills to others. */
  readonly stills?: StillDeps;
  readonly nowMs: () => number;
};

/** Number of annotations in memory at a time. Each may have 1,000 keypoints. */
const batchSize = 1000;

/**
 * Exports of up to this many annotations are read with strong consistency, so that they include a label that was saved
 * just before.
 */
export const smallJob = 2000;

/** The name of the object with a job's ids, which are found once, when the job begins. */
export const idsName = "ids";
const placesName = "places.json";

/** The data of a job, in addition to its record, that the steps need. */
export type Opened = {
  readonly ids: IdSet;
  readonly read: ReadPiece;
  readonly places: SensitivePlaces;
  readonly format: OpenFormat;
};

/**
 * The steps of an export: pieces, then files. Each step stores its complete result in its own objects, and returns the
 * changed fields of the job. Repeating a step gives the same result.
 */
export function exportSteps(deps: StepDeps) {
  const { files, keptMs, pieceSize = 5000, nowMs } = deps;
  const storedOf = storedWork(files, pieceSize);
  const stills = deps.stills && stillSteps(files, deps.stills);

  async function open(job: ExportJob, mayGoOn: () => void): Promise<Opened> {
    const { id, total, options } = job;
    const packed = total > 0 ? await files.readWork(id, idsName) : undefined;
    if (total > 0 && packed === undefined) throw new Error(`The ids of export ${id} are missing`);
    const ids = packed ? unpackIds(packed) : idSetOf([]);
    const places = options.coordinates === "exact" ? noSensitivePlaces : await placesOf(job);
    const format = await deps.formats[job.format].open(job, storedOf(job, mayGoOn).once, places, ids);
    return { ids, read: deps.openReader(total <= smallJob), places, format };
  }

  async function placesOf(job: ExportJob): Promise<SensitivePlaces> {
    const { once } = storedOf(job, () => {});
    const found = await once(placesName, async () => JSON.stringify(await deps.findSensitivePlaces()));
    return z.parse(SensitivePlaces, JSON.parse(found));
  }

  async function readPiece(
    job: ExportJob,
    { ids, read, places, format }: Opened,
  ): Promise<Partial<ExportJob>> {
    const { id, createdMs, total } = job;
    const wantedIds = pageIds(ids, job.done, pieceSize);
    const withheld = new Set(places.withheldStreams);
    const isSecret = tellsPlace(places);
    const counts = { ...job.counts };
    // The texts are kept as bytes, since strings need twice as much memory, and the texts of tracks are long.
    const texts = new Map(format.tables.map((table): [string, Uint8Array[]] => [table, []]));
    for (let at = 0; at < wantedIds.length; at += batchSize) {
      const wanted = wantedIds.slice(at, at + batchSize);
      const joined = await read(wanted);
      const told = joined.annotations.filter(
        (each) => !withheld.has(each.videostream) && !isSecret(each, joined.source(each.source)),
      );
      const selected = told.filter(format.selects);
      const piece = format.pieceOf({
        ...joined,
        annotations: selected,
        sensitivityAt: sensitivityAt(places),
      });
      const annotations = selected.filter(({ id }) => !piece.leftOut?.has(id));
      counts.rows += annotations.length - piece.gone;
      counts.left_out += told.length - annotations.length;
      counts.gone += wanted.length - joined.annotations.length + piece.gone;
      counts.changed += annotations.filter(({ changedMs }) => changedMs > createdMs).length;
      counts.withheld += joined.annotations.length - told.length;
      for (const [table, text] of Object.entries(piece.texts)) texts.get(table)?.push(Buffer.from(text));
    }
    const inTurn = atMost(requestsAtOnce);
    const written = [...texts].map(([table, parts]) =>
      inTurn(() => files.putWork(id, pieceName(table, job.done / pieceSize), Buffer.concat(parts))),
    );
    await Promise.all(written);
    const done = job.done + wantedIds.length;
    const next = job.options.stills ? "plan" : "pack";
    return { done, phase: done < total ? "read" : next, counts };
  }

  /** Makes the next file. Finished files are not made again. */
  async function pack(job: ExportJob, { format }: Opened, mayGoOn: () => void): Promise<Partial<ExportJob>> {
    const { id } = job;
    const stored = storedOf(job, mayGoOn);
    const wanted = await format.files(stored);
    const next = wanted[job.files.length];
    const warnings = warningsOf(job.warnings);
    const made = next ? [await files.write(id, next, next.content(stored, warnings.warn))] : [];
    const all = [...job.files, ...made];
    const progress = { files: all, warnings: warnings.all() };
    if (all.length < wanted.length) return progress;
    const finishedMs = nowMs();
    return {
      ...progress,
      status: "done",
      finishedMs,
      expiresMs: finishedMs + keptMs,
      leaseUntilMs: undefined,
    };
  }

  /** Does the next step of a job. */
  function next(job: ExportJob, opened: Opened, mayGoOn: () => void): Promise<Partial<ExportJob>> {
    if (job.phase === "read") return readPiece(job, opened);
    if (job.phase === "pack") return pack(job, opened, mayGoOn);
    if (stills === undefined) throw new Error(`This worker cannot cut the stills of export ${job.id}`);
    if (job.phase === "cut") return stills.cut(job, mayGoOn);
    return stills.plan(opened.format, storedOf(job, mayGoOn));
  }

  return { open, next };
}
