import { writeFile } from "node:fs/promises";
import { type Frame, Rational } from "node-av";
import { encodeJpeg } from "../cut/encode-jpeg.ts";
import type { Still } from "../cut/excerpt.ts";
import { ExtractionError } from "../cut/extraction-error.ts";
import type { CopySource } from "./copy-source.ts";
import { decodeTrack } from "./decode-track.ts";

/** A frame of a video may last this long. The search ends with the next frame, so it reads little more than a group. */
const maxFrameSeconds = 3600;

/**
 * Writes the frame that is shown at a time as a JPEG, of a video that only ffmpeg's demuxers read. It is the frame that
 * the video's copy shows at this time.
 * @returns its size in bytes
 * @throws ExtractionError `past-the-end`, `unreadable`
 */
export async function cutStillOfSource(
  source: CopySource,
  still: Still,
  outputFile: string,
): Promise<number> {
  using shown = await frameShownAt(source, still.atMs / 1000);
  shown.timeBase = new Rational(1, source.picture.ticksPerSecond);
  const jpeg = await encodeJpeg(shown, source.showing, still);
  await writeFile(outputFile, jpeg);
  return jpeg.length;
}

/** The last frame that begins at the time or before; the first frame if the video begins later. */
async function frameShownAt(source: CopySource, at: number): Promise<Frame> {
  let shown: Frame | undefined;
  let isFollowed = false;
  // Less than a tick more, since products of seconds are not exact.
  const latest = Math.floor(at * source.picture.ticksPerSecond + 0.01);
  using track = await decodeTrack(source.picture, (frame, tick) => {
    isFollowed ||= tick > latest && shown !== undefined;
    if (isFollowed) return frame.free();
    shown?.free();
    shown = frame;
    isFollowed = tick > latest;
  });
  for await (const { of, packet } of source.packets(at, at + maxFrameSeconds)) {
    if (of === "picture") await track.decode(packet);
    if (isFollowed) break;
  }
  if (!isFollowed) await track.decode(null);
  if (shown === undefined) throw new ExtractionError("unreadable", "There is no frame.");
  const lengthMs = await source.lengthMs();
  if (!isFollowed && at * 1000 >= lengthMs) {
    shown.free();
    throw new ExtractionError("past-the-end", `The video ends after ${lengthMs} ms.`, lengthMs);
  }
  return shown;
}
