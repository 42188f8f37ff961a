import { ExtractionError } from "../cut/extraction-error.ts";
import { readFirstBytes } from "../fetch/first-bytes.ts";
import type { GuardedFetch } from "../fetch/guarded-fetch.ts";
import { readRange } from "../fetch/read-blocks.ts";
import { sizeOf } from "../read/check-index.ts";
import { openVideo } from "../read/open-video.ts";
import type { CopySource } from "./copy-source.ts";
import { openDemuxed } from "./demuxed-file.ts";
import { sourceOfDemuxed } from "./demuxed-packets.ts";
import { type DemuxerName, demuxerBytes, demuxerOf } from "./demuxer-of.ts";
import { recentBlocks } from "./recent-blocks.ts";
import { sourceOfVideo } from "./video-packets.ts";

/**
 * Opens the original of a copy. What mediabunny can read is read by it, as for stills: so both find the same frame at a
 * time. A demuxer of ffmpeg reads AVI, MPEG and ASF, and MP4 with a codec that mediabunny does not know.
 * @param maxRssBytes resident memory that this process may use
 * @throws ExtractionError `unreadable`; any error of `get`
 */
export async function openCopySource(
  url: string,
  get: GuardedFetch,
  maxRssBytes: number,
): Promise<CopySource> {
  const first = await readFirstBytes(url, get, demuxerBytes);
  const name = demuxerOf(first.bytes);
  if (name !== undefined && name !== "mov") {
    // The demuxer reads ranges. This ends the response that goes on to the end of the file.
    await (await first.get(url, { headers: { Range: "bytes=0-" } })).body?.cancel();
    return demuxed(name, url, get, maxRssBytes);
  }
  try {
    const video = await openVideo(url, first.get);
    return await sourceOfVideo(video, maxRssBytes);
  } catch (error) {
    const isUnknown = error instanceof ExtractionError && error.reason === "unreadable";
    if (name === undefined || !isUnknown) throw error;
    return demuxed(name, url, get, maxRssBytes);
  }
}

async function demuxed(name: DemuxerName, url: string, get: GuardedFetch, maxRssBytes: number) {
  const size = await sizeOf(url, get);
  if (!Number.isFinite(size)) throw new ExtractionError("unreadable", "The source does not tell the size.");
  const opened = await openDemuxed(
    name,
    recentBlocks((from, length) => readRange(url, get, from, length)),
    size,
  );
  try {
    return sourceOfDemuxed(name, opened, maxRssBytes);
  } catch (error) {
    await opened[Symbol.asyncDispose]();
    throw error;
  }
}
