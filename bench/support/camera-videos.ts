import { closeSync, mkdirSync, openSync, readSync } from "node:fs";
import path from "node:path";
import { AV_PIX_FMT_YUV420P, Demuxer, Frame, Muxer } from "node-av";
import { keeping } from "../../test/support/video/keeping.ts";
import { numberedPicture } from "../../test/support/video/numbered-picture.ts";
import { writeVideo } from "../../test/support/video/write-video.ts";

const framesPerSecond = 30;
const groupFrames = 60;
/** The video repeats after this number of frames. */
const framesBeforeRepeat = 20 * framesPerSecond;
const size = { width: 1920, height: 1080 };
const pixels = size.width * size.height;
/** With the encoder's settings, this noise leads to about 4 Mbit/s, as from a camera. */
const noiseRange = 34;

export type CameraVideo = { readonly name: string; readonly file: string };
export const indexFirst = { name: "MP4, index first", file: "first.mp4" } satisfies CameraVideo;

const muxings = [
  { ...indexFirst, format: "mp4", options: { movflags: "faststart" } },
  {
    name: "MP4, fragmented",
    file: "fragmented.mp4",
    format: "mp4",
    options: { movflags: "frag_keyframe+empty_moov" },
  },
  { name: "Matroska", file: "a.mkv", format: "matroska", options: {} },
  { name: "MPEG-TS", file: "a.ts", format: "mpegts", options: {} },
  {
    name: "HLS of fragmented MP4",
    file: "hls/a.m3u8",
    format: "hls",
    options: { hls_time: 6, hls_list_size: 0, hls_playlist_type: "vod", hls_segment_type: "fmp4" },
  },
] as const;

/**
 * Writes a long H.264 video (1080p30) into each of the given container formats. Encodes 20 s, whose frames show their
 * numbers under noise, and repeats them.
 */
export async function writeCameraVideos(
  folder: string,
  minutes: number,
  progress: (what: string) => void,
  wanted: readonly CameraVideo[] = muxings,
): Promise<readonly CameraVideo[]> {
  progress("encoding 20 s of video");
  const encoded = path.join(folder, "encoded.mp4");
  await writeVideo(encoded, {
    codec: "h264",
    format: "mp4",
    ...noisyPictures(),
    timesMs: Array.from({ length: framesBeforeRepeat }, (_, number) => (number * 1000) / framesPerSecond),
    clock: framesPerSecond * 1000,
    groupFrames,
  });
  const chosen = muxings.filter(({ file }) => wanted.some((each) => each.file === file));
  for (const { name, file, ...muxing } of chosen) {
    progress(`writing ${minutes} min of video: ${name}`);
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    await repeat(encoded, target, (minutes * 60 * framesPerSecond) / framesBeforeRepeat, muxing);
  }
  return chosen;
}

/**
 * Returns a time in the middle of a frame, in whole milliseconds, so that no container's clock rounds it into another
 * frame.
 */
export function middleOf(frame: number): number {
  return Math.round(((frame + 0.5) * 1000) / framesPerSecond);
}

/** The number of frames in a video of this length. */
export function framesIn(minutes: number): number {
  return minutes * 60 * framesPerSecond;
}

/** The number shown by a frame of the long video. */
export function numberOf(frame: number): number {
  return frame % framesBeforeRepeat;
}

/** The size in bytes of a group of pictures in a video of this size and length. */
export function groupBytes(sizeBytes: number, minutes: number): number {
  return (sizeBytes * groupFrames) / framesIn(minutes);
}

/** The offset of the media data in an MP4 file whose index comes first. */
export function indexBytes(file: string): number {
  const start = Buffer.alloc(4096);
  const opened = openSync(file, "r");
  readSync(opened, start);
  closeSync(opened);
  return start.readUInt32BE(start.indexOf("moov") - 4);
}

async function repeat(
  from: string,
  to: string,
  times: number,
  muxing: { readonly format: string; readonly options: Readonly<Record<string, string | number>> },
): Promise<void> {
  await using muxer = await Muxer.open(to, muxing);
  let target: number | undefined;
  for (let done = 0; done < times; done += 1) {
    await using demuxer = await Demuxer.open(from);
    const video = demuxer.video();
    if (video === undefined) throw new Error("The file has no video.");
    target ??= muxer.addStream(video);
    const { num, den } = video.timeBase;
    const laterTicks = BigInt(Math.round((done * framesBeforeRepeat * den) / (framesPerSecond * num)));
    for await (const packet of demuxer.packets(video.index)) {
      if (packet === null) break;
      using copied = packet;
      copied.pts += laterTicks;
      copied.dts += laterTicks;
      await muxer.writePacket(copied, target);
    }
  }
}

/** Returns the size and the pictures of a video that is as costly to decode as a camera's. */
export function noisyPictures() {
  const noise = makeNoise(2 * pixels);
  return { ...size, picture: (number: number) => noisyFrame(number, noise) };
}

function noisyFrame(number: number, noise: Int8Array): Frame {
  const picture = numberedPicture(number, size.width, size.height);
  const from = (number * 1_037_389) % pixels;
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    picture[pixel] = (picture[pixel] ?? 0) + (noise[from + pixel] ?? 0);
  }
  const memory = Buffer.concat([picture, Buffer.alloc(pixels / 2, 128)]);
  const frame = Frame.fromVideoBuffer(memory, {
    ...size,
    format: AV_PIX_FMT_YUV420P,
    timeBase: { num: 1, den: 1 },
  });
  return keeping(frame, memory);
}

function makeNoise(length: number): Int8Array {
  let state = 1;
  return Int8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (((state >>> 16) * noiseRange) >> 16) - noiseRange / 2;
  });
}
