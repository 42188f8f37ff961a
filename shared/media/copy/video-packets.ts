import type { EncodedPacket } from "mediabunny";
import { AV_NOPTS_VALUE, Packet } from "node-av";
import { audioPackets, videoPackets } from "../cut/clip-packets.ts";
import { openDecoder } from "../cut/decode-frame.ts";
import { checkDecodingMemory } from "../cut/decoding-memory.ts";
import { showingOf } from "../cut/still.ts";
import { endOf, keyPacketOf, packetShownAt } from "../read/find-packet.ts";
import type { OpenVideo } from "../read/open-video.ts";
import { videoFile } from "../read/video-file.ts";
import { type CopySource, copyClock, type SourcePacket, soundMarginSeconds } from "./copy-source.ts";
import { openSoundDecoder, soundCodec } from "./sound-decoder.ts";

/** Ticks per second of sound: finer than a sample. */
const soundClock = 1_000_000;

const identity = { tickOf: Number };

/**
 * The original, read by mediabunny.
 * @param maxRssBytes resident memory that this process may use
 */
export async function sourceOfVideo(video: OpenVideo, maxRssBytes: number): Promise<CopySource> {
  const { track, audio, start } = video;
  const clock = copyClock(await track.getTimeResolution());
  const hasSound = audio !== null && (await soundCodec(audio)) !== undefined;

  async function* packets(from: number, to: number): AsyncGenerator<SourcePacket, void> {
    using packet = new Packet();
    packet.alloc();
    const inTicks = (encoded: EncodedPacket, ticksPerSecond: number) => {
      packet.unref();
      packet.data = Buffer.from(encoded.data.buffer, encoded.data.byteOffset, encoded.data.byteLength);
      packet.isKeyframe = encoded.type === "key";
      packet.pts = BigInt(Math.round((encoded.timestamp - start) * ticksPerSecond));
      packet.dts = AV_NOPTS_VALUE;
      packet.duration = BigInt(Math.round(encoded.duration * ticksPerSecond));
      return packet;
    };
    const key = await keyPacketOf(video, await packetShownAt(video, start + from));
    await checkDecodingMemory(track, key, maxRssBytes);
    const [margin, end] = [soundMarginSeconds, start + to];
    const sounds = hasSound ? audioPackets(audio, start + from - margin, end + margin) : undefined;
    let sound = await sounds?.next();
    const soundsUntil = async function* (time: number): AsyncGenerator<SourcePacket, void> {
      for (; sound?.value && sound.value.timestamp <= time; sound = await sounds?.next()) {
        yield { of: "sound", packet: inTicks(sound.value, soundClock) };
      }
    };
    for await (const picture of videoPackets(video, key, end)) {
      yield* soundsUntil(picture.timestamp);
      yield { of: "picture", packet: inTicks(picture, clock) };
    }
    yield* soundsUntil(end + margin);
  }

  return {
    file: await videoFile(video),
    showing: await showingOf(track),
    isForClips: false,
    picture: { openDecoder: () => openDecoder(video), ticksPerSecond: clock, ...identity },
    sound: hasSound
      ? { openDecoder: () => openSoundDecoder(audio), ticksPerSecond: soundClock, ...identity }
      : undefined,
    packets,
    lengthMs: async () => Math.max(0, Math.ceil(((await endOf(video)) - start) * 1000)),
    async [Symbol.asyncDispose]() {
      video[Symbol.dispose]();
    },
  };
}
