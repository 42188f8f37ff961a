import type { EncodedPacket } from "mediabunny";
import { endOf, keyPacketOf, packetShownAt, pastTheEnd } from "../read/find-packet.ts";
import type { OpenVideo } from "../read/open-video.ts";
import { audioPackets, videoPackets } from "./clip-packets.ts";
import { type ClipWriter, writeClip } from "./clip-writer.ts";

/** A clip may end this much later than the video, since players and containers differ on where a video ends. */
const toleranceSeconds = 0.5;

/**
 * Copies video and sound between two times into an MP4 file with its index first. Nothing is encoded again:
 * the copy starts at a key frame, and an edit list hides the frames before the one that is shown at the
 * start. The clip begins with that whole frame, because some players drop a frame that an edit cuts.
 * @returns the size of the file in bytes
 * @throws ExtractionError `unreadable`, `past-the-end`; any error of the source
 */
export async function cutClip(
  video: OpenVideo,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  outputFile: string,
): Promise<number> {
  const shown = await packetShownAt(video, video.start + startMs / 1000);
  const from = shown.timestamp;
  const requestedEnd = video.start + endMs / 1000;
  // The video may begin after the requested end.
  const end = requestedEnd > from ? requestedEnd : from + shown.duration;
  const key = await keyPacketOf(video, shown);
  const clip = await writeClip(video, from, outputFile);
  try {
    const lastEnd = await copyPackets(video, key, { from, end }, clip);
    if (lastEnd + toleranceSeconds < end) {
      const videoEnd = await endOf(video);
      if (videoEnd + toleranceSeconds < end) throw pastTheEnd(video, videoEnd);
    }
    return await clip.finish(end - from);
  } catch (error) {
    await clip.cancel().catch(() => {});
    throw error;
  }
}

/** Copies pictures and sounds interleaved by time. @returns the time at which the last picture ends */
async function copyPackets(
  video: OpenVideo,
  key: EncodedPacket,
  { from, end }: { readonly from: number; readonly end: number },
  { addPicture, addSound }: ClipWriter,
): Promise<number> {
  const sounds = video.audio && addSound ? audioPackets(video.audio, from, end) : undefined;
  let sound = await sounds?.next();
  const addSoundsUntil = async (time: number) => {
    while (sound?.value && sound.value.timestamp <= time) {
      await addSound?.(sound.value);
      sound = await sounds?.next();
    }
  };
  let lastEnd = from;
  for await (const picture of videoPackets(video, key, end)) {
    await addSoundsUntil(picture.timestamp);
    await addPicture(picture);
    lastEnd = Math.max(lastEnd, picture.timestamp + picture.duration);
  }
  await addSoundsUntil(end);
  return lastEnd;
}
