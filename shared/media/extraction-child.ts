import { Logging, LogLevel } from "mediabunny";
import { AV_LOG_QUIET, Log } from "node-av";
import { cutClip } from "./cut-clip.ts";
import { cutStill } from "./cut-still.ts";
import { extractionError } from "./extraction-error.ts";
import { type ExtractionAnswer, ExtractionJob } from "./extraction-job.ts";
import { startMeter } from "./fetch-limits.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { openVideo } from "./open-video.ts";
import { fetchInParts } from "./fetch-in-parts.ts";

// The main file of the process that reads the videos of others: one job at a time by IPC, an answer to each. A video
// can make its reader loop without end or take any memory, so its parent must be able to kill it.

Log.setLevel(AV_LOG_QUIET);
Logging.level = LogLevel.Silent;

// What a reader gives up on may still fail later, while nobody waits for it any more.
process.on("unhandledRejection", () => {});
process.on("disconnect", () => process.exit());
process.on("message", (message) => void answer(ExtractionJob.parse(message)));
process.send?.("ready");

async function answer(job: ExtractionJob): Promise<void> {
  const outcome = await extract(job);
  process.send?.({ ...outcome, rssBytes: process.memoryUsage.rss() } satisfies ExtractionAnswer);
}

async function extract({ url, moment, outputFile, rules, limits }: ExtractionJob) {
  const budget = startMeter(limits);
  try {
    const get = guardedFetch({ ...rules, budget });
    // A clip takes much in a row, for which fewer requests are worth more than bytes.
    using video = await openVideo(url, moment.kind === "still" ? fetchInParts(get, budget) : get);
    const sizeBytes =
      moment.kind === "still"
        ? await cutStill(video, moment.atMs, outputFile)
        : await cutClip(video, moment, outputFile);
    return { ok: true as const, sizeBytes, stats: budget.taken() };
  } catch (error) {
    const known = extractionError(error);
    if (known === undefined) return { ok: false as const, reason: "failed" as const, message: String(error) };
    return { ok: false as const, reason: known.reason, message: known.message, durationMs: known.durationMs };
  }
}
