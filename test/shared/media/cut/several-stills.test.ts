import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { frameTimeMs } from "../../../../shared/domain/time/frame-time.ts";
import type { Still } from "../../../../shared/media/cut/excerpt.ts";
import { cutStill } from "../../../../shared/media/cut/still.ts";
import { cutStills } from "../../../../shared/media/cut/stills.ts";
import { guardedFetch } from "../../../../shared/media/fetch/guarded-fetch.ts";
import { jobLimits, startMeter } from "../../../../shared/media/fetch/limits.ts";
import { SourceError } from "../../../../shared/media/fetch/source-error.ts";
import { openVideo } from "../../../../shared/media/read/open-video.ts";
import { type Engine, maxRssBytes, startEngine } from "../../../support/video/engine.ts";
import { type GreyPicture, readNumber } from "../../../support/video/numbered-picture.ts";
import { readJpeg } from "../../../support/video/read-jpeg.ts";
import { turnVideo } from "../../../support/video/turn-video.ts";
import { writeVideo } from "../../../support/video/write-video.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
  const timesMs = Array.from({ length: 100 }, (_, i) => i * 40);
  const video = { codec: "h264", format: "mp4", timesMs, width: 1280, height: 720 } as const;
  await writeVideo(path.join(engine.folder, "numbers.mp4"), video);
});
afterAll(() => engine.close());

const still = (atMs: number, view: Partial<Still> = {}): Still => ({ kind: "still", atMs, ...view });

/** Cuts stills of a video and returns, for each, its picture or the reason why it is missing. */
function cut(stills: readonly Still[], limits: object = {}, file = "numbers.mp4") {
  const request = {
    url: `${engine.server.origin}/${file}`,
    excerpt: { kind: "stills", stills } as const,
    rules: { allowedOrigins: [engine.server.origin] },
    limits: { ...jobLimits.stills, ...limits },
  };
  return engine.extractor.extract(request, 20_000, async (extracted) =>
    extracted.stills.map((each) => (each instanceof Error ? each.reason : readJpeg(each.file))),
  );
}
const sizesOf = (pictures: readonly (GreyPicture | string)[]) =>
  pictures.map((each) => (typeof each === "string" ? each : [each.width, each.height]));

test("several stills show the frames at their times, and the video is opened only once", async () => {
  const times = [3960, 0, 1000, 2040, 2041, 520, 1560, 3000];
  engine.server.taken();
  const pictures = await cut(times.map((atMs) => still(atMs)));
  expect(pictures.map((each) => (typeof each === "string" ? each : readNumber(each)))).toEqual(
    times.map((atMs) => Math.floor(atMs / 40)),
  );
  const together = engine.server.taken().requests;
  await cut([still(0)]);
  expect(together).toBeLessThan(2 * engine.server.taken().requests);
});

test.each([25, 30_000 / 1001, 30, 50, 60_000 / 1001])(
  "stills at the computed times of frames are these frames at %d frames a second",
  async (rate) => {
    const frames = Array.from({ length: 60 }, (_, i) => i);
    const timesMs = frames.map((frame) => (frame * 1000) / rate);
    await writeVideo(path.join(engine.folder, "rate.mp4"), {
      ...{ codec: "h264", format: "mp4", timesMs, clock: 60_000, bFrames: 2, groupFrames: 12 },
    });
    const stills = frames.map((frame) => still(frameTimeMs(frame, rate)));
    const pictures = await cut(stills, {}, "rate.mp4");
    expect(pictures.map((each) => (typeof each === "string" ? each : readNumber(each)))).toEqual(frames);
  },
);

