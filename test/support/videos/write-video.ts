import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_LOG_ERROR,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV420P10LE,
  AV_SAMPLE_FMT_FLTP,
  Encoder,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
  Frame,
  Log,
  Muxer,
} from "node-av";
import { numberedPicture, type Rotation, turnedBack } from "./numbered-picture.ts";

export type VideoSettings = {
  readonly codec: "h264" | "hevc" | "vp9";
  /** A muxer of ffmpeg, whose options follow. */
  readonly format: "mp4" | "matroska" | "webm" | "mpegts" | "hls";
  readonly muxing?: Readonly<Record<string, string | number>>;
  /** When each frame is shown, in milliseconds; the last one lasts as long as the one before. */
  readonly timesMs: readonly number[];
  readonly width?: number;
  readonly height?: number;
  /** A key frame after so many frames. */
  readonly groupFrames?: number;
  readonly bFrames?: number;
  readonly tenBit?: boolean;
  readonly rotation?: Rotation;
  readonly audio?: "aac" | "opus";
};

const encoders = { h264: FF_ENCODER_LIBX264, hevc: FF_ENCODER_LIBX265, vp9: FF_ENCODER_LIBVPX_VP9 } as const;
const fast = {
  h264: { preset: "veryfast", "x264-params": "scenecut=0" },
  hevc: { preset: "ultrafast", "x265-params": "scenecut=0:log-level=none:pools=1:frame-threads=1" },
  vp9: { deadline: "realtime", "cpu-used": 8 },
} as const;
const millisecond = { num: 1, den: 1000 };
const sampleRate = 48_000;

/** Writes a video whose frames show their numbers 0, 1, 2, … */
export async function writeVideo(file: string, settings: VideoSettings): Promise<void> {
  Log.setLevel(AV_LOG_ERROR);
  const { codec, format, timesMs, groupFrames = 30, bFrames = 0, audio } = settings;
  using video = await Encoder.create(encoders[codec], {
    context: { gopSize: groupFrames, maxBFrames: bFrames, threadCount: 1 },
    configure: (context) => {
      if (format !== "mpegts") context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    },
    options: fast[codec],
  });
  await using muxer = await Muxer.open(file, { format, options: settings.muxing ?? {} });
  const videoIndex = muxer.addStream(video);
  if (audio === undefined) {
    for (let number = 0; number < timesMs.length; number += 1)
      await addFrame(muxer, video, videoIndex, pictureFrame(number, settings));
    await addFrame(muxer, video, videoIndex, null);
    return;
  }
  using sound = await Encoder.create(audio === "aac" ? FF_ENCODER_AAC : FF_ENCODER_LIBOPUS, {
    autoResample: true,
    configure: (context) => {
      if (format !== "mpegts") context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    },
  });
  const soundIndex = muxer.addStream(sound);
  const [firstMs = 0] = timesMs;
  let samples = 0;
  for (const [number, timeMs] of timesMs.entries()) {
    await addFrame(muxer, video, videoIndex, pictureFrame(number, settings));
    while (samples / sampleRate < (timeMs - firstMs) / 1000 + 0.1) {
      await addFrame(muxer, sound, soundIndex, tone(samples, (firstMs * sampleRate) / 1000));
      samples += toneSamples;
    }
  }
  await addFrame(muxer, video, videoIndex, null);
  await addFrame(muxer, sound, soundIndex, null);
}

async function addFrame(muxer: Muxer, encoder: Encoder, index: number, frame: Frame | null): Promise<void> {
  for (const packet of await encoder.encodeAll(frame)) {
    await muxer.writePacket(packet, index);
    packet.free();
  }
  frame?.free();
}

function pictureFrame(number: number, settings: VideoSettings): Frame {
  const { timesMs, width = 320, height = 180, rotation = 0, tenBit = false } = settings;
  const timeMs = timesMs[number] ?? 0;
  const nextMs = timesMs[number + 1] ?? timeMs + (timeMs - (timesMs[number - 1] ?? timeMs));
  const picture = turnedBack({ width, height, luma: numberedPicture(number, width, height) }, rotation);
  const luma = Buffer.from(picture.luma);
  const eightBit = Buffer.concat([luma, Buffer.alloc(luma.length / 2, 128)]);
  const frame = Frame.fromVideoBuffer(tenBit ? toTenBit(eightBit) : eightBit, {
    width: picture.width,
    height: picture.height,
    format: tenBit ? AV_PIX_FMT_YUV420P10LE : AV_PIX_FMT_YUV420P,
    pts: BigInt(timeMs),
    timeBase: millisecond,
  });
  frame.duration = BigInt(nextMs - timeMs);
  return frame;
}

function toTenBit(eightBit: Buffer): Buffer {
  const tenBit = Buffer.alloc(eightBit.length * 2);
  for (const [index, value] of eightBit.entries()) tenBit.writeUInt16LE(value * 4, index * 2);
  return tenBit;
}

const toneSamples = 960;

function tone(from: number, offset: number): Frame {
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
    pts: BigInt(Math.round(offset) + from),
    timeBase: { num: 1, den: sampleRate },
  });
}
