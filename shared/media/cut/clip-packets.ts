import { type EncodedPacket, EncodedPacketSink, type InputAudioTrack } from "mediabunny";
import { maxReordered } from "../read/find-packet.ts";
import type { OpenVideo } from "../read/open-video.ts";

const verified = { skipLiveWait: true, verifyKeyPackets: true };
const existing = { skipLiveWait: true };

/** The packets of the frames shown before `end` and of the frames that these refer to, in decoding order from `key`. */
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

/** The sound packets between two times, and the packet before them, from which a decoder starts up. */
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
