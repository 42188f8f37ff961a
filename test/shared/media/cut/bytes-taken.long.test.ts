import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { AV_PIX_FMT_YUV420P, Demuxer, Frame, Muxer } from "node-av";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jobLimits } from "../../../../shared/media/fetch/limits.ts";
import { type Engine, startEngine } from "../../../support/video/engine.ts";
import { keeping } from "../../../support/video/keeping.ts";
import { numberedPicture, readNumber } from "../../../support/video/numbered-picture.ts";
import { readJpeg } from "../../../support/video/read-jpeg.ts";
import { writeVideo } from "../../../support/video/write-video.ts";

const seconds = 40;
const groupFrames = 25;
const size = { width: 640, height: 360 };

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
  const frames = [noise(1), noise(2), noise(3)];
  await writeVideo(path.join(engine.folder, "last.mp4"), {
    codec: "h264",
    format: "mp4",
    timesMs: Array.from({ length: seconds * 25 }, (_, number) => number * 40),
    groupFrames,
    bFrames: 2,
    picture: (number) => withNoise(number, frames[number % frames.length] ?? new Int8Array()),
  });
  // Writing the video can take more than a minute on a busy machine.
}, 300_000);
afterAll(() => engine.close());

/**
 * Number of bytes that may be read to find the frame, for formats without an index. In MPEG-TS, mediabunny halves the
 * file repeatedly, down to parts of 5 MiB, and reads two of these: usually 12 MB in 9 requests, sometimes 16.7 MB in
 * 11. 15 MiB leave room for a third part.
 */
const searchBytes: Readonly<Record<string, number>> = { "a.ts": 15 * 2 ** 20 };

test.each([
  ["an MP4 file with the index at its end", "last.mp4", {}],
  [
    "an MP4 file with the index at its start",
    "first.mp4",
    { format: "mp4", options: { movflags: "faststart" } },
  ],
  [
    "a fragmented MP4 file",
    "fragmented.mp4",
    { format: "mp4", options: { movflags: "frag_keyframe+empty_moov" } },
  ],
  ["a Matroska file", "cues.mkv", { format: "matroska" }],
  ["an MPEG-TS file", "a.ts", { format: "mpegts" }],
  ["an HLS playlist", "a.m3u8", { format: "hls", options: { hls_time: 2, hls_list_size: 0 } }],
] as const)(
  "a still from the middle of %s takes little more than the bytes of one group of pictures",
  async (_, name, muxing) => {
    const source = path.join(engine.folder, "last.mp4");
    const file = path.join(engine.folder, name);
    if (file !== source) await remux(source, file, muxing);

    const atMs = (seconds / 2) * 1000 + 530;
    engine.server.taken();
    const stats = await engine.extractor.extract(
      {
        url: `${engine.server.origin}/${name}`,
        excerpt: { kind: "still", atMs },
        rules: { allowedOrigins: [engine.server.origin] },
        limits: jobLimits.still,
      },
      20_000,
      async (still) => {
        expect(readNumber(readJpeg(still.file))).toBe(Math.floor(atMs / 40));
        return still.stats;
      },
    );
    const videoBytes = statSync(source).size;
    const groupBytes = (videoBytes * groupFrames) / (seconds * 25);
    console.log(
      `${name}: ${stats.bytes} bytes of ${videoBytes} in ${stats.requests} requests, sent ${engine.server.taken().bytes}`,
    );
    expect(stats.bytes).toBeLessThan(
      (searchBytes[name] ?? indexBytes(source)) + 1.5 * groupBytes + 2 * 2 ** 20,
    );
  },
);

/** Returns the size of the `moov` box. */
function indexBytes(file: string): number {
  const bytes = readFileSync(file);
  return bytes.readUInt32BE(bytes.indexOf("moov") - 4);
}

/** Copies the frames of a video into another container. */
async function remux(
  from: string,
  to: string,
  muxing: { readonly format?: string; readonly options?: Record<string, string | number> },
): Promise<void> {
  await using demuxer = await Demuxer.open(from);
  const video = demuxer.video();
  if (video === undefined) throw new Error("No video.");
  await using muxer = await Muxer.open(to, muxing);
  const stream = muxer.addStream(video);
  for await (const packet of demuxer.packets(video.index)) {
    if (packet === null) break;
    using copied = packet;
    await muxer.writePacket(copied, stream);
  }
}

/** Returns random values from -40 to 40. They are too small to make the number in a picture unreadable. */
function noise(seed: number): Int8Array {
  let state = seed;
  return Int8Array.from({ length: size.width * size.height }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return ((state >>> 24) % 81) - 40;
  });
}

/** Returns a numbered picture with noise, so that its encoding takes many bytes. */
function withNoise(number: number, added: Int8Array): Frame {
  const picture = numberedPicture(number, size.width, size.height);
  for (const [index, value] of added.entries()) picture[index] = (picture[index] ?? 0) + value;
  const pixels = Buffer.concat([picture, Buffer.alloc(picture.length / 2, 128)]);
  const frame = Frame.fromVideoBuffer(pixels, {
    ...size,
    format: AV_PIX_FMT_YUV420P,
    timeBase: { num: 1, den: 1 },
  });
  return keeping(frame, pixels);
}
