import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  Codec,
  CodecContext,
  Dictionary,
  FF_ENCODER_LIBX264,
  FFmpegError,
  FilterAPI,
  type Frame,
  Rational,
} from "node-av";
import { ExtractionError } from "../cut/extraction-error.ts";
import type { CopySource } from "./copy-source.ts";
import { type Encoded, packetsOf, release } from "./encoded.ts";
import { fittingFilters } from "./fitting-filters.ts";

/** Seconds from one key frame to the next. A player decodes at most this much when it seeks. */
const keySeconds = 2;

/**
 * `crf` is the quality (lower is better). `maxKilobits` is the maximum rate, over two seconds. `maxShortSide` is the
 * maximum number of pixels of the shorter side of the upright picture: a phone held upright films 1,080 x 1,920.
 */
type Quality = { readonly crf: number; readonly maxKilobits: number; readonly maxShortSide: number };

/** Most cameras send a higher rate, most connections in the field carry this one. */
const forPlaying: Quality = { crf: 23, maxKilobits: 4000, maxShortSide: 1080 };

/** A clip that people keep should look like the original. Old cameras have small pictures. */
const forClips: Quality = { crf: 18, maxKilobits: 12_000, maxShortSide: Number.POSITIVE_INFINITY };

/**
 * Measured on one core with 1080p30: `superfast` encodes at 2.3 times real time, `veryfast` at 1.8. `forced-idr` makes a
 * forced key frame one at which decoding can start.
 */
function optionsOf({ crf, maxKilobits }: Quality) {
  return {
    preset: "superfast",
    crf,
    "forced-idr": 1,
    "x264-params": `scenecut=0:open-gop=0:vbv-maxrate=${maxKilobits}:vbv-bufsize=${2 * maxKilobits}`,
  };
}

/** Maximum number of frames without a forced key frame. More than two seconds have at any usual rate. */
const maxGroupFrames = 1000;

/** Frames per second, from which the encoder derives the level: the demands on a decoder. Times do not depend on it. */
const [usualRate, maxRate] = [25, 240];

export type PictureEncoder = Disposable & {
  /**
   * Encodes and frees a frame. Frames come in the order of time.
   * @param ticks duration of the frame, 0 if it is unknown
   */
  add(frame: Frame, tick: number, ticks: number): Promise<void>;
  /** @returns undefined without any frame */
  finish(): Promise<Encoded | undefined>;
};

/** Encodes frames as H.264 that every browser plays: without B-frames, upright. */
export function pictureEncoder(
  ticksPerSecond: number,
  { showing, isForClips }: Pick<CopySource, "showing" | "isForClips">,
): PictureEncoder {
  const quality = isForClips ? forClips : forPlaying;
  const clock = new Rational(1, ticksPerSecond);
  const times: number[] = [];
  const groups = new Set<number>();
  let filter: FilterAPI | undefined;
  let encoded: Encoded | undefined;

  const rateOf = (ticks: number) => {
    const rate = Math.round(ticksPerSecond / ticks);
    return rate >= 1 && rate <= maxRate ? rate : usualRate;
  };
  const typeAt = (tick: number) => {
    const group = Math.floor(tick / (keySeconds * ticksPerSecond));
    const isFirst = !groups.has(group);
    groups.add(group);
    return isFirst ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
  };

  return {
    async add(frame, tick, ticks) {
      using original = frame;
      // A player shows one frame at a time.
      if (tick <= (times.at(-1) ?? Number.NEGATIVE_INFINITY)) return;
      original.timeBase = clock;
      original.pts = BigInt(tick);
      filter ??= FilterAPI.create(fittingFilters(original, showing, quality.maxShortSide));
      for (const fitting of await filter.processAll(original)) {
        using picture = fitting;
        encoded ??= { encoder: await openEncoder(picture, clock, rateOf(ticks), quality), packets: [] };
        picture.timeBase = clock;
        picture.pictType = typeAt(tick);
        times.push(tick);
        FFmpegError.throwIfError(await encoded.encoder.sendFrame(picture), "sendFrame");
        encoded.packets.push(...(await packetsOf(encoded.encoder)));
      }
    },
    async finish() {
      if (encoded === undefined) return undefined;
      FFmpegError.throwIfError(await encoded.encoder.sendFrame(null), "sendFrame");
      encoded.packets.push(...(await packetsOf(encoded.encoder)));
      return encoded;
    },
    [Symbol.dispose]() {
      filter?.close();
      release(encoded);
    },
  };
}

async function openEncoder(
  picture: Frame,
  clock: Rational,
  rate: number,
  quality: Quality,
): Promise<CodecContext> {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  if (codec === null) throw new ExtractionError("unreadable", "There is no encoder for H.264.");
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = picture.width;
  encoder.height = picture.height;
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.timeBase = clock;
  encoder.framerate = new Rational(rate, 1);
  encoder.bitRate = 0n;
  encoder.gopSize = maxGroupFrames;
  encoder.maxBFrames = 0;
  encoder.threadCount = 1;
  encoder.colorRange = picture.colorRange;
  encoder.colorPrimaries = picture.colorPrimaries;
  encoder.colorTrc = picture.colorTrc;
  encoder.colorSpace = picture.colorSpace;
  encoder.chromaLocation = picture.chromaLocation;
  encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  FFmpegError.throwIfError(await encoder.open2(codec, Dictionary.fromObject(optionsOf(quality))), "open2");
  return encoder;
}
