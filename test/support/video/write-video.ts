import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_ERROR,
  type CodecContext,
  Dictionary,
  Encoder,
  type EncoderContextOptions,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBSVTAV1,
  FF_ENCODER_LIBVPX_VP8,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
  FF_ENCODER_MJPEG,
  FF_ENCODER_MPEG2VIDEO,
  FF_ENCODER_MPEG4,
  FF_ENCODER_MSMPEG4V2,
  FF_ENCODER_PCM_S16LE,
  FF_ENCODER_PRORES_KS,
  FF_ENCODER_WMV2,
  type Frame,
  Log,
  Muxer,
  Rational,
} from "node-av";
import { numberedFrame, sampleRate, tone, toneSamples } from "./frames.ts";
import type { Rotation } from "./numbered-picture.ts";

export type VideoSettings = {
  readonly codec: "h264" | "hevc" | "vp8" | "vp9" | "av1" | "prores" | OldCodec;
  /** Name of an ffmpeg muxer, whose options are in `muxing`. */
  readonly format: "mp4" | "mov" | "matroska" | "webm" | "mpegts" | "hls" | "avi" | "mpeg" | "asf";
  readonly muxing?: Readonly<Record<string, string | number>>;
  /** Tags of the whole file, such as `creation_time`. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Start of each frame, in milliseconds. The last frame lasts as long as the one before it. */
  readonly timesMs: readonly number[];
  /** Ticks of the container's clock per second, default 1,000. */
  readonly clock?: number;
  readonly width?: number;
  readonly height?: number;
  /** Number of frames from one key frame to the next. */
  readonly groupFrames?: number;
  readonly bFrames?: number;
  /** `true`: frames before a key frame may refer to the key frame. */
  readonly openGroups?: boolean;
  /** Number of pictures that a picture may refer to, default 1 (H.264 and HEVC). */
  readonly references?: number;
  /** Repeats the decoder's parameters in each key packet (H.264 and HEVC). */
  readonly repeatHeaders?: boolean;
  readonly tenBit?: boolean;
  readonly rotation?: Rotation;
  readonly audio?: Sound;
  /** `true`: the sound is a beep at the beginning of each second, instead of a tone. */
  readonly beeps?: boolean;
  /** Makes the pictures, without time and duration. Default: numbered pictures. */
  readonly picture?: (number: number) => Frame;
  /** Metadata that the encoder writes about the pictures. */
  readonly tags?: Pick<EncoderContextOptions, "sampleAspectRatio" | "colorSpace" | "colorRange">;
};

/** Codecs that only ffmpeg decodes. Their frames need a steady clock: one tick for each frame. */
type OldCodec = "mjpeg" | "mpeg4" | "mpeg2" | "msmpeg4v2" | "wmv2";

type Sound = "aac" | "opus" | "pcm";

const encoders = {
  h264: FF_ENCODER_LIBX264,
  hevc: FF_ENCODER_LIBX265,
  vp8: FF_ENCODER_LIBVPX_VP8,
  vp9: FF_ENCODER_LIBVPX_VP9,
  av1: FF_ENCODER_LIBSVTAV1,
  prores: FF_ENCODER_PRORES_KS,
  mjpeg: FF_ENCODER_MJPEG,
  mpeg4: FF_ENCODER_MPEG4,
  mpeg2: FF_ENCODER_MPEG2VIDEO,
  msmpeg4v2: FF_ENCODER_MSMPEG4V2,
  wmv2: FF_ENCODER_WMV2,
} as const;

const soundEncoders = { aac: FF_ENCODER_AAC, opus: FF_ENCODER_LIBOPUS, pcm: FF_ENCODER_PCM_S16LE } as const;

/** The others have a constant quality instead of a rate. */
const oldCodecs: Readonly<Record<OldCodec, true>> = {
  mjpeg: true,
  mpeg4: true,
  mpeg2: true,
  msmpeg4v2: true,
  wmv2: true,
};
const oldBitRate = 2_000_000;