test("a still shows the requested part in at most the requested width", async () => {
  const part = { box: { x1: 640, y1: 0, x2: 959, y2: 179 } };
  const views: Partial<Still>[] = [
    { width: 320 },
    { width: 960 },
    {},
    { crop: part },
    { crop: part, width: 960 },
    { crop: { box: { x1: 0, y1: 0, x2: 1279, y2: 719 } }, width: 320 },
    // The same part, measured in a picture of half the size.
    { crop: { box: { x1: 320, y1: 0, x2: 479, y2: 89 }, size: { width: 640, height: 360 } } },
    { crop: { box: { x1: 1270, y1: 700, x2: 5000, y2: 5000 } } },
    { crop: { box: { x1: 9000, y1: 9000, x2: 9001, y2: 9001 } } },
    { crop: { box: { x1: 5, y1: 5, x2: 5, y2: 5 } } },
  ];
  const pictures = await cut(views.map((view) => still(400, view)));
  expect(sizesOf(pictures)).toEqual([
    [320, 180],
    [960, 540],
    [1280, 720],
    [320, 180],
    [320, 180],
    [320, 180],
    [320, 180],
    [16, 20],
    [16, 16],
    [16, 16],
  ]);
  const whole = pictures[2] as GreyPicture;
  for (const [i, x0, y0] of [
    [3, 640, 0],
    [6, 640, 0],
    [7, 1264, 700],
    [9, 4, 4],
  ] as const) {
    const shown = pictures[i] as GreyPicture;
    let difference = 0;
    for (let y = 0; y < shown.height; y += 1) {
      for (let x = 0; x < shown.width; x += 1) {
        const [a = 0, b = 0] = [shown.luma[y * shown.width + x], whole.luma[(y + y0) * whole.width + x + x0]];
        difference += Math.abs(a - b);
      }
    }
    expect(difference / shown.luma.length, `view ${i}`).toBeLessThan(3);
  }
});

test("a part of a rotated video is measured in the upright picture", async () => {
  const turned = path.join(engine.folder, "turned.mp4");
  const timesMs = [0, 40, 80];
  await writeVideo(turned, { codec: "h264", format: "mp4", timesMs, width: 640, height: 360, rotation: 90 });
  await turnVideo(turned, 90);
  const [whole, part] = await cut(
    [still(40), still(40, { crop: { box: { x1: 0, y1: 180, x2: 319, y2: 359 } } })],
    {},
    "turned.mp4",
  );
  expect(sizesOf([whole ?? "", part ?? ""])).toEqual([
    [640, 360],
    [320, 180],
  ]);
  const [a, b] = [whole as GreyPicture, part as GreyPicture];
  const sample = (x: number, y: number) =>
    Math.abs((b.luma[y * 320 + x] ?? 0) - (a.luma[(y + 180) * 640 + x] ?? 255));
  for (const [x, y] of [
    [20, 20],
    [160, 90],
    [300, 160],
  ] as const)
    expect(sample(x, y)).toBeLessThan(12);
});

test("a still past the end fails without affecting the others", async () => {
  expect((await cut([still(0), still(9000), still(40)])).map((each) => typeof each)).toEqual([
    "object",
    "string",
    "object",
  ]);
  expect(await cut([still(9000)])).toEqual(["past-the-end"]);
});

describe("a request for several stills", () => {
  /** Cuts stills in this process. Every read at two seconds or later exceeds the job's limit of bytes. */
  async function cutHere(stills: readonly Still[], leftMs: number) {
    const meter = startMeter(jobLimits.stills);
    const get = guardedFetch({ allowedOrigins: [engine.server.origin], meter });
    using video = await openVideo(`${engine.server.origin}/numbers.mp4`, get);
    const { packets } = video;
    const getPacket: typeof packets.getPacket = (time, options) => {
      if (time < 2) return packets.getPacket(time, options);
      throw new SourceError("over-limit", "The job read too many bytes.");
    };
    const limited = { ...video, packets: Object.assign(Object.create(packets), { getPacket }) };
    const output = path.join(engine.folder, "here");
    const cut = (still: Still, file: string) => cutStill(limited, still, file, maxRssBytes);
    const results = await cutStills(cut, stills, output, performance.now() + leftMs);
    return results.map((result) => (result.ok ? "cut" : result.reason));
  }

  test("leaves stills that would not be cut in time to another request, except the first", async () => {
    const stills = [still(0), still(1000), still(1500)];
    expect(await cutHere(stills, 60_000)).toEqual(["cut", "cut", "cut"]);
    expect(await cutHere(stills, 0.1)).toEqual(["cut", "out-of-time", "out-of-time"]);
  });

  test("leaves a still that reads too much to another request, unless it is the first", async () => {
    expect(await cutHere([still(0), still(2000)], 60_000)).toEqual(["cut", "out-of-time"]);
    expect(await cutHere([still(2000), still(0)], 60_000)).toEqual(["over-limit", "cut"]);
  });
});
