import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { ExtractionError } from "./extraction-error.ts";
import { finishClip } from "./finish-clip.ts";
import type { OpenVideo } from "./open-video.ts";

/** Ticks of the clip's clock: those of MPEG-TS, and whole frames at all usual rates. */
const ticksPerSecond = 90_000;

export type ClipWriter = {
  /** Adds packets in their decoding order; pictures begin with a key packet. */
  addPicture(packet: EncodedPacket): Promise<void>;
  /** Undefined where there is no sound, or none that MP4 can hold. */
  readonly addSound: ((packet: EncodedPacket) => Promise<void>) | undefined;
  /** @returns the size of the file in bytes */
  finish(seconds: number): Promise<number>;
  /** Closes the file; needed unless it is finished. */
  cancel(): Promise<void>;
};

/**
 * Starts an MP4 file with the tracks of a video, in which the time `from` is zero. It is written as packets come;
 * what begins before zero is hidden by an edit list.
 */
export async function writeClip(video: OpenVideo, from: number, file: string): Promise<ClipWriter> {
  const made = { mediaOffset: 0, index: Buffer.alloc(0), indexOffset: 0 };
  const format = new Mp4OutputFormat({
    fastStart: false,
    onFtyp(data) {
      made.mediaOffset = data.length;
    },
    onMoov(data, position) {
      made.index = Buffer.from(data);
      made.indexOffset = position;
    },
  });
  const output = new Output({ format, target: new FilePathTarget(file) });
  const addPicture = await addVideoTrack(output, video, from);
  const addSound = await addAudioTrack(output, video, from);
  await output.start();
  return {
    addPicture,
    addSound,
    async finish(seconds) {
      await output.finalize();
      return await finishClip({ file, ...made }, seconds);
    },
    cancel: () => output.cancel(),
  };
}

async function addVideoTrack(output: Output, { track }: OpenVideo, from: number) {
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  if (codec === null || decoderConfig === null)
    throw new ExtractionError("unreadable", "The codec is unknown.");
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, {
    frameRate: ticksPerSecond,
    transformationMatrix: await track.getTransformationMatrix(),
  });
  const shift = shiftedBy(from);
  return (packet: EncodedPacket) => source.add(shift(packet), { decoderConfig });
}

async function addAudioTrack(output: Output, { audio }: OpenVideo, from: number) {
  const codec = await audio?.getCodec();
  const decoderConfig = await audio?.getDecoderConfig();
  if (!codec || !decoderConfig || !output.format.getSupportedAudioCodecs().includes(codec)) return undefined;
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  const shift = shiftedBy(from);
  return (packet: EncodedPacket) => source.add(shift(packet), { decoderConfig });
}

function shiftedBy(from: number): (packet: EncodedPacket) => EncodedPacket {
  let latest = -Infinity;
  let duration = 0;
  return (packet) => {
    // On whole ticks: rounded apart, a first frame would begin before the edit that shows it.
    const timestamp = Math.round((packet.timestamp - from) * ticksPerSecond) / ticksPerSecond;
    // The muxer takes no key packet that is shown before an earlier one. There are videos with such.
    const type = timestamp < latest ? "delta" : packet.type;
    latest = Math.max(latest, timestamp);
    // Matroska need not say how long its last frame lasts: as long as the one before.
    duration = packet.duration || duration;
    return packet.clone({ timestamp, duration, type, sideData: {} });
  };
}
