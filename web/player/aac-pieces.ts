import type { EncodedPacket, EncodedPacketSink, WrappedAudioBuffer } from "mediabunny";
import type { Sounds } from "./sound.ts";

/** Number of packets that are decoded together, about a second. */
const piecePackets = 48;

/** Number of packets before each piece with which the decoder starts up. Their sound is not played. */
const earlyPackets = 2;

const adtsHeadBytes = 7;

/**
 * Returns the head that lets a packet of AAC be read alone (ADTS, ISO 13818-7, section 6.2).
 * @param config the decoder's parameters (AudioSpecificConfig, ISO 14496-3, section 1.6.2.1)
 * @param packetBytes length of the packet, without the head
 * @returns `undefined` if ADTS has no form for these parameters
 */
export function adtsHead(config: Uint8Array, packetBytes: number): Uint8Array<ArrayBuffer> | undefined {
  const [first = 0, second = 0] = config;
  const kind = first >> 3;
  const rate = ((first & 7) << 1) | (second >> 7);
  const channels = (second >> 3) & 15;
  // Kinds 5 and 29 add high frequencies to kind 2. The packets themselves tell the decoder.
  const inHead = kind === 5 || kind === 29 ? 2 : kind;
  if (inHead < 1 || inHead > 4 || rate === 15 || channels > 7) return undefined;
  const bytes = packetBytes + adtsHeadBytes;
  return Uint8Array.of(
    0xff,
    0xf1,
    ((inHead - 1) << 6) | (rate << 2) | (channels >> 2),
    ((channels & 3) << 6) | (bytes >> 11),
    (bytes >> 3) & 255,
    ((bytes & 7) << 5) | 31,
    0xfc,
  );
}

/**
 * Decodes AAC in pieces by `decodeAudioData`, for browsers without a usable `AudioDecoder`.
 * @param config the decoder's parameters; `undefined` if the packets have heads already (MPEG-TS)
 */
export function aacPieces(sink: EncodedPacketSink, config: Uint8Array | undefined): Sounds {
  const context = new OfflineAudioContext({ length: 1, sampleRate: 48_000 });

  /** Decodes packets. @returns the sound from packet number `skipped` on */
  async function decode(packets: readonly EncodedPacket[], skipped: number): Promise<WrappedAudioBuffer> {
    const parts = packets.flatMap(({ data }) => [
      (config && adtsHead(config, data.length)) ?? new Uint8Array(),
      new Uint8Array(data),
    ]);
    const whole = await context.decodeAudioData(await new Blob(parts).arrayBuffer());
    const [start, from, last] = [packets[0], packets[skipped], packets.at(-1)];
    if (!start || !from || !last) throw new Error("There are no packets.");
    const first = Math.round((from.timestamp - start.timestamp) * whole.sampleRate);
    const wanted = Math.round((last.timestamp + last.duration - from.timestamp) * whole.sampleRate);
    const length = Math.max(1, Math.min(wanted, whole.length - first));
    const { numberOfChannels, sampleRate } = whole;
    const buffer = new AudioBuffer({ length, numberOfChannels, sampleRate });
    for (let channel = 0; channel < numberOfChannels; channel++) {
      buffer.copyToChannel(whole.getChannelData(channel).subarray(first, first + length), channel);
    }
    return { buffer, timestamp: from.timestamp, duration: buffer.duration };
  }

  return async function* (from) {
    const first = (await sink.getPacket(from)) ?? (await sink.getFirstPacket());
    if (first === null) return;
    const before = await sink.getPacket(first.timestamp - (earlyPackets - 0.5) * first.duration);
    let packets: EncodedPacket[] = [];
    let skipped = 0;
    for await (const packet of sink.packets(before ?? first)) {
      if (packet.timestamp < first.timestamp) skipped++;
      packets.push(packet);
      if (packets.length - skipped < piecePackets) continue;
      yield await decode(packets, skipped);
      packets = packets.slice(-earlyPackets);
      skipped = earlyPackets;
    }
    if (packets.length > skipped) yield await decode(packets, skipped);
  };
}
