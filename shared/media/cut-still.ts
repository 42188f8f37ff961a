import { writeFile } from "node:fs/promises";
import { decodeFrame } from "./decode-frame.ts";
import { encodeJpeg } from "./encode-jpeg.ts";
import type { Still } from "./excerpt.ts";
import { extractionError } from "./extraction-error.ts";
import type { StillResult } from "./extraction-job.ts";
import { packetShownAt } from "./find-packet.ts";
import type { OpenVideo } from "./open-video.ts";

/** Writes the frame that is shown at a time as a JPEG. @returns its size in bytes */
export async function cutStill(
  video: OpenVideo,
  still: Still,
  outputFile: string,
  maxRssBytes: number,
): Promise<number> {
  const packet = await packetShownAt(video, video.start + still.atMs / 1000);
  using frame = await decodeFrame(video, packet, maxRssBytes);
  const jpeg = await encodeJpeg(frame, video.track, still);
  await writeFile(outputFile, jpeg);
  return jpeg.length;
}

/**
 * Writes several stills of one video: `<outputFile>-0`, `<outputFile>-1`, … Starts none that would not end in time, if
 * it took as long as the slowest before it.
 * @param endsAt on the clock of `performance.now()`
 * @returns the result of each still; `out-of-time` also when the stills before it used up what the job may read
 */
export async function cutStills(
  video: OpenVideo,
  stills: readonly Still[],
  outputFile: string,
  maxRssBytes: number,
  endsAt: number,
): Promise<StillResult[]> {
  const results: StillResult[] = [];
  let slowestMs = 0;
  for (const [i, still] of stills.entries()) {
    const startsAt = performance.now();
    if (startsAt + slowestMs > endsAt) {
      results.push({ ok: false, reason: "out-of-time", message: "Other stills used the time." });
      continue;
    }
    try {
      results.push({ ok: true, sizeBytes: await cutStill(video, still, `${outputFile}-${i}`, maxRssBytes) });
    } catch (error) {
      const known = extractionError(error);
      if (known === undefined) throw error;
      const reason = known.reason === "over-limit" && i > 0 ? "out-of-time" : known.reason;
      results.push({ ok: false, reason, message: known.message, durationMs: known.durationMs });
    }
    slowestMs = Math.max(slowestMs, performance.now() - startsAt);
  }
  return results;
}
