import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLTP,
  Codec,
  CodecContext,
  FF_ENCODER_AAC,
  FFmpegError,
  FilterAPI,
  type Frame,
  Rational,
} from "node-av";
import { ExtractionError } from "../cut/extraction-error.ts";
import { type Encoded, packetsOf, release } from "./encoded.ts";

const sampleRate = 48_000;

/** Samples in a frame of AAC. */
const frameSamples = 1024;

/** Frames that are encoded before the first one of a piece: the encoder starts up in them. */
const leadFrames = 2;

const bitsPerSecond = 128_000n;

export type SoundEncoder = Disposable & {
  /** Encodes and frees a frame. Frames come in the order of time. */
  add(frame: Frame, tick: number): Promise<void>;
  /** @returns undefined without any frame */
  finish(): Promise<Encoded | undefined>;
};

/**
 * Encodes the sound of a piece as AAC. The frames of all pieces lie on one grid, so that the sound of one piece goes on
 * in the next without a gap.
 * @param from in seconds, as `to`
 */
export function soundEncoder(ticksPerSecond: number, from: number, to: number): SoundEncoder {
  const clock = new Rational(1, ticksPerSecond);
  const [first, end] = [from, to].map((seconds) => Math.ceil((seconds * sampleRate) / frameSamples));
  const firstSample = Math.max(0, (first ?? 0) - leadFrames) * frameSamples;
  let filter: FilterAPI | undefined;
  let encoded: Encoded | undefined;

  const encode = async (frames: readonly Frame[]) => {
    for (const fitting of frames) {
      using frame = fitting;
      encoded ??= { encoder: await openEncoder(frame), packets: [] };
      FFmpegError.throwIfError(await encoded.encoder.sendFrame(frame), "sendFrame");
      await take(encoded);
    }
  };
  /** Keeps the packets of the piece. */
  const take = async ({ encoder, packets }: Encoded) => {
    for (const packet of await packetsOf(encoder)) {
      const number = Number(packet.pts) / frameSamples;
      if (number >= (first ?? 0) && number < (end ?? 0)) packets.push(packet);
      else packet.free();
    }
  };

  return {
    async add(frame, tick) {
      using original = frame;
      original.timeBase = clock;
      original.pts = BigInt(tick);
      filter ??= FilterAPI.create(filters(firstSample));
      await encode(await filter.processAll(original));
    },
    async finish() {
      for await (const frame of filter?.flushFrames() ?? []) await encode([frame]);
      if (encoded === undefined) return undefined;
      FFmpegError.throwIfError(await encoded.encoder.sendFrame(null), "sendFrame");
      await take(encoded);
      return encoded;
    },
    [Symbol.dispose]() {
      filter?.close();
      release(encoded);
    },
  };
}

/** Fills gaps with silence, and gives the first sample exactly its time. */
function filters(firstSample: number): string {
  return [
    `aresample=${sampleRate}:async=1:first_pts=${firstSample}`,
    "aformat=sample_fmts=fltp:channel_layouts=mono|stereo",
    `asetnsamples=n=${frameSamples}:p=0`,
  ].join();
}

async function openEncoder(frame: Frame): Promise<CodecContext> {
  const codec = Codec.findEncoderByName(FF_ENCODER_AAC);
  if (codec === null) throw new ExtractionError("unreadable", "There is no encoder for AAC.");
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.bitRate = bitsPerSecond;
  encoder.sampleRate = sampleRate;
  encoder.sampleFormat = AV_SAMPLE_FMT_FLTP;
  encoder.channelLayout = frame.channelLayout;
  encoder.timeBase = new Rational(1, sampleRate);
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  FFmpegError.throwIfError(await encoder.open2(codec), "open2");
  return encoder;
}
