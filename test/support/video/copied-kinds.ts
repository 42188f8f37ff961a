import { type Kind, kinds } from "./kinds.ts";

const frames = 120;
const even = Array.from({ length: frames }, (_, number) => number * 40);
const steady = { timesMs: even, clock: 25 };
const avi = { ...steady, file: "a.avi", format: "avi" } as const;

/** Kinds of video that no browser plays and that only ffmpeg's demuxers read. A copy makes them playable. */
export const oldKinds: readonly Kind[] = [
  { ...avi, name: "AVI with MJPEG and PCM sound", codec: "mjpeg", audio: "pcm" },
  { ...avi, name: "AVI with MPEG-4 part 2", codec: "mpeg4" },
  { ...avi, name: "AVI with MPEG-4 part 2 and B-frames", codec: "mpeg4", bFrames: 2 },
  {
    ...steady,
    name: "MP4 with MPEG-4 part 2",
    file: "a.mp4",
    codec: "mpeg4",
    format: "mp4",
    bFrames: 2,
    audio: "aac",
  },
  ...([90, 270] as const).map((rotation) => ({
    ...{ ...steady, name: `MP4 with MPEG-4 part 2, rotated by ${rotation}°`, file: "a.mp4" },
    ...({ codec: "mpeg4", format: "mp4", rotation } as const),
  })),
  { ...steady, name: "MPEG-2", file: "a.mpg", codec: "mpeg2", format: "mpeg", bFrames: 2 },
  { ...steady, name: "ASF with WMV 2", file: "a.wmv", codec: "wmv2", format: "asf" },
];

/** The old kinds of the quick tests. */
export const usualOldKinds: readonly Kind[] = oldKinds.filter(
  ({ format, bFrames, audio }) => format === "avi" && (bFrames !== undefined || audio === "pcm"),
);
/** The old kinds of the long tests. */
export const otherOldKinds: readonly Kind[] = oldKinds.filter((kind) => !usualOldKinds.includes(kind));

const usual = ["HEVC in MP4", "MP4 at a variable rate", "MP4, fragmented, with sound"];

/** The kinds that the quick tests copy, and those that only the long tests copy. */
export const copiedKinds: readonly Kind[] = [
  ...usualOldKinds,
  ...kinds.filter(({ name }) => usual.includes(name)),
];
export const otherKinds: readonly Kind[] = [...oldKinds, ...kinds].filter(
  (kind) => !copiedKinds.includes(kind),
);