/** Writes a video whose frames show their numbers 0, 1, 2, … */
export async function writeVideo(file: string, settings: VideoSettings): Promise<void> {
  Log.setLevel(AV_LOG_ERROR);
  // SVT-AV1 has its own log. Level 1 has only errors.
  process.env["SVT_LOG"] = "1";
  const { format, timesMs, audio, beeps, muxing = {}, metadata = {} } = settings;
  await using muxer = await Muxer.open(file, {
    format,
    options: muxing,
    configure: (context) => {
      context.metadata = Dictionary.fromObject(metadata);
    },
  });
  using video = await videoEncoder(settings);
  const addPicture = adder(muxer, video);
  using sound = audio && (await soundEncoder(audio, format));
  const addSound = sound && adder(muxer, sound);
  const [firstMs = 0] = timesMs;
  let samples = 0;
  for (const [number, timeMs] of timesMs.entries()) {
    await addPicture(pictureOf(number, settings));
    for (; addSound && samples / sampleRate < (timeMs - firstMs) / 1000 + 0.1; samples += toneSamples) {
      await addSound(tone(samples, firstMs, beeps));
    }
  }
  await addPicture(null);
  await addSound?.(null);
}

function pictureOf(number: number, settings: VideoSettings): Frame {
  const { timesMs, clock = 1000, picture = (number) => numberedFrame(number, settings) } = settings;
  const ticks = (timeMs: number) => BigInt(Math.round((timeMs * clock) / 1000));
  const timeMs = timesMs[number] ?? 0;
  const nextMs = timesMs[number + 1] ?? 2 * timeMs - (timesMs[number - 1] ?? timeMs);
  const frame = picture(number);
  frame.timeBase = new Rational(1, clock);
  frame.pts = ticks(timeMs);
  frame.duration = ticks(nextMs) - ticks(timeMs);
  return frame;
}

function videoEncoder(settings: VideoSettings): Promise<Encoder> {
  const { codec, format, groupFrames = 30, bFrames = 0, openGroups = false, tags } = settings;
  const { references = 1, repeatHeaders = false } = settings;
  const shared = `scenecut=0:ref=${references}${repeatHeaders ? ":repeat-headers=1" : ""}`;
  const options: Record<typeof codec, Record<string, string | number>> = {
    h264: { preset: "veryfast", crf: 28, "x264-params": `${shared}:open-gop=${openGroups ? 1 : 0}` },
    hevc: {
      preset: "ultrafast",
      crf: 28,
      "x265-params": `${shared}:log-level=none:pools=1:frame-threads=1`,
    },
    vp8: { deadline: "realtime", "cpu-used": 8, crf: 30 },
    vp9: { deadline: "realtime", "cpu-used": 8, crf: 30 },
    av1: { preset: 12, crf: 30, "svtav1-params": "lp=1" },
    prores: {},
    mjpeg: { strict: "unofficial" },
    mpeg4: {},
    mpeg2: {},
    msmpeg4v2: {},
    wmv2: {},
  };
  return Encoder.create(encoders[codec], {
    context: {
      bitRate: codec in oldCodecs ? oldBitRate : 0,
      gopSize: groupFrames,
      maxBFrames: bFrames,
      threadCount: 1,
      // Without a frame rate, SVT-AV1 uses the clock's rate, which is too high. The others get no frame rate: with one,
      // Matroska would store frame durations, which recorders do not know.
      ...(codec === "av1" || codec === "mpeg2" ? { framerate: new Rational(25, 1) } : {}),
      ...tags,
    },
    configure: headersFor(format),
    options: options[codec],
  });
}

function soundEncoder(audio: Sound, format: VideoSettings["format"]) {
  return Encoder.create(soundEncoders[audio], {
    autoResample: true,
    configure: headersFor(format),
  });
}

/** MPEG repeats the decoder's parameters, so that players can join anywhere. Other formats store them once. */
function headersFor(format: VideoSettings["format"]) {
  return (context: CodecContext) => {
    if (format !== "mpegts" && format !== "mpeg") context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  };
}

/** Returns a function that adds frames to a file. Call it with null after the last frame. */
function adder(muxer: Muxer, encoder: Encoder): (frame: Frame | null) => Promise<void> {
  const stream = muxer.addStream(encoder);
  return async (frame) => {
    for (const packet of await encoder.encodeAll(frame)) {
      await muxer.writePacket(packet, stream);
      packet.free();
    }
    frame?.free();
  };
}
