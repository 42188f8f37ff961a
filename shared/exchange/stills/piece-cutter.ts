import { readFile } from "node:fs/promises";
import { jpegHead } from "../../file-head/jpeg.ts";
import { ExtractionError } from "../../media/extraction-error.ts";
import type { Extracted, Extractor } from "../../media/extractor.ts";
import { jobLimits } from "../../media/fetch-limits.ts";
import { SourceError } from "../../media/source-error.ts";
import type { VideoSource } from "../../media/video-source.ts";
import type { StreamStills } from "./plan.ts";
import type { CutStill, MissingStill } from "./still-objects.ts";

type Picture = CutStill & { readonly jpeg: Uint8Array };

/** Cuts the stills of a piece. Returns each, or why there is none, in their order. */
export type CutPiece = (piece: StreamStills) => Promise<readonly (Picture | MissingStill)[]>;

type Deps = {
  readonly sourceOf: (streamUrl: string) => Promise<VideoSource>;
  readonly extract: Extractor["extract"];
};

/** A source that fails for one of these may serve the file a moment later. */
const passing: ReadonlySet<MissingStill["reason"]> = new Set(["unreachable", "bad-answer", "out-of-time"]);

/** Without a single still, so often one after the other. */
const mostFruitless = 2;

/** A worker must be able to end a piece within the time that it has in reserve. */
const pieceMs = 180_000;

/** Extra time in which the engine can stop by itself before it is killed. */
const graceMs = 4000;

/** @throws an error of this machine, such as a full disk */
export function pieceCutter({ sourceOf, extract }: Deps): CutPiece {
  /** Opens the video once for all of these. */
  async function cut(url: string, timesMs: readonly number[]): Promise<readonly (Picture | MissingStill)[]> {
    const limits = jobLimits.exported;
    const stills = timesMs.map((atMs) => ({ kind: "still" as const, atMs }));
    try {
      const source = await sourceOf(url);
      const request = { ...source, excerpt: { kind: "stills" as const, stills }, limits };
      return await extract(request, limits.totalMs + graceMs, (extracted) =>
        Promise.all(timesMs.map((timeMs, i) => pictureOf(timeMs, extracted.stills[i]))),
      );
    } catch (error) {
      if (!(error instanceof ExtractionError || error instanceof SourceError)) throw error;
      return timesMs.map((timeMs) => missing(timeMs, error));
    }
  }

  return async ({ url, timesMs }) => {
    if (url === undefined) return timesMs.map((timeMs) => ({ timeMs, reason: "withheld" }));
    const endsAt = performance.now() + pieceMs;
    const outcomes = new Map<number, Picture | MissingStill>();
    let left = timesMs;
    for (let fruitless = 0; left.length > 0 && fruitless < mostFruitless; ) {
      const before = left.length;
      for (const outcome of await cut(url, left)) outcomes.set(outcome.timeMs, outcome);
      left = [...outcomes.values()].filter(mayPass).map(({ timeMs }) => timeMs);
      fruitless = left.length < before ? 0 : fruitless + 1;
      if (performance.now() > endsAt) break;
    }
    return [...outcomes.values()];
  };
}

function mayPass(outcome: Picture | MissingStill): boolean {
  return "reason" in outcome && passing.has(outcome.reason);
}

async function pictureOf(
  timeMs: number,
  still: Extracted["stills"][number] | undefined,
): Promise<Picture | MissingStill> {
  if (still === undefined) throw new Error("The media engine left a still out");
  if (still instanceof Error) return missing(timeMs, still);
  const jpeg = await readFile(still.file);
  const head = jpegHead(jpeg);
  if (head === undefined) throw new Error("The media engine wrote no picture");
  return { timeMs, width: head.width, height: head.height, bytes: jpeg.length, jpeg };
}

function missing(timeMs: number, error: ExtractionError | SourceError): MissingStill {
  const durationMs = error instanceof ExtractionError ? error.durationMs : undefined;
  return { timeMs, reason: error.reason, durationMs };
}
