import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Engine, startEngine } from "../../../support/video/engine.ts";
import { exifBlock } from "../../../support/video/exif.ts";
import { numberedFile } from "../../../support/video/write-picture.ts";
import { type VideoSettings, writeVideo } from "../../../support/video/write-video.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.close());

const timesMs = Array.from({ length: 50 }, (_, number) => number * 40);
const avc = { codec: "h264", timesMs } as const;
const creation_time = "2026-03-01T06:30:15Z";
const localMs = Date.parse(creation_time);
const apple = "com.apple.quicktime.creationdate";

async function factsOf(name: string, settings: VideoSettings) {
  await writeVideo(path.join(engine.folder, name), settings);
  return engine.facts(name);
}

const size = { width: 320, height: 180 };

describe("the facts of a video", () => {
  test.each([
    [
      "MP4 with the index at its end",
      { ...avc, format: "mp4", metadata: { creation_time } },
      { mediaType: "video/mp4", codec: "avc", recorded: { from: "mp4", localMs, offsetMinutes: 0 } },
    ],
    [
      "fragmented MP4",
      {
        ...avc,
        format: "mp4",
        muxing: { movflags: "frag_keyframe+empty_moov" },
        metadata: { creation_time },
      },
      { mediaType: "video/mp4", codec: "avc", recorded: { from: "mp4", localMs, offsetMinutes: 0 } },
    ],
    [
      "a phone's MOV",
      {
        ...avc,
        format: "mov",
        muxing: { movflags: "use_metadata_tags" },
        metadata: { creation_time, [apple]: "2026-03-01T08:30:14+0200" },
      },
      {
        mediaType: "video/quicktime",
        codec: "avc",
        recorded: { from: "apple", localMs: Date.parse("2026-03-01T08:30:14Z"), offsetMinutes: 120 },
      },
    ],
    [
      "a phone's MP4 with an invalid time in Apple's key",
      {
        ...avc,
        format: "mp4",
        muxing: { movflags: "use_metadata_tags" },
        metadata: { creation_time, [apple]: "yesterday" },
      },
      { mediaType: "video/mp4", codec: "avc", recorded: { from: "mp4", localMs, offsetMinutes: 0 } },
    ],
    [
      "Matroska",
      { codec: "hevc", timesMs, format: "matroska", metadata: { creation_time } },
      {
        mediaType: "video/x-matroska",
        codec: "hevc",
        recorded: { from: "matroska", localMs, offsetMinutes: 0 },
      },
    ],
    [
      "WebM",
      { codec: "vp9", timesMs, format: "webm", metadata: { creation_time } },
      { mediaType: "video/webm", codec: "vp9", recorded: { from: "matroska", localMs, offsetMinutes: 0 } },
    ],
    ["MP4 without a time", { ...avc, format: "mp4" }, { mediaType: "video/mp4", codec: "avc" }],
    [
      "Matroska without a time",
      { ...avc, format: "matroska" },
      { mediaType: "video/x-matroska", codec: "avc" },
    ],
    ["MPEG-TS", { ...avc, format: "mpegts" }, { mediaType: "video/mp2t", codec: "avc" }],
  ] as const)("are read from %s", async (name, settings, expected) => {
    expect(await factsOf(name, settings)).toEqual({ ...expected, size, durationMs: 2000 });
  });

  test("are read from HLS, including the duration of its segments", async () => {
    const muxing = { hls_time: 1, hls_list_size: 0, hls_playlist_type: "vod" };
    const facts = await factsOf("a.m3u8", { ...avc, format: "hls", muxing });
    expect(facts).toMatchObject({ mediaType: "video/x-mpegurl", durationMs: 2000 });
  });
});

describe("the facts of a picture", () => {
  const exif = { taken: "2026:03:01 06:30:15", fraction: "25", offset: "-03:30" };
  const recorded = { from: "exif", localMs: localMs + 250, offsetMinutes: -210 };

  test.each(["image/jpeg", "image/png", "image/webp"] as const)("are read from %s", async (mediaType) => {
    writeFileSync(
      path.join(engine.folder, "picture.mp4"),
      await numberedFile(mediaType, 7, { exif: exifBlock(exif) }),
    );
    const codec = mediaType.slice("image/".length);
    expect(await engine.facts("picture.mp4")).toEqual({ mediaType, codec, size, durationMs: 0, recorded });
    writeFileSync(path.join(engine.folder, "plain"), await numberedFile(mediaType, 7));
    expect(await engine.facts("plain")).toEqual({ mediaType, codec, size, durationMs: 0 });
  });
});

test("a file that is neither a video nor a picture is unreadable", async () => {
  writeFileSync(path.join(engine.folder, "text.mp4"), "No video.".repeat(1000));
  await expect(engine.facts("text.mp4")).rejects.toMatchObject({ reason: "unreadable" });
});
