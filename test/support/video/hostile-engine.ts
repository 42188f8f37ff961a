import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { ExtractionError } from "../../../shared/media/extraction-error.ts";
import type { ExtractionRequest } from "../../../shared/media/extractor.ts";
import { startEngine } from "./engine.ts";
import { extractionChildren, peakBytes, tellsOfProcesses } from "./extraction-children.ts";
import { readNumber } from "./numbered-picture.ts";
import { readJpeg } from "./read-jpeg.ts";
import { writeVideo } from "./write-video.ts";

export type Excerpt = ExtractionRequest["excerpt"];

/** Shorter than those of a real job. */
const limits = { maxBytes: 16 * 2 ** 20, maxRequests: 60, idleMs: 700, totalMs: 1500 };
const deadlineMs = 2000;
const maxPeakBytes = 700e6;

export const still: Excerpt = { kind: "still", atMs: 1000 };
export const clip: Excerpt = { kind: "clip", startMs: 700, endMs: 1900 };

export type HostileEngine = Awaited<ReturnType<typeof startHostileEngine>>;

/** An extractor for videos that mean harm, which is tried with a good video after each. */
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
  // A cold start is no part of any deadline.
  await checkGood();
  let peak = 0;
  const watch = setInterval(() => {
    if (tellsOfProcesses) peak = Math.max(peak, ...extractionChildren().map(peakBytes));
  }, 50);
  return {
    ...engine,
    /**
     * Tries a URL, or bytes that are served, and then the good video. A number is the frame of the still; a reason is
     * why there is none.
     */
    async outcomeOf(source: string | Buffer, excerpt: Excerpt = still): Promise<number | string> {
      if (typeof source !== "string") writeFileSync(path.join(engine.folder, "hostile"), source);
      const url = new URL(typeof source === "string" ? source : "hostile", engine.server.origin).href;
      const outcome = await engine.extractor
        .extract(
          { url, excerpt, rules: { allowedOrigins: [engine.server.origin, new URL(url).origin] }, limits },
          deadlineMs,
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
      console.log(`The child's memory: ${Math.round(peak / 1e6)} MB at its peak.`);
      expect(peak).toBeLessThan(maxPeakBytes);
    },
  };
}

/** A damaged video may well give a picture that shows no number any more. */
function numberIn(file: string): number | string {
  const picture = readJpeg(file);
  try {
    return readNumber(picture);
  } catch {
    return "a picture";
  }
}
