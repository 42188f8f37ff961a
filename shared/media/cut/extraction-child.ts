import { Logging, LogLevel } from "mediabunny";
import { AV_LOG_QUIET, Log } from "node-av";
import { cutStillOfSource } from "../copy/cut-still.ts";
import { joinedSource } from "../copy/joined-source.ts";
import { makePiece } from "../copy/make-piece.ts";
import { openCopySource } from "../copy/open-copy-source.ts";
import { guardedFetch } from "../fetch/guarded-fetch.ts";
import { fetchInParts } from "../fetch/in-parts.ts";
import { startMeter } from "../fetch/limits.ts";
import { readBlocks } from "../fetch/read-blocks.ts";
import { checkIndex } from "../read/check-index.ts";
import { openedFile, readFacts } from "../read/facts.ts";
import { type OpenFile, openFile } from "../read/open-file.ts";
import { openVideoOf } from "../read/open-video.ts";
import { videoFile } from "../read/video-file.ts";
import { cutClip } from "./clip.ts";
import type { Still } from "./excerpt.ts";
import { ExtractionError, extractionError } from "./extraction-error.ts";
import { type Cut, ExtractionJob, type ExtractionResult, type StillResult } from "./extraction-job.ts";
import { copyPicture, cutStill } from "./still.ts";
import { cutStills } from "./stills.ts";

// The main file of the child process that reads videos. It gets one job at a time by IPC, and sends a result
// for each. A malicious video can make its reader loop forever or use up memory, so the parent must be able
// to kill this process.

Log.setLevel(AV_LOG_QUIET);
Logging.level = LogLevel.Silent;

// An abandoned read may still fail later, when nothing awaits it.
process.on("unhandledRejection", () => {});
process.on("disconnect", () => process.exit());
process.on("message", (message) => {
  // From here on, a crash is the fault of the video.
  process.send?.("begun");
  void run(ExtractionJob.parse(message));
});
process.send?.("ready");

async function run(job: ExtractionJob): Promise<void> {
  const outcome = await extract(job);
  process.send?.({ ...outcome, rssBytes: process.memoryUsage.rss() } satisfies ExtractionResult);
}

async function extract({ url, cut, rules, limits, maxRssBytes }: ExtractionJob) {
  const meter = startMeter(limits);
  const endsAt = performance.now() + limits.totalMs;
  try {
    const get = guardedFetch({ ...rules, meter });
    const inParts = fetchInParts(get, meter);
    if (cut === undefined) {
      const read = readBlocks(url, inParts);
      await checkIndex(url, inParts, read);
      await using opened = await openFile(url, inParts, maxRssBytes);
      const facts = await readFacts(opened, read, maxRssBytes);
      return { ok: true as const, facts, stats: meter.used() };
    }
    const { excerpt, outputFile } = cut;
    if (excerpt.kind === "original" || excerpt.kind === "piece") {
      await using source = await openCopySource(url, excerpt.kind === "piece" ? get : inParts, maxRssBytes);
      const layout = excerpt.kind === "piece" ? await makePiece(source, excerpt, outputFile) : undefined;
      const { file, lengthMs } = source;
      const piece = { lengthMs: await lengthMs(), ...(layout && { layout }) };
      const made = { ...file, sizeBytes: layout?.bytes ?? 0, stills: [], piece };
      return { ok: true as const, cut: made, stats: meter.used() };
    }
    if (excerpt.kind === "clip-of-copy") {
      using video = await openVideoOf(joinedSource(excerpt.parts, get));
      // The parts need not begin with the start of the media.
      const sizeBytes = await cutClip({ ...video, start: 0 }, excerpt, outputFile);
      const made = { ...(await videoFile(video)), sizeBytes, stills: [] };
      return { ok: true as const, cut: made, stats: meter.used() };
    }
    // A clip reads much data in sequence, where fewer requests matter more than fewer bytes.
    await using opened = await openFile(url, excerpt.kind === "clip" ? get : inParts, maxRssBytes);
    const written = await write(opened, { excerpt, outputFile }, maxRssBytes, endsAt);
    return { ok: true as const, cut: { ...(await openedFile(opened)), ...written }, stats: meter.used() };
  } catch (error) {
    const known = extractionError(error);
    if (known === undefined) return { ok: false as const, reason: "failed" as const, message: String(error) };
    return { ok: false as const, reason: known.reason, message: known.message, durationMs: known.durationMs };
  }
}

/** Writes the excerpt. @returns its size in bytes, or the results of several stills */
async function write(
  opened: OpenFile,
  {
    excerpt,
    outputFile,
  }: { excerpt: Exclude<Cut, { kind: "original" | "piece" | "clip-of-copy" }>; outputFile: string },
  maxRssBytes: number,
  endsAt: number,
): Promise<{ sizeBytes: number; stills: StillResult[] }> {
  // At any time, the still of a picture is the picture itself.
  const cutOne = (still: Still, file: string) => {
    if ("picture" in opened) return copyPicture(opened.picture, still, file, maxRssBytes);
    if ("old" in opened) return cutStillOfSource(opened.old, still, file);
    return cutStill(opened.video, still, file, maxRssBytes);
  };
  if (excerpt.kind === "still") return { sizeBytes: await cutOne(excerpt, outputFile), stills: [] };
  if (excerpt.kind === "stills") {
    return { sizeBytes: 0, stills: await cutStills(cutOne, excerpt.stills, outputFile, endsAt) };
  }
  if ("picture" in opened) throw new ExtractionError("no-clip", "The file is a picture.");
  if ("old" in opened) throw new ExtractionError("clip-codec", "MP4 has no place for the codec.");
  return { sizeBytes: await cutClip(opened.video, excerpt, outputFile), stills: [] };
}
