import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import type { OpenVideo } from "../read/open-video.ts";
import { ExtractionError } from "./extraction-error.ts";
import { finishClip } from "./finish-clip.ts";

/**
 * Ticks per second of a clip's time base, as in MPEG-TS. A frame has a whole number of ticks at all usual frame rates.
 */
const ticksPerSecond = 90_000;

export type ClipWriter = {
  /** Adds a video packet. Add packets in decoding order, first a key packet. */
  addPicture(packet: EncodedPacket): Promise<void>;
  /** Undefined if the video has no sound that MP4 can hold. */
  readonly addSound: ((packet: EncodedPacket) => Promise<void>) | undefined;
  /** Completes the file, and returns its size in bytes. */
  finish(seconds: number): Promise<number>;
  /** Closes an unfinished file. */
  cancel(): Promise<void>;
};

/**
 * Starts an MP4 file with the tracks of a video. Time `from` of the video is zero in the file. The file is
 * written as packets are added. An edit list hides packets that begin before zero.
 */
export async function writeClip(video: OpenVideo, from: number, file: string): Promise<ClipWriter> {
  const layout = { mediaOffset: 0, index: Buffer.alloc(0), indexOffset: 0 };
  const format = new Mp4OutputFormat({
    fastStart: false,
    onFtyp(data) {
      layout.mediaOffset = data.length;
    },
    onMoov(data, position) {
      layout.index = Buffer.from(data);
      layout.indexOffset = position;
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
      return await finishClip({ file, ...layout }, seconds);
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

/** Moves packets so that time `from` becomes zero, and corrects what the muxer does not accept. */
function shiftedBy(from: number): (packet: EncodedPacket) => EncodedPacket {
  let latest = -Infinity;
  let duration = 0;
  return (packet) => {
    // Rounds to whole ticks here: if the times were rounded later, the first frame might begin before the edit that
    // shows it.
    const timestamp = Math.round((packet.timestamp - from) * ticksPerSecond) / ticksPerSecond;
    // Some videos have a key packet that is shown before an earlier packet, which the muxer does not accept.
    const type = timestamp < latest ? "delta" : packet.type;
    latest = Math.max(latest, timestamp);
    // Matroska may omit the duration of the last frame: use that of the frame before.
    duration = packet.duration || duration;
    return packet.clone({ timestamp, duration, type, sideData: {} });
  };
}
