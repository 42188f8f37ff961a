import { writeFileSync } from "node:fs";
import path from "node:path";
import { deflateSync } from "node:zlib";
import {
  AV_PIX_FMT_BGRA,
  AV_PIX_FMT_RGB24,
  AV_PIX_FMT_RGBA,
  AVCOL_RANGE_JPEG,
  type AVPixelFormat,
  Frame,
} from "node-av";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extractor } from "../../../../shared/media/cut/extractor.ts";
import { jobLimits } from "../../../../shared/media/fetch/limits.ts";
import { oneOf, seededRandom } from "../../../support/seeded-random.ts";
import { childFile } from "../../../support/video/engine.ts";
import { exifBlock } from "../../../support/video/exif.ts";
import {
  clip,
  type HostileEngine,
  startHostileEngine,
  still,
} from "../../../support/video/hostile-engine.ts";
import { damaged, truncated } from "../../../support/video/hostile-files.ts";
import { keeping } from "../../../support/video/keeping.ts";
import { numberedPicture, readNumber } from "../../../support/video/numbered-picture.ts";
import { decodeJpeg, readJpeg } from "../../../support/video/read-jpeg.ts";
import { barsOf, type Rgb, readBars } from "../../../support/video/rgb-picture.ts";
import { mirroredBack } from "../../../support/video/turn-picture.ts";
import { encoded, numberedFile, pictureFile, pngChunk } from "../../../support/video/write-picture.ts";

const types = ["image/jpeg", "image/png", "image/webp"] as const;

let engine: HostileEngine;
beforeAll(async () => {
  engine = await startHostileEngine();
});
afterAll(() => engine.close());

const write = (name: string, bytes: Buffer) => writeFileSync(path.join(engine.folder, name), bytes);
const jpegOf = (name: string) =>
  engine.extract(name, still, (file, opened) => ({ ...readJpeg(file), opened }));

describe.each(types)("a still of %s", (type) => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8] as const)(
    "is upright for a picture with EXIF orientation %i",
    async (orientation) => {
      const upright = { width: 320, height: 180, luma: numberedPicture(1234, 320, 180) };
      // Neither the file's extension nor the media type that the server sends fits the picture.
      write(
        "picture.mp4",
        await pictureFile(type, mirroredBack(upright, orientation), exifBlock({ orientation })),
      );
      const picture = await jpegOf("picture.mp4");
      expect(readNumber(picture)).toBe(1234);
      expect(picture.opened).toMatchObject({ mediaType: type, size: { width: 320, height: 180 } });
      expect(picture).toMatchObject({ width: 320, height: 180 });
    },
  );

  test("is scaled down like a still of a video", async () => {
    write("large", await numberedFile(type, 77, { width: 2400, height: 1800 }));
    const picture = await jpegOf("large");
    expect(readNumber(picture)).toBe(77);
    expect(picture).toMatchObject({
      width: 1920,
      height: 1440,
      opened: { size: { width: 2400, height: 1800 } },
    });
  });

  test("shows the picture at any time, but a clip of it is refused", async () => {
    write("any", await numberedFile(type, 5));
    expect(await engine.outcomeOf("any", { kind: "still", atMs: 0 })).toBe(5);
    expect(await engine.outcomeOf("any", { kind: "still", atMs: 90_000 })).toBe(5);
    expect(await engine.outcomeOf("any", clip)).toBe("no-clip");
  });

  test("is refused if the file ends too early", async () => {
    const bytes = await numberedFile(type, 5, { exif: exifBlock({ orientation: 6 }) });
    for (const part of [0.5, 0.99]) {
      const outcome = await engine.outcomeOf(bytes.subarray(0, Math.floor(bytes.length * part)));
      expect(outcome, `${part}`).toBe("unreadable");
    }
  });

  test("is either cut or refused if the file is damaged", async () => {
    const good = await numberedFile(type, 5, { exif: exifBlock({ orientation: 6 }) });
    for (let seed = 1; seed <= 8; seed += 1) {
      const random = seededRandom(seed);
      const outcome = await engine.outcomeOf(oneOf(random, [damaged, truncated])(good, random));
      expect(["unreadable", "too-much-memory", "a picture", 5], `SEED=${seed}`).toContain(outcome);
    }
  });
});

