import { readdirSync } from "node:fs";
import path from "node:path";
import {
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_JPEG,
  AVCOL_SPC_BT709,
  AVCOL_SPC_SMPTE170M,
  FilterAPI,
  type Frame,
  Rational,
} from "node-av";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { camtrapFolder } from "../../../support/camtrap-dp.ts";
import { type Engine, startEngine } from "../../../support/video/engine.ts";
import { decodeJpeg, readJpeg } from "../../../support/video/read-jpeg.ts";
import { barsOf, type Rgb, readBars, rgbPixels } from "../../../support/video/rgb-picture.ts";
import { turnVideo } from "../../../support/video/turn-video.ts";
import { writeVideo } from "../../../support/video/write-video.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.close());

const twoFrames = { codec: "h264", format: "mp4", timesMs: [0, 40] } as const;
const still = { kind: "still", atMs: 0 } as const;

describe("a still has the right colours for", () => {
  const colours: Rgb[] = [
    [200, 40, 40],
    [40, 180, 60],
    [50, 60, 190],
    [220, 200, 60],
    [20, 20, 20],
    [235, 235, 235],
    [128, 128, 128],
    [150, 90, 30],
  ];
  const [hd, sd] = [
    { width: 1280, height: 720 },
    { width: 640, height: 360 },
  ];
  const bt709 = { matrix: "bt709", fullRange: false } as const;
  const bt601 = { matrix: "bt601", fullRange: false } as const;

  test.each([
    ["a video tagged BT.709", hd, bt709, { colorSpace: AVCOL_SPC_BT709 }],
    ["a high-definition video tagged BT.601", hd, bt601, { colorSpace: AVCOL_SPC_SMPTE170M }],
    ["a standard-definition video tagged BT.709", sd, bt709, { colorSpace: AVCOL_SPC_BT709 }],
    ["an untagged high-definition video", hd, bt709, {}],
    ["an untagged standard-definition video", sd, bt601, {}],
    [
      "a video tagged full range",
      sd,
      { matrix: "bt601", fullRange: true },
      { colorSpace: AVCOL_SPC_SMPTE170M, colorRange: AVCOL_RANGE_JPEG },
    ],
  ] as const)("%s", async (_, { width, height }, coding, tags) => {
    const picture = () => barsOf(colours, width, height, coding);
    await writeVideo(path.join(engine.folder, "bars.mp4"), { ...twoFrames, picture, tags });
    const seen = await engine.extract("bars.mp4", still, (file) => {
      using frame = decodeJpeg(file);
      return readBars(frame, colours.length);
    });
    for (const [index, colour] of colours.entries()) {
      for (const [channel, value] of colour.entries()) {
        expect(Math.abs((seen[index]?.[channel] ?? NaN) - value)).toBeLessThanOrEqual(6);
      }
    }
  });
});

describe("a still has the right size for", () => {
  const wide = { sampleAspectRatio: new Rational(4, 3) };
  const tallest = { sampleAspectRatio: new Rational(1, 700) };
  const tall = { sampleAspectRatio: new Rational(3, 4) };
  test.each([
    ["a small picture, which keeps its size", { width: 322, height: 182 }, [322, 182]],
    ["a picture wider than 1,920 pixels, which is scaled down", { width: 2560, height: 1440 }, [1920, 1080]],
    [
      "a rotated picture, whose width is measured after rotation",
      { width: 1080, height: 2560, rotation: 90 },
      [1080, 2560],
    ],
    ["a picture with wide pixels", { width: 720, height: 540, tags: wide }, [960, 540]],
    ["a picture with tall pixels", { width: 720, height: 540, tags: tall }, [720, 720]],
    [
      "a picture with pixels so tall that its height is limited",
      { width: 720, height: 540, tags: tallest },
      [15, 7680],
    ],
    // The aspect ratio of pixels refers to the stored picture, before rotation.
    [
      "a rotated picture with wide pixels",
      { width: 540, height: 720, rotation: 270, tags: wide },
      [540, 960],
    ],
  ] as const)("%s", async (_, settings, size) => {
    const file = path.join(engine.folder, "sized.mp4");
    await writeVideo(file, { ...twoFrames, ...settings });
    if ("rotation" in settings) turnVideo(file, settings.rotation);
    const { width, height } = await engine.extract("sized.mp4", still, readJpeg);
    expect([width, height]).toEqual(size);
  });
});

describe("a video made from camera-trap pictures", () => {
  const size = { width: 1024, height: 720 };

  test.skipIf(camtrapFolder === undefined)(
    "has stills that differ from the pictures by less than 3 %",
    async () => {
      const folder = path.join(camtrapFolder ?? "", "media");
      const files = readdirSync(folder).map((name) => path.join(folder, name));
      expect(files).toHaveLength(10);
      const pictures: Buffer[] = [];
      const frames: Frame[] = [];
      for (const file of files) {
        using picture = decodeJpeg(file);
        pictures.push(await rgbPixels(picture, size.width, size.height));
        frames.push(await scaled(picture, size));
      }
      await writeVideo(path.join(engine.folder, "trap.mp4"), {
        ...twoFrames,
        timesMs: files.map((_, second) => second * 1000),
        picture: (number) => frames[number]?.clone() as Frame,
      });
      const differences: number[] = [];
      for (const [second, picture] of pictures.entries()) {
        const jpeg = await engine.extract(
          "trap.mp4",
          { kind: "still", atMs: second * 1000 + 500 },
          decodeJpeg,
        );
        using frame = jpeg;
        differences.push(differenceOf(await rgbPixels(frame, size.width, size.height), picture));
      }
      console.log(
        "mean differences:",
        differences.map((value) => `${(value * 100).toFixed(2)} %`).join(", "),
      );
      expect(Math.max(...differences)).toBeLessThan(0.03);
    },
  );
});

async function scaled(frame: Frame, { width, height }: { width: number; height: number }): Promise<Frame> {
  frame.timeBase = new Rational(1, 1);
  using filter = FilterAPI.create(
    `scale=${width}:${height}:out_color_matrix=bt709:out_range=limited,format=yuv420p`,
  );
  const [picture] = await filter.processAll(frame);
  if (picture?.format !== AV_PIX_FMT_YUV420P) throw new Error("No picture.");
  return picture;
}

/** Returns the mean absolute difference of all values, as a fraction of the maximum. */
function differenceOf(first: Buffer, second: Buffer): number {
  let sum = 0;
  for (const [index, value] of first.entries()) sum += Math.abs(value - (second[index] ?? 0));
  return sum / first.length / 255;
}
