import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { ExtractionError } from "../../../shared/media/cut/extraction-error.ts";
import type { ExtractionRequest } from "../../../shared/media/cut/extractor.ts";
import type { FetchLimits } from "../../../shared/media/fetch/limits.ts";
import { startEngine } from "./engine.ts";
import { extractionChildren, peakBytes, tellsOfProcesses } from "./extraction-children.ts";
import { readNumber } from "./numbered-picture.ts";
import { readJpeg } from "./read-jpeg.ts";
import { writeVideo } from "./write-video.ts";

export type Excerpt = ExtractionRequest["excerpt"];

/** Limits with fewer bytes and requests than those of a real job, and with enough time even for a slow machine. */
const ampleTime = { maxBytes: 16 * 2 ** 20, maxRequests: 60, idleMs: 20_000, totalMs: 20_000 };
/** Limits for sources that must reach a time limit. */
export const shortTime: FetchLimits = { ...ampleTime, idleMs: 700, totalMs: 1500 };
/** Limits for sources that send nothing. */
export const shortIdleTime: FetchLimits = { ...ampleTime, idleMs: 700 };
/** Limits for files that can take any time, although their server is never idle. */
export const shortTotalTime: FetchLimits = { ...ampleTime, idleMs: 1500, totalMs: 1500 };
const maxPeakBytes = 700e6;

export const still: Excerpt = { kind: "still", atMs: 1000 };
export const clip: Excerpt = { kind: "clip", startMs: 700, endMs: 1900 };

export type HostileEngine = Awaited<ReturnType<typeof startHostileEngine>>;

/** Starts an extractor for hostile videos. After each video it must still extract from a good one. */
export async function startHostileEngine() {
  const engine = await startEngine();
  await writeVideo(path.join(engine.folder, "good.mp4"), {
    codec: "h264",
    format: "mp4",
    timesMs: Array.from({ length: 100 }, (_, number) => number * 40),
    bFrames: 2,
  });
  const checkGood = async () => {
    const good = await engine.extract("good.mp4", still, (file) => readNumber(readJpeg(file)));
    expect(good).toBe(25);
  };
  // The first extraction starts the process, so that no deadline includes a cold start.
  await checkGood();
  let peak = 0;
  const watch = setInterval(() => {
    if (tellsOfProcesses) peak = Math.max(peak, ...extractionChildren().map(peakBytes));
  }, 50);
  return {
    ...engine,
    /**
     * Extracts from a URL, or from bytes that it serves, and then from the good video. Returns the frame number of the
     * still, `"a picture"`, `"a clip"`, or the reason for the failure.
     */
    async outcomeOf(
      source: string | Buffer,
      excerpt: Excerpt = still,
      limits: FetchLimits = ampleTime,
    ): Promise<number | string> {
      if (typeof source !== "string") writeFileSync(path.join(engine.folder, "hostile"), source);
      const url = new URL(typeof source === "string" ? source : "hostile", engine.server.origin).href;
      const outcome = await engine.extractor
        .extract(
          { url, excerpt, rules: { allowedOrigins: [engine.server.origin, new URL(url).origin] }, limits },
          limits.totalMs + 500,
          async ({ file }) => (excerpt.kind === "still" ? numberIn(file) : "a clip"),
        )
        .catch((error: unknown) => {
          if (error instanceof ExtractionError) return error.reason;
          throw error;
        });
      await checkGood();
      return outcome;
    },
    async close() {
      clearInterval(watch);
      await engine.close();
      console.log(`Peak memory of the extraction process: ${Math.round(peak / 1e6)} MB.`);
      if (tellsOfProcesses) expect(peak).toBeGreaterThan(0);
      expect(peak).toBeLessThan(maxPeakBytes);
    },
  };
}

/** Reads the number of a picture. A picture from a damaged video may have no readable number. */
function numberIn(file: string): number | string {
  const picture = readJpeg(file);
  try {
    return readNumber(picture);
  } catch {
    return "a picture";
  }
}
