import { ExtractionError } from "../cut/extraction-error.ts";
import { readFirstBytes } from "../fetch/first-bytes.ts";
import type { GuardedFetch } from "../fetch/guarded-fetch.ts";
import { readRange } from "../fetch/read-blocks.ts";
import { sizeOf } from "../read/check-index.ts";
import { type OpenVideo, openVideo } from "../read/open-video.ts";
import type { CopySource } from "./copy-source.ts";
import { openDemuxed } from "./demuxed-file.ts";
import { sourceOfDemuxed } from "./demuxed-packets.ts";
import { type DemuxerName, demuxerBytes, demuxerOf } from "./demuxer-of.ts";
import { recentBlocks } from "./recent-blocks.ts";
import { sourceOfVideo } from "./video-packets.ts";

/** Codecs that mediabunny reads in MP4. A decoder of one may need much memory, which only `openVideo` limits. */
const newCodecs: ReadonlySet<string> = new Set(["h264", "hevc", "vp8", "vp9", "av1"]);

/**
 * Opens the original of a copy.
 * @param maxRssBytes resident memory that this process may use
 * @throws ExtractionError `unreadable`, `no-decoder`; any error of `get`
 */
export async function openCopySource(
  url: string,
  get: GuardedFetch,
  maxRssBytes: number,
): Promise<CopySource> {
  const first = await readFirstBytes(url, get, demuxerBytes);
  const opened = await openOriginal(url, first, maxRssBytes);
  return "old" in opened ? opened.old : await sourceOfVideo(opened.video, maxRssBytes);
}

/**
 * Opens a video. What mediabunny can read is read by it. A demuxer of ffmpeg reads AVI, MPEG and ASF, and MP4 with a codec
 * that mediabunny does not know: stills, facts and copies all see the same frame at a time.
 * @param first at least `demuxerBytes` from the start of the file, and the fetch that continues after them
 * @param maxRssBytes resident memory that this process may use
 * @throws ExtractionError `unreadable`, `no-decoder`; any error of `first.get`
 */
export async function openOriginal(
  url: string,
  { bytes, get }: { readonly bytes: Buffer; readonly get: GuardedFetch },
  maxRssBytes: number,
): Promise<{ readonly video: OpenVideo } | { readonly old: CopySource }> {
  const name = demuxerOf(bytes);
  if (name !== undefined && name !== "mov") {
    // The demuxer reads ranges. This ends the response that goes on to the end of the file.
    await (await get(url, { headers: { Range: "bytes=0-" } })).body?.cancel();
    return { old: await demuxed(name, url, get, maxRssBytes) };
  }
  try {
    return { video: await openVideo(url, get) };
  } catch (error) {
    const isUnknown = error instanceof ExtractionError && error.reason === "unreadable";
    if (name === undefined || !isUnknown) throw error;
    const old = await demuxed(name, url, get, maxRssBytes);
    if (!newCodecs.has(old.file.codec)) return { old };
    // The file is damaged.
    await old[Symbol.asyncDispose]();
    throw error;
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
