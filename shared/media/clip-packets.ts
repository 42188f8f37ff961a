import { type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from "mediabunny";
import type { OpenVideo } from "./open-video.ts";

/** So many frames at most can be decoded before one that is shown earlier (H.264 and HEVC, size of the buffer). */
const maxReordered = 16;

const verified = { skipLiveWait: true, verifyKeyPackets: true };
const existing = { skipLiveWait: true };

/** In decoding order from a key packet on: what is shown before an end, and what that refers to. */
export async function* videoPackets(
  { packets }: OpenVideo,
  key: EncodedPacket,
  end: number,
): AsyncGenerator<EncodedPacket, void> {
  yield key;
  let later: EncodedPacket[] = [];
  let next = await packets.getNextPacket(key, verified);
  while (next !== null && later.length < maxReordered) {
    later.push(next);
    if (next.timestamp < end) {
      yield* later;
      later = [];
    }
    next = await packets.getNextPacket(next, verified);
  }
}

/** What is heard between two times, and the packet before it, with which a decoder warms up. */
export async function* audioPackets(
  track: InputAudioTrack,
  from: number,
  end: number,
): AsyncGenerator<EncodedPacket, void> {
  const packets = new EncodedPacketSink(track);
  const first = await packets.getKeyPacket(from, existing);
  const before =
    first && (await packets.getKeyPacket(first.timestamp - 1 / (await track.getTimeResolution()), existing));
  let next = before ?? first ?? (await packets.getFirstKeyPacket(existing));
  while (next !== null && next.timestamp < end) {
    yield next;
    next = await packets.getNextPacket(next, existing);
  }
}
