import type { EncodedPacket, EncodedPacketSink, PacketRetrievalOptions } from "mediabunny";
import type { Stretch } from "../picture/frame-index.ts";

/**
 * Maximum number of frames that are decoded before a frame that is shown earlier (the largest buffer of H.264 and
 * HEVC).
 */
const maxReordered = 16;

/** Shorter than a tick of any container. The frame before the time must be among the frames that are read. */
const minBack = 1e-6;

/** Does not wait for the end of a live video. */
const quick = { metadataOnly: true, skipLiveWait: true };

/** Reads the part `from` ≤ time < `to` of a video's index, in seconds. */
export async function readStretch(sink: EncodedPacketSink, from: number, to: number): Promise<Stretch> {
  const times: number[] = [];
  let before: number | undefined;
  let after: number | undefined;
  let late = 0;
  for await (const { timestamp } of sink.packets(await keyBefore(sink, from, quick), undefined, quick)) {
    if (timestamp < from) before = Math.max(before ?? timestamp, timestamp);
    else if (timestamp < to) times.push(timestamp);
    else after = Math.min(after ?? timestamp, timestamp);
    late = timestamp < to ? 0 : late + 1;
    if (late > maxReordered) break;
  }
  return { before, times: times.sort((a, b) => a - b), after };
}

/** Returns the key packet from which a decoder gets all frames at or after a time; `undefined` for the first packet. */
export async function keyBefore(
  sink: EncodedPacketSink,
  seconds: number,
  options: PacketRetrievalOptions,
): Promise<EncodedPacket | undefined> {
  // Without an index (Matroska without cues), only the cluster of a time is searched. So each step back is twice as long.
  for (let back = minBack; back < seconds; back = Math.max(1, back * 2)) {
    const key = await sink.getKeyPacket(seconds - back, options);
    if (key !== null) return key;
  }
  return undefined;
}
