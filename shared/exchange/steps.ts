import * as z from "zod/mini";
import type { ExportJob } from "../domain/export-job.ts";
import { type IdSet, idSetOf, pageIds, unpackIds } from "../index/list-index.ts";
import { atMost } from "../runtime/at-most.ts";
import type { ExportFiles } from "./export-files.ts";
import type { OpenFormat, Stored } from "./export-format.ts";
import type { Formats } from "./formats.ts";
import type { ReadPiece } from "./read-piece.ts";
import { requestsAtOnce } from "./read-records.ts";
import { noSensitivePlaces, SensitivePlaces, sensitivityAt } from "./sensitive-places.ts";
import { warningsOf } from "./warnings.ts";

export type StepDeps = {
  readonly files: ExportFiles;
  readonly formats: Formats;
  /** See `pieceReader`. */
  readonly openReader: (isConsistent: boolean) => ReadPiece;
  readonly findSensitivePlaces: () => Promise<SensitivePlaces>;
  /** How long files are kept, in milliseconds. */
  readonly keptMs: number;
  /** Number of annotations in a piece. */
  readonly pieceSize?: number;
  readonly nowMs: () => number;
};

/** Annotations in memory at a time. Each may have 1,000 keypoints. */
const batchSize = 1000;

/** Up to this many annotations are read strongly: who has just saved a label and exports finds it there. */
export const smallJob = 2000;

/** The name of a job's ids among its work. They are found once, when it begins. */
export const idsName = "ids";
const placesName = "places.json";

/** What the steps need of a job besides its record. */
export type Opened = {
  readonly ids: IdSet;
  readonly read: ReadPiece;
  readonly places: SensitivePlaces;
  readonly format: OpenFormat;
};

/**
 * The steps of an export: pieces, then files. Each stores its result as objects of its own, whole, and returns how the
 * job moves on. To do a step again gives the same result.
 */
export function exportSteps(deps: StepDeps) {
  const { files, keptMs, pieceSize = 5000, nowMs } = deps;

  async function open(job: ExportJob): Promise<Opened> {
    const { id, total, options } = job;
    const packed = total > 0 ? await files.readWork(id, idsName) : undefined;
    if (total > 0 && packed === undefined) throw new Error(`The ids of export ${id} are missing`);
    const ids = packed ? unpackIds(packed) : idSetOf([]);
    const places = options.coordinates === "exact" ? noSensitivePlaces : await placesOf(id);
    const format = await deps.formats[job.format].open(
      job,
      (name, make) => once(id, name, make),
      places,
      ids,
    );
    return { ids, read: deps.openReader(total <= smallJob), places, format };
  }

  /** A text that is made once, so that all pieces agree. */
  async function once(id: number, name: string, make: () => Promise<string>): Promise<string> {
    const stored = await files.readWork(id, name);
    if (stored) return Buffer.from(stored).toString();
    const made = await make();
    await files.putWork(id, name, made);
    return made;
  }

  async function placesOf(id: number): Promise<SensitivePlaces> {
    const found = await once(id, placesName, async () => JSON.stringify(await deps.findSensitivePlaces()));
    return z.parse(SensitivePlaces, JSON.parse(found));
  }

  async function readPiece(
    job: ExportJob,
    { ids, read, places, format }: Opened,
  ): Promise<Partial<ExportJob>> {
    const { id, createdMs, total } = job;
    const wantedIds = pageIds(ids, job.done, pieceSize);
    const withheld = new Set(places.withheldStreams);
    const counts = { ...job.counts };
    // As bytes: texts of tracks are large, and need twice as much.
    const texts = new Map(format.tables.map((table): [string, Uint8Array[]] => [table, []]));
    for (let at = 0; at < wantedIds.length; at += batchSize) {
      const wanted = wantedIds.slice(at, at + batchSize);
      const joined = await read(wanted);
      const told = joined.annotations.filter((each) => !withheld.has(each.videostream));
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
    return { done, phase: done < total ? "read" : "pack", counts };
  }

  /** Makes the next file. A file that is made is not made again. */
  async function pack(job: ExportJob, { format }: Opened, mayGoOn: () => void): Promise<Partial<ExportJob>> {
    const { id } = job;
    const next = format.files[job.files.length];
    const warnings = warningsOf(job.warnings);
    const made = next
      ? [await files.write(id, next, next.content(storedOf(job, mayGoOn), warnings.warn))]
      : [];
    const all = [...job.files, ...made];
    const progress = { files: all, warnings: warnings.all() };
    if (all.length < format.files.length) return progress;
    const finishedMs = nowMs();
    return {
      ...progress,
      status: "done",
      finishedMs,
      expiresMs: finishedMs + keptMs,
      leaseUntilMs: undefined,
    };
  }

  function storedOf({ id, total }: ExportJob, mayGoOn: () => void): Stored {
    return {
      once: (name, make) => {
        mayGoOn();
        return once(id, name, make);
      },
      table: (table) => pieces((piece) => files.readWork(id, pieceName(table, piece))),
      stream: async function* (table) {
        for await (const part of pieces((piece) => files.streamWork(id, pieceName(table, piece))))
          yield* part;
      },
    };

    async function* pieces<T>(read: (piece: number) => Promise<T | undefined>): AsyncGenerator<T> {
      for (let piece = 0; piece * pieceSize < total; piece++) {
        mayGoOn();
        const found = await read(piece);
        if (found === undefined) throw new Error(`Piece ${piece} of export ${id} is missing`);
        yield found;
      }
    }
  }

  return { open, readPiece, pack };
}

function pieceName(table: string, piece: number): string {
  return `${table}/${String(piece).padStart(6, "0")}`;
}
