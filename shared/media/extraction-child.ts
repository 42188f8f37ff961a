import { Logging, LogLevel } from "mediabunny";
import { AV_LOG_QUIET, Log } from "node-av";
import { cutClip } from "./cut-clip.ts";
import { copyPicture, cutStill } from "./cut-still.ts";
import { ExtractionError, extractionError } from "./extraction-error.ts";
import { ExtractionJob, type ExtractionResult } from "./extraction-job.ts";
import { fetchInParts } from "./fetch-in-parts.ts";
import { startMeter } from "./fetch-limits.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { type OpenFile, openFile } from "./open-file.ts";
import { openedFile, readFacts } from "./read-facts.ts";

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

async function extract({ url, cut, rules, limits, maxRssBytes }: ExtractionJob) {
  const meter = startMeter(limits);
  try {
    const get = guardedFetch({ ...rules, meter });
    const inParts = fetchInParts(get, meter);
    // A clip reads much data in sequence, where fewer requests matter more than fewer bytes.
    using opened = await openFile(url, cut?.excerpt.kind === "clip" ? get : inParts);
    if (cut === undefined) {
      const facts = await readFacts(opened, url, inParts, maxRssBytes);
      return { ok: true as const, facts, stats: meter.used() };
    }
    const sizeBytes = await cutExcerpt(opened, cut, maxRssBytes);
    return { ok: true as const, cut: { ...(await openedFile(opened)), sizeBytes }, stats: meter.used() };
  } catch (error) {
    const known = extractionError(error);
    if (known === undefined) return { ok: false as const, reason: "failed" as const, message: String(error) };
    return { ok: false as const, reason: known.reason, message: known.message, durationMs: known.durationMs };
  }
}

/** Writes an excerpt. A still of a picture is the picture, at any time. @returns its size in bytes */
async function cutExcerpt(
  opened: OpenFile,
  { excerpt, outputFile }: NonNullable<ExtractionJob["cut"]>,
  maxRssBytes: number,
): Promise<number> {
  if ("video" in opened) {
    return excerpt.kind === "still"
      ? cutStill(opened.video, excerpt.atMs, outputFile, maxRssBytes)
      : cutClip(opened.video, excerpt, outputFile);
  }
  if (excerpt.kind === "clip") throw new ExtractionError("no-clip", "The file is a picture.");
  return copyPicture(opened.picture, outputFile, maxRssBytes);
}
