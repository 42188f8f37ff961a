import { Rational } from "node-av";
import { avc, every, type NumberedVideo } from "./numbered-videos.ts";

/** Other codecs, rates and containers, for `npm run test:browsers`. */
export const moreVideos: readonly NumberedVideo[] = [
  { ...avc, name: "50 frames a second", timesMs: every(20) },
  { ...avc, name: "one group", timesMs: every(40), groupFrames: 1000 },
  { ...avc, name: "MOV with sound", file: "a.mov", format: "mov", timesMs: every(40), audio: "aac" },
  {
    ...avc,
    name: "wide pixels",
    timesMs: every(40),
    width: 240,
    tags: { sampleAspectRatio: new Rational(4, 3) },
  },
  {
    ...avc,
    name: "MPEG-TS with sound",
    file: "a.ts",
    format: "mpegts",
    timesMs: every(40),
    audio: "aac",
    firstFrameMs: (1024 / 48_000) * 1000,
  },
  {
    name: "VP9 in WebM with sound",
    file: "a.webm",
    codec: "vp9",
    format: "webm",
    timesMs: every(40),
    groupFrames: 60,
    audio: "opus",
  },
  { name: "AV1 in MP4", file: "a.mp4", codec: "av1", format: "mp4", timesMs: every(40), groupFrames: 60 },
  {
    ...avc,
    name: "HEVC in MP4",
    codec: "hevc",
    timesMs: every(40),
    lacking: ["Chromium", "Firefox"],
  },
  { ...avc, name: "10 bits", timesMs: every(40), tenBit: true, lacking: ["Firefox"] },
  {
    name: "MPEG-4 part 2 in MP4",
    file: "a.mp4",
    codec: "mpeg4",
    format: "mp4",
    timesMs: every(40),
    clock: 25,
    groupFrames: 60,
    lacking: ["Chromium", "Firefox", "WebKitGTK"],
  },
];
