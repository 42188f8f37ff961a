import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { fileKind, kindBytes } from "../../client/recording/file-kind.ts";
import { type VideoSettings, writeVideo } from "../support/video/write-video.ts";

const folder = mkdtempSync(path.join(tmpdir(), "kinds-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function kindOf(settings: Pick<VideoSettings, "codec" | "format" | "muxing" | "audio">) {
  const file = path.join(folder, crypto.randomUUID());
  await writeVideo(file, { timesMs: [0, 40, 80, 120], clock: 25, ...settings });
  return fileKind(readFileSync(file).subarray(0, kindBytes));
}

test.each([
  ["AVI with MJPEG", { codec: "mjpeg", format: "avi", audio: "pcm" }, "video/x-msvideo"],
  ["AVI with MPEG-4 part 2", { codec: "mpeg4", format: "avi" }, "video/x-msvideo"],
  ["a phone's 3GP", { codec: "mpeg4", format: "mp4", muxing: { brand: "3gp4" } }, "video/mp4"],
  ["MP4 with HEVC", { codec: "hevc", format: "mp4" }, "video/mp4"],
  ["MOV", { codec: "h264", format: "mov" }, "video/quicktime"],
  ["Matroska", { codec: "h264", format: "matroska" }, "video/x-matroska"],
  ["WebM", { codec: "vp8", format: "webm" }, "video/webm"],
  ["MPEG-TS", { codec: "h264", format: "mpegts" }, "video/mp2t"],
] as const)("recognises %s by its first bytes", async (_, settings, type) => {
  expect(await kindOf(settings)).toEqual({ kind: "video", type });
});

test.each([
  ["WMV", { codec: "wmv2", format: "asf" }],
  ["MPEG-PS", { codec: "mpeg2", format: "mpeg" }],
] as const)("names %s, which cannot be uploaded", async (format, settings) => {
  expect(await kindOf(settings)).toEqual({ kind: "unsupported", format });
});

test("takes no text for a video", () => {
  expect(fileKind(Buffer.from("RIFF is a word. AVI is another one."))).toBeUndefined();
});
