import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_ERROR,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV420P10LE,
  AV_SAMPLE_FMT_FLTP,
  type CodecContext,
  Encoder,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBSVTAV1,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
  Frame,
  Log,
  Muxer,
  Rational,
} from "node-av";
import { numberedPicture, type Rotation, turnedBack } from "./numbered-picture.ts";

export type VideoSettings = {
  readonly codec: "h264" | "hevc" | "vp9" | "av1";
  /** A muxer of ffmpeg, whose options follow. */
  readonly format: "mp4" | "mov" | "matroska" | "webm" | "mpegts" | "hls";
  readonly muxing?: Readonly<Record<string, string | number>>;
  /** When each frame is shown, in milliseconds; the last one lasts as long as the one before. */
  readonly timesMs: readonly number[];
  /** Ticks of the container's clock in a second; 1,000 if it is not given. */
  readonly clock?: number;
  readonly width?: number;
  readonly height?: number;
  /** A key frame after so many frames. */
  readonly groupFrames?: number;
  readonly bFrames?: number;
  /** Frames before a key frame may refer to it. */
  readonly openGroups?: boolean;
  readonly tenBit?: boolean;
  readonly rotation?: Rotation;
  readonly audio?: "aac" | "opus";
};

const encoders = {
  h264: FF_ENCODER_LIBX264,
  hevc: FF_ENCODER_LIBX265,
  vp9: FF_ENCODER_LIBVPX_VP9,
  av1: FF_ENCODER_LIBSVTAV1,
} as const;
const sampleRate = 48_000;
const toneSamples = 960;

/** Writes a video whose frames show their numbers 0, 1, 2, … */
export async function writeVideo(file: string, settings: VideoSettings): Promise<void> {
  Log.setLevel(AV_LOG_ERROR);
  // SVT-AV1 has a log of its own: errors alone.
  process.env["SVT_LOG"] = "1";
  const { format, timesMs, audio, muxing = {} } = settings;
  await using muxer = await Muxer.open(file, { format, options: muxing });
  using video = await videoEncoder(settings);
  const addPicture = adder(muxer, video);
  using sound = audio && (await soundEncoder(audio, format));
  const addSound = sound && adder(muxer, sound);
  const [firstMs = 0] = timesMs;
  let samples = 0;
  for (const [number, timeMs] of timesMs.entries()) {
    await addPicture(pictureFrame(number, settings));
    for (; addSound && samples / sampleRate < (timeMs - firstMs) / 1000 + 0.1; samples += toneSamples) {
      await addSound(tone(samples, firstMs));
    }
  }
  await addPicture(null);
  await addSound?.(null);
}

function videoEncoder({ codec, format, groupFrames = 30, bFrames = 0, openGroups = false }: VideoSettings) {
  const options: Record<typeof codec, Record<string, string | number>> = {
    h264: { preset: "veryfast", crf: 28, "x264-params": `scenecut=0:open-gop=${openGroups ? 1 : 0}` },
    hevc: {
      preset: "ultrafast",
      crf: 28,
      "x265-params": "scenecut=0:log-level=none:pools=1:frame-threads=1",
    },
    vp9: { deadline: "realtime", "cpu-used": 8, crf: 30 },
    av1: { preset: 12, crf: 30, "svtav1-params": "lp=1" },
  };
  return Encoder.create(encoders[codec], {
    context: {
      bitRate: 0,
      gopSize: groupFrames,
      maxBFrames: bFrames,
      threadCount: 1,
      framerate: new Rational(25, 1),
    },
    configure: headersFor(format),
    options: options[codec],
  });
}

function soundEncoder(audio: "aac" | "opus", format: VideoSettings["format"]) {
  return Encoder.create(audio === "aac" ? FF_ENCODER_AAC : FF_ENCODER_LIBOPUS, {
    autoResample: true,
    configure: headersFor(format),
  });
}

/** A stream of MPEG-TS can be joined anywhere; others have what a decoder must know at one place. */
function headersFor(format: VideoSettings["format"]) {
  return (context: CodecContext) => {
    if (format !== "mpegts") context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
  };
}

/** Takes frames, and null after the last one. */
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

function pictureFrame(number: number, settings: VideoSettings): Frame {
  const { timesMs, clock = 1000, width = 320, height = 180, rotation = 0, tenBit = false } = settings;
  const ticks = (timeMs: number) => BigInt(Math.round((timeMs * clock) / 1000));
  const timeMs = timesMs[number] ?? 0;
  const nextMs = timesMs[number + 1] ?? 2 * timeMs - (timesMs[number - 1] ?? timeMs);
  const picture = turnedBack({ width, height, luma: numberedPicture(number, width, height) }, rotation);
  const eightBit = Buffer.concat([picture.luma, Buffer.alloc(picture.luma.length / 2, 128)]);
  const frame = Frame.fromVideoBuffer(tenBit ? toTenBit(eightBit) : eightBit, {
    width: picture.width,
    height: picture.height,
    format: tenBit ? AV_PIX_FMT_YUV420P10LE : AV_PIX_FMT_YUV420P,
    pts: ticks(timeMs),
    timeBase: { num: 1, den: clock },
  });
  frame.duration = ticks(nextMs) - ticks(timeMs);
  return frame;
}

function toTenBit(eightBit: Buffer): Buffer {
  const tenBit = Buffer.alloc(eightBit.length * 2);
  for (const [index, value] of eightBit.entries()) tenBit.writeUInt16LE(value * 4, index * 2);
  return tenBit;
}

function tone(from: number, firstMs: number): Frame {
  const samples = new Float32Array(toneSamples * 2);
  for (let index = 0; index < toneSamples; index += 1) {
    const value = 0.2 * Math.sin((2 * Math.PI * 440 * (from + index)) / sampleRate);
    samples[index] = value;
    samples[toneSamples + index] = value;
  }
  return Frame.fromAudioBuffer(Buffer.from(samples.buffer), {
    nbSamples: toneSamples,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate,
    channelLayout: AV_CHANNEL_LAYOUT_STEREO,
    pts: BigInt(Math.round((firstMs * sampleRate) / 1000) + from),
    timeBase: { num: 1, den: sampleRate },
  });
}
