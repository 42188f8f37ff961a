import type { EncodedPacket, PacketRetrievalOptions } from "mediabunny";
import { ExtractionError } from "../cut/extraction-error.ts";
import type { OpenVideo } from "./open-video.ts";

/** Reads only the existing part of a live stream, so a time in the future is past the end. */
const existing: PacketRetrievalOptions = { skipLiveWait: true };
const metadata: PacketRetrievalOptions = { ...existing, metadataOnly: true };

/** Verifies key packets, since containers may mark other packets as key packets. */
const verified: PacketRetrievalOptions = { ...existing, verifyKeyPackets: true };

/** Maximum number of frames decoded before one that is shown earlier (the largest buffer of H.264 and HEVC). */
export const maxReordered = 16;

/** Allows for rounding in sums of seconds. Shorter than a tick of any container. */
const toleranceSeconds = 1e-6;

/**
 * The packet of the frame that is shown at a time: the last frame that begins at that time or before. The
 * first frame if the video begins later than the media.
 * @param time in seconds on the clock of the packets
 * @throws ExtractionError `past-the-end`, or `unreadable` without any packet
 */
export async function packetShownAt(video: OpenVideo, time: number): Promise<EncodedPacket> {
  const shown =
    (await video.packets.getPacket(time + toleranceSeconds, existing)) ??
    (await video.packets.getFirstKeyPacket(verified));
  if (shown === null) throw new ExtractionError("unreadable", "There is no frame.");
  // Only a time after the last frame can be past the end. Reading the end may be expensive, so do it only then.
  if (time >= shown.timestamp + shown.duration && !(await isFollowed(video, shown))) {
    const end = await endOf(video);
    if (time >= end) throw pastTheEnd(video, end);
  }
  return shown;
}

/**
 * Returns true if another frame is shown after this one. The end of this frame is not enough to tell, since Matroska
 * may omit durations.
 */
async function isFollowed({ packets }: OpenVideo, packet: EncodedPacket): Promise<boolean> {
  let next = await packets.getNextPacket(packet, metadata);
  for (let looked = 0; next !== null && looked < maxReordered; looked += 1) {
    if (next.timestamp > packet.timestamp) return true;
    next = await packets.getNextPacket(next, metadata);
  }
  return false;
}

/** A key packet from which decoding reaches a packet: the last one before it, if the video has an index. */
export async function keyPacketOf(
  { packets, start }: OpenVideo,
  packet: EncodedPacket,
): Promise<EncodedPacket> {
  // Without an index (Matroska without cues), only the cluster of a time is searched, and no key packet
  // before it is found. Go back in steps that double.
  for (let backSeconds = 0; packet.timestamp - backSeconds >= start; backSeconds = backSeconds * 2 || 1) {
    const key = await packets.getKeyPacket(packet.timestamp - backSeconds, verified);
    if (key !== null) return key;
  }
  const first = await packets.getFirstKeyPacket(verified);
  if (first === null) throw new ExtractionError("unreadable", "There is no key frame.");
  return first;
}

/** The end of the media, in seconds on the clock of the packets. */
export async function endOf({ track, packets }: OpenVideo): Promise<number> {
  const declared = await track.getDurationFromMetadata(existing);
  const last = await packets.getPacket(Infinity, metadata);
  if (last === null) return declared ?? 0;
  // A frame without a duration is taken to be as long as the one before.
  const duration =
    last.duration || ((await packets.getPacket(last.timestamp - toleranceSeconds, metadata))?.duration ?? 0);
  return Math.max(declared ?? 0, last.timestamp + duration);
}

export function pastTheEnd({ start }: OpenVideo, end: number): ExtractionError {
  const durationMs = Math.max(0, Math.round((end - start) * 1000));
  return new ExtractionError("past-the-end", `The video ends after ${durationMs} ms.`, durationMs);
}
