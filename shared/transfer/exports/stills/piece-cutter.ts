import { readFile } from "node:fs/promises";
import { jpegHead } from "../../../file-head/jpeg.ts";
import { ExtractionError } from "../../../media/cut/extraction-error.ts";
import type { Extracted, Extractor } from "../../../media/cut/extractor.ts";
import { jobLimits } from "../../../media/fetch/limits.ts";
import { SourceError } from "../../../media/fetch/source-error.ts";
import type { VideoSource } from "../../../media/fetch/video-source.ts";
import type { StreamStills } from "../format.ts";
import { quietHosts } from "./quiet-hosts.ts";
import type { CutStill, MissingStill } from "./still-objects.ts";

type Picture = CutStill & { readonly jpeg: Uint8Array };

/** Cuts the stills of a piece. Returns each still, or the reason why it is missing, in their order. */
export type CutPiece = (piece: StreamStills) => Promise<readonly (Picture | MissingStill)[]>;

type Deps = {
  readonly sourceOf: (streamUrl: string) => Promise<VideoSource>;
  readonly extract: Extractor["extract"];
  /** Receives the first error of a piece, and the video's host or bucket. The rest of its URL may be signed. */
  readonly onFailure: (stream: number, host: string, error: Error) => void;
  readonly nowMs?: () => number;
};

/** Temporary reasons: the source may serve the file a moment later. */
const passing: ReadonlySet<MissingStill["reason"]> = new Set(["unreachable", "bad-answer", "out-of-time"]);

/** Number of attempts in a row without a still after which a video is given up. */
const mostFruitless = 2;

/**
 * Time after which a piece does not open its video again. The job that is running then may take another minute. A
 * worker reserves `reserveMs` for both.
 */
const pieceMs = 60_000;

/** Extra time in which the engine can stop a slow still by itself before it is killed. */
const graceMs = 20_000;

/** Maximum duration of a piece, including the storing of its pictures. */
export const reserveMs = pieceMs + jobLimits.exported.totalMs + graceMs + 20_000;

/**
 * Maximum size of a picture in bytes. A larger picture is mostly noise, and a piece of them would not fit into memory.
 */
const mostBytes = 5e6;

/** @throws an error of this machine, such as a full disk */
export function pieceCutter({ sourceOf, extract, onFailure, nowMs = Date.now }: Deps): CutPiece {
  const hosts = quietHosts(nowMs);

  /** Cuts several stills. Opens the video once for all of them. */
  async function cut(url: string, timesMs: readonly number[]): Promise<readonly Outcome[]> {
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

  return async ({ stream, url, timesMs }) => {
    if (url === undefined) return timesMs.map((timeMs) => ({ timeMs, reason: "withheld" }));
    const host = URL.parse(url)?.host ?? "";
    if (hosts.isQuiet(host)) return timesMs.map((timeMs) => ({ timeMs, reason: "unreachable" }));
    const endsAt = performance.now() + pieceMs;
    const outcomes = new Map<number, Outcome>();
    let left = timesMs;
    for (let fruitless = 0; left.length > 0 && fruitless < mostFruitless; ) {
      const before = left.length;
      for (const outcome of await cut(url, left)) outcomes.set(outcome.timeMs, outcome);
      left = [...outcomes.values()].filter(mayPass).map(({ timeMs }) => timeMs);
      fruitless = left.length < before ? 0 : fruitless + 1;
      if (performance.now() > endsAt) break;
    }
    const all = [...outcomes.values()];
    const failed = all.find((outcome) => "error" in outcome);
    if (failed) onFailure(stream, host, failed.error);
    hosts.note(host, !all.every((outcome) => "error" in outcome && isSilence(outcome)));
    return all.map((outcome) => ("error" in outcome ? plain(outcome) : outcome));
  };
}

type Failed = MissingStill & { readonly error: Error };
type Outcome = Picture | Failed;

function mayPass(outcome: Outcome): boolean {
  return "error" in outcome && passing.has(outcome.reason);
}

function isSilence({ reason }: Failed): boolean {
  return reason === "unreachable" || reason === "out-of-time";
}

async function pictureOf(timeMs: number, still: Extracted["stills"][number] | undefined): Promise<Outcome> {
  if (still === undefined) throw new Error("The media engine left a still out");
  if (still instanceof Error) return missing(timeMs, still);
  if (still.sizeBytes > mostBytes) {
    return missing(timeMs, new ExtractionError("too-much-memory", `The still has ${still.sizeBytes} bytes.`));
  }
  const jpeg = await readFile(still.file);
  const head = jpegHead(jpeg);
  if (head === undefined) throw new Error("The media engine wrote no picture");
  return { timeMs, width: head.width, height: head.height, bytes: jpeg.length, jpeg };
}

function missing(timeMs: number, error: ExtractionError | SourceError): Failed {
  const durationMs = error instanceof ExtractionError ? error.durationMs : undefined;
  return { timeMs, reason: error.reason, durationMs, error };
}

function plain({ timeMs, reason, durationMs }: Failed): MissingStill {
  return { timeMs, reason, durationMs };
}
