import type { Kind } from "../../support/video/kinds.ts";

/** A video of numbered pictures. The number and time of each frame are known. */
export type NumberedVideo = Kind & {
  /** Start of the media on the clock of `timesMs`. */
  readonly startMs?: number;
  /** `true` if it belongs to `npm test`. The others belong to `npm run test:long`. */
  readonly isUsual?: boolean;
};

const frames = 240;
const avc = { codec: "h264", file: "a.mp4", format: "mp4", bFrames: 3, groupFrames: 100 } as const;

const numberedVideos: readonly NumberedVideo[] = [
  {
    ...avc,
    name: "25 frames a second with sound",
    timesMs: every(40),
    muxing: { movflags: "faststart" },
    audio: "aac",
  },
  { ...avc, name: "29.97 frames a second", timesMs: every(1001 / 30), clock: 30_000, isUsual: true },
  { ...avc, name: "a variable frame rate", timesMs: uneven(), clock: 90_000, isUsual: true },
  // The first nine frames are needed to decode the others, but are not shown.
  { ...avc, name: "an edit list", timesMs: every(40, -360), startMs: 0, isUsual: true },
  { ...avc, name: "a start at 1.5 s", timesMs: every(40, 1500), startMs: 1500 },
  {
    ...avc,
    name: "fragments, with sound",
    timesMs: every(40),
    bFrames: 2,
    muxing: { movflags: "frag_keyframe+empty_moov" },
    audio: "aac",
    firstFrameMs: 80,
  },
  { name: "VP8 in WebM", file: "a.webm", codec: "vp8", format: "webm", timesMs: every(40), groupFrames: 60 },
  {
    ...avc,
    name: "15 frames a second without B-frames",
    timesMs: every(1000 / 15),
    clock: 15_360,
    bFrames: 0,
  },
  { ...avc, name: "59.94 frames a second", timesMs: every(1001 / 60), clock: 60_000 },
  {
    ...avc,
    name: "HLS of MPEG-TS",
    file: "a.m3u8",
    format: "hls",
    timesMs: every(40),
    muxing: { hls_time: 4, hls_list_size: 0, hls_playlist_type: "vod" },
  },
  {
    ...avc,
    name: "HLS of fragmented MP4",
    file: "a.m3u8",
    format: "hls",
    timesMs: every(1001 / 30),
    clock: 30_000,
    groupFrames: 50,
    muxing: { hls_time: 4, hls_list_size: 0, hls_playlist_type: "vod", hls_segment_type: "fmp4" },
  },
  { ...avc, name: "H.264 in Matroska", file: "a.mkv", format: "matroska", timesMs: every(40), bFrames: 2 },
  { ...avc, name: "a picture turned by 90°", timesMs: every(40), rotation: 90 },
];

export const usual = numberedVideos.filter(({ isUsual }) => isUsual);
export const others = numberedVideos.filter(({ isUsual }) => !isUsual);

/** Returns the time of a label on a frame, in milliseconds. */
export function writtenMs(
  { timesMs, clock = 1000, startMs = timesMs[0] ?? 0, firstFrameMs = 0 }: NumberedVideo,
  number: number,
): number {
  const ticks = Math.round(((timesMs[number] ?? 0) * clock) / 1000);
  return Math.ceil((ticks * 1000) / clock - startMs + firstFrameMs - 0.0005) || 0;
}

/** The number of the first frame that is shown. */
export function firstShown({ timesMs, startMs = timesMs[0] ?? 0 }: NumberedVideo): number {
  return timesMs.findIndex((timeMs) => timeMs >= startMs);
}

function every(frameMs: number, fromMs = 0): number[] {
  return Array.from({ length: frames }, (_, number) => fromMs + number * frameMs);
}

/** Returns the times of frames that last 13 to 59 milliseconds. */
function uneven(): number[] {
  return Array.from({ length: frames }, (_, n) => n * 40 + (n % 7 === 0 ? 0 : 11) + 8 * (n % 3));
}
