import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { turnVideo } from "./turn-video.ts";
import { type VideoSettings, writeVideo } from "./write-video.ts";

/** A kind of video that cameras produce, with the facts that a test needs. */
export type Kind = VideoSettings & {
  readonly name: string;
  /** Name of the file to open. Each kind has its own folder. */
  readonly file: string;
  /** Delay of the first frame after the start of the media, for example because the sound starts before zero. */
  readonly firstFrameMs?: number;
  /** `true`: encrypted, with the key in a file next to the playlist (HLS). */
  readonly encrypted?: boolean;
};

const frames = 120;
const even = regular(40);
const hls = { hls_time: 2, hls_list_size: 0, hls_playlist_type: "vod" };
const aacDelayMs = (1024 / 48_000) * 1000;
const avc = { codec: "h264", timesMs: even, bFrames: 2 } as const;

export const kinds: readonly Kind[] = [
  {
    ...avc,
    name: "MP4, index first, with sound",
    file: "a.mp4",
    format: "mp4",
    muxing: { movflags: "faststart" },
    audio: "aac",
  },
  { ...avc, name: "MP4, index last", file: "a.mp4", format: "mp4" },
  { ...avc, name: "MP4 without B-frames", file: "a.mp4", format: "mp4", bFrames: 0 },
  { ...avc, name: "MP4 with open groups", file: "a.mp4", format: "mp4", openGroups: true },
  { ...avc, name: "MP4 with one group", file: "a.mp4", format: "mp4", groupFrames: frames },
  { ...avc, name: "MP4 at a variable rate", file: "a.mp4", format: "mp4", timesMs: irregular() },
  {
    ...avc,
    name: "MP4 at 30000/1001 frames a second",
    file: "a.mp4",
    format: "mp4",
    timesMs: regular(1001 / 30),
    clock: 30_000,
  },
  {
    ...avc,
    name: "MP4, fragmented",
    file: "a.mp4",
    format: "mp4",
    muxing: { movflags: "frag_keyframe+empty_moov" },
  },
  // The muxer for this kind writes no edit list, so reordering delays the frames.
  {
    ...avc,
    name: "MP4, fragmented, with sound",
    file: "a.mp4",
    format: "mp4",
    muxing: { movflags: "frag_keyframe+empty_moov" },
    audio: "aac",
    firstFrameMs: 80,
  },
  { ...avc, name: "MP4 rotated by 90°", file: "a.mp4", format: "mp4", rotation: 90 },
  { ...avc, name: "MP4 rotated by 180°", file: "a.mp4", format: "mp4", rotation: 180 },
  { ...avc, name: "MP4 rotated by 270°", file: "a.mp4", format: "mp4", rotation: 270 },
  {
    ...avc,
    name: "MP4 with a first timestamp of 3 s",
    file: "a.mp4",
    format: "mp4",
    timesMs: regular(40, 3000),
  },
  { ...avc, name: "MOV", file: "a.mov", format: "mov", audio: "aac" },
  { name: "HEVC in MP4", file: "a.mp4", codec: "hevc", format: "mp4", timesMs: even, bFrames: 3 },
  {
    name: "10-bit HEVC in Matroska",
    file: "a.mkv",
    codec: "hevc",
    format: "matroska",
    timesMs: even,
    tenBit: true,
  },
  { ...avc, name: "Matroska with cues", file: "a.mkv", format: "matroska" },
  {
    ...avc,
    name: "Matroska with a first timestamp of 10 s",
    file: "a.mkv",
    format: "matroska",
    timesMs: regular(40, 10_000),
  },
  // Most clusters do not begin with a key frame.
  {
    ...avc,
    name: "Matroska without cues",
    file: "a.mkv",
    format: "matroska",
    muxing: { live: 1, cluster_time_limit: 400 },
    groupFrames: 60,
  },
  { name: "WebM with VP9", file: "a.webm", codec: "vp9", format: "webm", timesMs: even, audio: "opus" },
  // As browsers record it: without cues, without a duration, and without durations of frames.
  {
    name: "WebM with VP8 at a variable rate without cues",
    file: "a.webm",
    codec: "vp8",
    format: "webm",
    muxing: { live: 1, cluster_time_limit: 400 },
    timesMs: irregular(),
    groupFrames: 40,
  },
  { name: "WebM with AV1", file: "a.webm", codec: "av1", format: "webm", timesMs: even },
  { ...avc, name: "MPEG-TS", file: "a.ts", format: "mpegts" },
  {
    ...avc,
    name: "MPEG-TS with sound",
    file: "a.ts",
    format: "mpegts",
    audio: "aac",
    firstFrameMs: aacDelayMs,
  },
  {
    ...avc,
    name: "MPEG-TS with a first timestamp of 20 s",
    file: "a.ts",
    format: "mpegts",
    timesMs: regular(40, 20_000),
  },
  {
    ...avc,
    name: "HLS of MPEG-TS",
    file: "a.m3u8",
    format: "hls",
    muxing: { ...hls, hls_segment_type: "mpegts" },
  },
  {
    ...avc,
    name: "HLS of fragmented MP4",
    file: "a.m3u8",
    format: "hls",
    muxing: { ...hls, hls_segment_type: "fmp4" },
  },
  {
    ...avc,
    name: "HLS with program date-times",
    file: "a.m3u8",
    format: "hls",
    muxing: { ...hls, hls_flags: "program_date_time" },
  },
  {
    ...avc,
    name: "HLS without an end tag",
    file: "a.m3u8",
    format: "hls",
    muxing: { hls_time: 2, hls_list_size: 0, hls_flags: "omit_endlist" },
  },
  {
    ...avc,
    name: "encrypted HLS",
    file: "a.m3u8",
    format: "hls",
    muxing: hls,
    encrypted: true,
  },
];