describe("a still has the colours of", () => {
  const colours: Rgb[] = [
    [200, 40, 40],
    [40, 180, 60],
    [50, 60, 190],
    [220, 200, 60],
  ];
  const [width, height] = [1280, 720];
  const bars = (fullRange: boolean) => barsOf(colours, width, height, { matrix: "bt601", fullRange });
  /** Returns the pixels of all bars, with the channels in a given order. An alpha channel is opaque. */
  const pixels = (order: readonly number[]) => {
    const row = Buffer.from(
      colours.flatMap((rgb) =>
        repeated(
          order.map((at) => rgb[at] ?? 255),
          width / colours.length,
        ),
      ),
    );
    return Buffer.concat(Array.from({ length: height }, () => row));
  };
  const frameOf = (order: readonly number[], format: AVPixelFormat) => {
    const bytes = pixels(order);
    return keeping(
      Frame.fromVideoBuffer(bytes, { width, height, format, timeBase: { num: 1, den: 1 } }),
      bytes,
    );
  };
  test.each([
    ["JPEG", () => encoded("image/jpeg", Object.assign(bars(true), { colorRange: AVCOL_RANGE_JPEG }))],
    ["PNG", () => encoded("image/png", frameOf([0, 1, 2], AV_PIX_FMT_RGB24))],
    ["PNG with alpha", () => encoded("image/png", frameOf([0, 1, 2, 3], AV_PIX_FMT_RGBA))],
    ["WebP", () => encoded("image/webp", bars(false))],
    [
      "lossless WebP",
      () => encoded("image/webp", frameOf([2, 1, 0, 3], AV_PIX_FMT_BGRA), { lossless: true }),
    ],
  ])("%s", async (_, picture) => {
    write("bars", await picture());
    const seen = await engine.extract("bars", still, (file) => {
      using frame = decodeJpeg(file);
      return readBars(frame, colours.length);
    });
    for (const [index, colour] of colours.entries()) {
      for (const [channel, value] of colour.entries()) {
        expect(Math.abs((seen[index]?.[channel] ?? Number.NaN) - value)).toBeLessThanOrEqual(6);
      }
    }
  });
});

function repeated(values: readonly number[], times: number): number[] {
  return Array.from({ length: times }, () => values).flat();
}

test("a picture of 100 megapixels is read", async () => {
  write("trail.jpg", await numberedFile("image/jpeg", 48, { width: 10_000, height: 10_000 }));
  expect(readNumber(await jpegOf("trail.jpg"))).toBe(48);
});

/** Returns a PNG file of one colour. A megabyte of it can decode to a picture of a gigabyte. */
function plainPng(width: number, height: number, { rows = height }: { rows?: number } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 16 bits each of red, green, blue and alpha.
  header.set([16, 6, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc((width * 8 + 1) * rows));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", data),
    pngChunk("IEND", Buffer.of()),
  ]);
}

function withSize(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  const at = copy.indexOf(Buffer.of(0xff, 0xc0)) + 5;
  copy.writeUInt16BE(height, at);
  copy.writeUInt16BE(width, at + 2);
  return copy;
}

describe("a hostile picture", () => {
  test.each([
    [
      "PNG of 4,294,967,295 × 4,294,967,295",
      () => plainPng(2 ** 32 - 1, 2 ** 32 - 1, { rows: 0 }),
      "unreadable",
    ],
    ["PNG of 0 × 0", () => plainPng(0, 0), "unreadable"],
    ["PNG of 20,000 × 20,000", () => plainPng(20_000, 20_000, { rows: 1 }), "unreadable"],
    [
      "JPEG of 65,535 × 65,535",
      async () => withSize(await numberedFile("image/jpeg", 1), 65_535, 65_535),
      "unreadable",
    ],
    ["first bytes of a JPEG and nothing else", () => Buffer.of(0xff, 0xd8, 0xff), "unreadable"],
    [
      "first bytes of a PNG followed by a text",
      () => Buffer.from("\x89PNG\r\n\x1a\nno picture at all", "latin1"),
      "unreadable",
    ],
    ["GIF", () => Buffer.from("GIF89a\x01\0\x01\0\x80\0\0\0\0\0", "latin1"), "unreadable"],
    ["SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), "unreadable"],
  ] as const)("is refused: %s", async (_, bytes, outcome) => {
    expect(await engine.outcomeOf(await bytes())).toBe(outcome);
  });

  test("is refused before decoding if decoding needs too much memory", async () => {
    write("wide.png", plainPng(10_000, 10_000, { rows: 1 }));
    const small = extractor({ childFile, maxRssBytes: 500e6 });
    const [url, rules] = [`${engine.server.origin}/wide.png`, { allowedOrigins: [engine.server.origin] }];
    const facts = small.facts({ url, rules, limits: jobLimits.facts }, 20_000);
    await expect(facts).rejects.toMatchObject({ reason: "too-much-memory" });
    small.close();
  });
});
