import { Logging, LogLevel } from "mediabunny";
import { AV_LOG_QUIET, Log } from "node-av";
import { cutClip } from "./cut-clip.ts";
import { cutStill, cutStills } from "./cut-still.ts";
import type { Excerpt } from "./excerpt.ts";
import { extractionError } from "./extraction-error.ts";
import { ExtractionJob, type ExtractionResult } from "./extraction-job.ts";
import { fetchInParts } from "./fetch-in-parts.ts";
import { startMeter } from "./fetch-limits.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { type OpenVideo, openVideo } from "./open-video.ts";

// The main file of the child process that reads videos. It gets one job at a time by IPC, and sends a result
// for each. A malicious video can make its reader loop forever or use up memory, so the parent must be able
// to kill this process.

Log.setLevel(AV_LOG_QUIET);
Logging.level = LogLevel.Silent;

// An abandoned read may still fail later, when nothing awaits it.
process.on("unhandledRejection", () => {});
process.on("disconnect", () => process.exit());
process.on("message", (message) => void run(ExtractionJob.parse(message)));
process.send?.("ready");

async function run(job: ExtractionJob): Promise<void> {
  const outcome = await extract(job);
  process.send?.({ ...outcome, rssBytes: process.memoryUsage.rss() } satisfies ExtractionResult);
}

async function extract({ url, excerpt, outputFile, rules, limits, maxRssBytes }: ExtractionJob) {
  const meter = startMeter(limits);
  const endsAt = performance.now() + limits.totalMs;
  try {
    const get = guardedFetch({ ...rules, meter });
    // A clip reads much data in sequence, where fewer requests matter more than fewer bytes.
    using video = await openVideo(url, excerpt.kind === "clip" ? get : fetchInParts(get, meter));
    const cut =
      excerpt.kind === "stills"
        ? { sizeBytes: 0, stills: await cutStills(video, excerpt.stills, outputFile, maxRssBytes, endsAt) }
        : { sizeBytes: await cutOne(video, excerpt, outputFile, maxRssBytes), stills: [] };
    const [width, height] = await Promise.all([
      video.track.getDisplayWidth(),
      video.track.getDisplayHeight(),
    ]);
    const size = { width: Math.round(width), height: Math.round(height) };
    return { ok: true as const, ...cut, size, stats: meter.used() };
  } catch (error) {
    const known = extractionError(error);
    if (known === undefined) return { ok: false as const, reason: "failed" as const, message: String(error) };
    return { ok: false as const, reason: known.reason, message: known.message, durationMs: known.durationMs };
  }
}

/** @returns the size of the file in bytes */
function cutOne(
  video: OpenVideo,
  excerpt: Excerpt,
  outputFile: string,
  maxRssBytes: number,
): Promise<number> {
  if (excerpt.kind === "clip") return cutClip(video, excerpt, outputFile);
  return cutStill(video, excerpt, outputFile, maxRssBytes);
}
