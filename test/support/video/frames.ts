import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV420P10LE,
  AV_SAMPLE_FMT_FLTP,
  Frame,
} from "node-av";
import { keeping } from "./keeping.ts";
import { numberedPicture, turnedBack } from "./numbered-picture.ts";
import type { VideoSettings } from "./write-video.ts";

/** Sample rate of the sound, in hertz. */
export const sampleRate = 48_000;

/** Length of a tone, in samples. */
export const toneSamples = 960;

const unknownTime = { num: 1, den: 1 };

/** Returns a frame that shows its number after the rotation in the video's settings. */
export function numberedFrame(number: number, settings: VideoSettings): Frame {
  const { width = 320, height = 180, rotation = 0, tenBit = false } = settings;
  const picture = turnedBack({ width, height, luma: numberedPicture(number, width, height) }, rotation);
  const eightBit = Buffer.concat([picture.luma, Buffer.alloc(picture.luma.length / 2, 128)]);
  const pixels = tenBit ? toTenBit(eightBit) : eightBit;
  const frame = Frame.fromVideoBuffer(pixels, {
    width: picture.width,
    height: picture.height,
    format: tenBit ? AV_PIX_FMT_YUV420P10LE : AV_PIX_FMT_YUV420P,
    timeBase: unknownTime,
  });
  return keeping(frame, pixels);
}

/** Length of a beep, in seconds. */
const beepSeconds = 0.05;

/**
 * Returns a part of a tone, `from` samples after the tone's start.
 * @param beeps `true`: it sounds only at the beginning of each second
 */
export function tone(from: number, startMs: number, beeps = false): Frame {
  const samples = new Float32Array(toneSamples * 2);
  for (let index = 0; index < toneSamples; index += 1) {
    const isSilent = beeps && (from + index) % sampleRate >= beepSeconds * sampleRate;
    const value = isSilent ? 0 : 0.2 * Math.sin((2 * Math.PI * 440 * (from + index)) / sampleRate);
    samples[index] = value;
    samples[toneSamples + index] = value;
  }
  const memory = Buffer.from(samples.buffer);
  const frame = Frame.fromAudioBuffer(memory, {
    nbSamples: toneSamples,
    format: AV_SAMPLE_FMT_FLTP,
    sampleRate,
    channelLayout: AV_CHANNEL_LAYOUT_STEREO,
    pts: BigInt(Math.round((startMs * sampleRate) / 1000) + from),
    timeBase: { num: 1, den: sampleRate },
  });
  return keeping(frame, memory);
}

function toTenBit(eightBit: Buffer): Buffer {
  const tenBit = Buffer.alloc(eightBit.length * 2);
  for (const [index, value] of eightBit.entries()) tenBit.writeUInt16LE(value * 4, index * 2);
  return tenBit;
}