/** Writes a video of a kind. @returns its path from the root folder */
export async function writeKind(root: string, kind: Kind): Promise<string> {
  const folder = kind.name.replaceAll(/[^\w]+/g, "-");
  mkdirSync(path.join(root, folder), { recursive: true });
  const file = path.join(root, folder, kind.file);
  const key = kind.encrypted ? { hls_key_info_file: writeKey(path.dirname(file)) } : {};
  await writeVideo(file, { ...kind, muxing: { ...kind.muxing, ...key } });
  if (kind.rotation) turnVideo(file, kind.rotation);
  return `${folder}/${kind.file}`;
}

/** Returns the number of the frame that is shown `atMs` after the start of the media. */
export function numberAt({ timesMs, firstFrameMs = 0 }: Kind, atMs: number): number {
  const [first = 0] = timesMs;
  return Math.max(
    0,
    timesMs.findLastIndex((timeMs) => timeMs - first + firstFrameMs <= atMs),
  );
}

/** Returns the start of a frame, in milliseconds after the start of the media. */
export function startOf({ timesMs, firstFrameMs = 0 }: Kind, number: number): number {
  return (timesMs[number] ?? 0) - (timesMs[0] ?? 0) + firstFrameMs;
}

export function endOf(kind: Kind): number {
  const last = kind.timesMs.length - 1;
  return 2 * startOf(kind, last) - startOf(kind, last - 1);
}

function regular(frameMs: number, fromMs = 0): number[] {
  return Array.from({ length: frames }, (_, number) => fromMs + number * frameMs);
}

/** Returns start times with intervals between 10 and 500 milliseconds. */
function irregular(): number[] {
  return Array.from({ length: frames }, (_, number) => number * 100 + ((number * 37) % 90));
}

/** Writes a key. Returns the path of a file that tells ffmpeg the key's URL and path. */
function writeKey(folder: string): string {
  const [key, info] = [path.join(folder, "a.key"), path.join(folder, "key-info")];
  writeFileSync(key, "sixteen bytes ok");
  writeFileSync(info, `a.key\n${key}\n`);
  return info;
}
