import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bboxOf } from "../../../../shared/formats/training/picture.ts";
import type { Table } from "../../../../shared/table/table.ts";
import type { ExportFormat, Stored } from "../../../../shared/transfer/exports/format.ts";
import { type CutPiece, pieceCutter } from "../../../../shared/transfer/exports/stills/piece-cutter.ts";
import { trainingFormat } from "../../../../shared/transfer/exports/training/format.ts";
import { cocoSet } from "../../../../shared/transfer/exports/training/sets.ts";
import { type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { exportRequests } from "../../../support/exports/export-requests.ts";
import { ann, ben } from "../../../support/exports/export-world.ts";
import { fillWorld } from "../../../support/exports/fill-world.ts";
import { packageWorld } from "../../../support/exports/package-world.ts";
import { expectSameBytes } from "../../../support/exports/same-bytes.ts";
import { annotation, source, species, stream, vote, type World } from "../../../support/formats/world.ts";
import { filesIn } from "../../../support/unzip.ts";
import { boxedFrame, shownBox } from "../../../support/video/boxed-frame.ts";
import { type Engine, startEngine } from "../../../support/video/engine.ts";
import { numberedFrame } from "../../../support/video/frames.ts";
import { readNumber } from "../../../support/video/numbered-picture.ts";
import { readJpeg } from "../../../support/video/read-jpeg.ts";
import { writeVideo } from "../../../support/video/write-video.ts";

const database = useTable();
let s3: S3UnderTest;
let engine: Engine;
let cutters: readonly CutPiece[];

const size = { width: 320, height: 180 };
const [videos, frames, frameMs] = [3, 50, 40];

beforeAll(async () => {
  [s3, engine] = await Promise.all([startS3UnderTest(), startEngine()]);
  for (let video = 1; video <= videos; video++) {
    await writeVideo(path.join(engine.folder, `${video}.mp4`), {
      ...{ codec: "h264", format: "mp4", ...size, groupFrames: 12, bFrames: 2 },
      timesMs: Array.from({ length: frames }, (_, i) => i * frameMs),
      picture: (frame) =>
        numberedFrame(video * 100 + frame, { codec: "h264", format: "mp4", timesMs: [], ...size }),
    });
  }
  const { origin } = engine.server;
  const cutter = pieceCutter({
    sourceOf: async (url) => ({ url, rules: { allowedOrigins: [origin] } }),
    extract: engine.extractor.extract,
    onFailure: () => {},
  });
  cutters = [cutter, cutter];
});
afterAll(async () => {
  await Promise.all([s3.stop(), engine.close()]);
});

const videoUrl = (name: string | number) => `${engine.server.origin}/${name}.mp4`;
const box = { x1: 32, y1: 18, x2: 63, y2: 53 };
const atTime = (id: number, videostream: number, timeMs: number) =>
  annotation(id, {
    ...{ videostream, startMs: timeMs, endMs: timeMs, keypoints: [{ timeMs, box }] },
    identifications: [vote(1, [1])],
  });

async function tableOf(world: World): Promise<Table> {
  const table = await database.fresh();
  await fillWorld(table, world);
  return table;
}

type Options = Parameters<typeof exportRequests>[2];

/** Begins an export and runs the worker until the export has ended. */
async function exported(world: World, body: object, more: Options = {}) {
  const stills = { cutters, most: 20_000 };
  const requests = exportRequests(await tableOf(world), s3.client, { stills, ...more });
  const { id } = (await requests.create({ format: "coco", ...body }, ann)).body;
  const { failed } = await requests.run();
  expect(failed).toBe(0);
  const view = (await requests.get(id, ann)).body;
  const [file] = view.files;
  const found = file ? filesIn(new Uint8Array(await (await fetch(file.url)).arrayBuffer())) : {};
  const pictures = Object.entries(found).filter(([name]) => name.startsWith("images/"));
  return { view, found, json: JSON.parse(String(found["annotations.json"] ?? null)), pictures };
}

/** Returns a world whose labels belong to the videos in turn, at scattered times. */
function labelledVideos(count: number): World {
  const ids = Array.from({ length: videos }, (_, i) => i + 1);
  return packageWorld({
    sources: [source(1)],
    streams: ids.map((id) => stream(id, { url: videoUrl(id), size })),
    annotations: Array.from({ length: count }, (_, i) =>
      atTime(i + 1, (i % videos) + 1, Math.floor((i * 7919) / videos) % (frames * frameMs)),
    ),
  });
}

const timeIn = (name: string) => Number(/(\d{9})\.jpg$/.exec(name)?.[1]);
const shownIn = ([name, jpeg]: [string, Buffer]) => [name, readNumber(readJpeg(jpeg))];
const expectedIn = ([name]: [string, Buffer]) => {
  const video = Number(name.split("/")[1]);
  return [name, video * 100 + Math.floor(timeIn(name) / frameMs)];
};

type Bbox = readonly [left: number, top: number, width: number, height: number];

/** Returns the area that two boxes share, divided by the area that they cover together. */
function overlap(a: Bbox, b: Bbox): number {
  const along = (start: 0 | 1) => {
    const end = (box: Bbox) => box[start] + box[start === 0 ? 2 : 3];
    return Math.max(0, Math.min(end(a), end(b)) - Math.max(a[start], b[start]));
  };
  const common = along(0) * along(1);
  return common / (a[2] * a[3] + b[2] * b[3] - common);
}

describe("an export with stills", () => {
  // `STILLS=2000 npx vitest run --project parts test/shared/transfer/exports/stills.test.ts` cuts 2,000 stills.
  const labels = Number(process.env["STILLS"] ?? 240);
  test("contains the frame of each moment as a file", { timeout: 60_000 + 200 * labels }, async () => {
    const { view, json, pictures } = await exported(labelledVideos(labels), { options: { stills: true } });
    expect(view).toMatchObject({ status: "done", warnings: [], options: { stills: true } });
    expect(pictures.map(([name]) => name)).toEqual(
      json.images.map((image: { file_name: string }) => image.file_name),
    );
    // There are fewer pictures than labels, because some labels have the same moment.
    expect(pictures.length).toBeGreaterThan(labels * 0.9);
    expect(pictures.map(shownIn)).toEqual(pictures.map(expectedIn));
  });

  test("of clips contains every frame of the clips", async () => {
    const label = annotation(1, {
      ...{ startMs: 200, endMs: 1000, identifications: [vote(1, [1])] },
      keypoints: [200, 1000].map((timeMs) => ({ timeMs, box })),
    });
    const world = { ...labelledVideos(1), annotations: [label] };
    const { json, pictures } = await exported(world, { format: "ytvis", options: { stills: true, fps: 5 } });
    expect(json.videos).toMatchObject([{ length: 5, ...size, file_names: pictures.map(([name]) => name) }]);
    expect(pictures.map(shownIn)).toEqual(pictures.map(expectedIn));
  });

  test("contains boxes in pixels of its stills, even if they were drawn in a picture of another size", async () => {
    const world = {
      ...labelledVideos(1),
      streams: [stream(1, { url: videoUrl(1), size: { width: 3840, height: 2160 } })],
      annotations: [
        annotation(1, {
          ...{ startMs: 400, endMs: 400, identifications: [vote(1, [1])] },
          boundingBox: { x1: 384, y1: 216, x2: 770, y2: 640 },
        }),
      ],
    };
    const { json } = await exported(world, { options: { stills: true } });
    expect(json.images).toMatchObject([size]);
    expect(json.videos).toMatchObject([size]);
    // These are 387 x 425 pixels in a picture that is twelve times as large.
    expect(json.annotations).toMatchObject([{ bbox: [32, 18, 32.25, 35.42], area: 1142.3 }]);
  });

  test("places every box on its animal, at keypoints and between them", async () => {
    const [picture, drawnIn] = [
      { width: 1280, height: 720 },
      { width: 3840, height: 2160 },
    ];
    // The animal moves and grows. The boxes were drawn in a picture that is three times as large as the video's.
    const animalAt = (frame: number, scale: number) => {
      const [left, top] = [60 + 18 * frame, 90 + 6 * frame];
      return {
        ...{ x1: left * scale, y1: top * scale },
        ...{ x2: (left + 150 + 3 * frame) * scale - 1, y2: (top + 90 + 2 * frame) * scale - 1 },
      };
    };
    const times = Array.from({ length: 41 }, (_, i) => i * frameMs);
    await writeVideo(path.join(engine.folder, "animal.mp4"), {
      ...{ codec: "h264", format: "mp4", ...picture, groupFrames: 15, timesMs: times },
      picture: (frame) => boxedFrame(animalAt(frame, 1), picture),
    });
    const other = { ...atTime(2, 1, 0), keypoints: times.map((timeMs) => ({ timeMs, box })), endMs: 1600 };
    const world = {
      ...labelledVideos(1),
      streams: [stream(1, { url: videoUrl("animal"), size: drawnIn })],
      annotations: [
        annotation(1, {
          ...{ startMs: 0, endMs: 1600, identifications: [vote(2, [1])] },
          keypoints: [0, 20, 40].map((frame) => ({ timeMs: frame * frameMs, box: animalAt(frame, 3) })),
        }),
        other,
      ],
    };
    const { json, found } = await exported(world, { options: { stills: true } });
    expect(json.images).toHaveLength(41);
    for (const image of json.images) {
      const shown = shownBox(readJpeg(found[image.file_name] ?? Buffer.of()));
      const [own] = json.annotations.filter(
        (each: { image_id: number; track_id: number }) => each.image_id === image.id && each.track_id === 1,
      );
      expect(overlap(bboxOf(shown), own.bbox), image.file_name).toBeGreaterThan(0.95);
    }
  });

  test("leaves out stills of a video that cannot be fetched, and stills after the end of a video", async () => {
    const world = labelledVideos(1);
    const { view, json, pictures } = await exported(
      {
        ...world,
        streams: [...world.streams, stream(9, { url: videoUrl("nowhere"), size })],
        annotations: [
          ...[0, 1960].map((timeMs, i) => atTime(i + 1, 1, timeMs)),
          ...[0, 1000].map((timeMs, i) => atTime(i + 3, 9, timeMs)),
          atTime(5, 2, 2500),
          atTime(6, 2, 40),
        ],
      },
      { options: { stills: true } },
    );
    expect(view).toMatchObject({ status: "done", counts: { rows: 6 } });
    expect(view.warnings).toEqual([
      {
        ...{ code: "still-past-the-end", count: 1 },
        first: "stream 2: it ends after 00:00:02.000, before 00:00:02.500",
      },
      {
        ...{ code: "video-unreachable", count: 2 },
        first: "stream 9: its server could not be reached, or has no such file",
      },
    ]);
    expect(pictures.map(shownIn)).toEqual([
      ["images/1/000000000.jpg", 100],
      ["images/1/000001960.jpg", 149],
      ["images/2/000000040.jpg", 201],
    ]);
    expect(json.videos.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
    expect(json.images).toHaveLength(3);
    expect(json.annotations.map(({ track_id }: { track_id: number }) => track_id)).toEqual([1, 2, 6]);
  });

  test("contains no picture of a place where a sensitive species was seen, unless coordinates are exact", async () => {
    const world = {
      ...labelledVideos(2),
      sources: [source(1), source(2, { location: "51.1,5.2" })],
      streams: [1, 2].map((id) => stream(id, { source: id, url: videoUrl(id), size })),
      species: [species(1, "Vulpes vulpes"), species(2, "Lutra lutra", { sensitivity: "low" })],
      annotations: [
        { ...atTime(1, 1, 0), source: 1 },
        { ...atTime(2, 2, 0), source: 2, identifications: [vote(2, [1])] },
      ],
    };
    const { view, pictures, json } = await exported(world, { options: { stills: true } });
    expect(pictures.map(([name]) => name)).toEqual(["images/1/000000000.jpg"]);
    expect(json.images).toHaveLength(1);
    expect(view.warnings).toMatchObject([{ code: "still-withheld", count: 1 }]);
    const exact = await exported(world, { options: { stills: true, coordinates: "exact" } });
    expect(exact.pictures).toHaveLength(2);
  });

  test("fails with the reason before any still is cut if there would be too many", async () => {
    const stills = { cutters: [], most: 5 };
    const { view } = await exported(labelledVideos(6), { options: { stills: true } }, { stills });
    expect(view).toMatchObject({
      status: "failed",
      problem: expect.stringMatching(
        /^This would be more than 5 pictures, the maximum of an export\. Narrow/,
      ),
    });
  });

  test("without annotations contains empty lists", async () => {
    const { view, json } = await exported(labelledVideos(1), {
      ...{ filters: { name: "unicorn" }, options: { stills: true } },
    });
    expect(view).toMatchObject({ status: "done", warnings: [] });
    expect(json).toMatchObject({ images: [], annotations: [] });
  });

  test("ends a clip where a frame is missing", async () => {
    const label = annotation(1, {
      ...{ startMs: 800, endMs: 1600, identifications: [vote(1, [1])] },
      keypoints: [800, 1600].map((timeMs) => ({ timeMs, box })),
    });
    const withoutOne: CutPiece = async (piece) =>
      ((await cutters[0]?.(piece)) ?? []).map((still, i) =>
        i === 1 ? { timeMs: still.timeMs, reason: "unreadable" } : still,
      );
    const world = { ...labelledVideos(1), annotations: [label] };
    const stills = { cutters: [withoutOne], most: 20_000 };
    const body = { format: "ytvis", options: { stills: true, fps: 5 } };
    const { json, view } = await exported(world, body, { stills });
    expect(view.warnings).toMatchObject([{ code: "video-unreadable", count: 1 }]);
    expect(json.videos).toMatchObject([
      { id: 1, length: 1, offset: "00:00:00.800" },
      { id: 2, length: 3, offset: "00:00:01.200" },
    ]);
    expect(json.annotations).toMatchObject([{ video_id: 1 }, { video_id: 2 }]);
  });

  test("contains all pictures that the files of a split name", async () => {
    const options = { stills: true, split: { train: 1, val: 1, test: 0, seed: 1 } };
    const { found, pictures } = await exported(labelledVideos(3), { options });
    const files = ["train.json", "val.json"].map((name) => JSON.parse(String(found[name])));
    const named = files.flatMap(({ images }) =>
      images.map((image: { file_name: string }) => image.file_name),
    );
    expect(named.toSorted()).toEqual(pictures.map(([name]) => name).toSorted());
  });

  test("reports the number of cut stills, and continues where the previous worker ended", async () => {
    let cuts = 0;
    const slow: CutPiece = (piece) => {
      cuts += 1;
      return cutters[0]?.(piece) ?? Promise.reject(new Error("no cutter"));
    };
    const stills = { cutters: [slow], most: 20_000, stepMs: 0 };
    const requests = exportRequests(await tableOf(labelledVideos(9)), s3.client, { stills });
    const { id } = (await requests.create({ format: "coco", options: { stills: true } }, ann)).body;
    const progress = async () => (await requests.get(id, ann)).body.progress;
    await requests.run(() => cuts < 1);
    expect([cuts, await progress()]).toEqual([1, { phase: "cut", done: 3, total: 9 }]);
    await requests.run();
    expect([cuts, await progress()]).toMatchObject([3, { phase: "pack" }]);
  });

  test("has the same bytes no matter when its workers are killed", { timeout: 120_000 }, async () => {
    const world = labelledVideos(30);
    const stills = { cutters, most: 20_000, stepMs: 0 };
    const place = { database, table: await tableOf(world), s3 };
    const formats = { coco: trainingFormat(place.table, cocoSet, { volumeBytes: 15_000 }) };
    await expectSameBytes(place, { format: "coco", options: { stills: true } }, { stills, formats });
  });

  test("with many pictures consists of several zips, written one after the other, with the lists in the first one", async () => {
    const world = labelledVideos(9);
    const beyond = atTime(10, 1, 5000);
    const table = await tableOf({ ...world, annotations: [...world.annotations, beyond] });
    const createdMs = Date.now();
    const more = { stills: { cutters, most: 20 }, nowMs: () => createdMs };
    const whole = exportRequests(table, s3.client, more);
    const coco = trainingFormat(table, cocoSet, { volumeBytes: 6000 });
    const begun: string[] = [];
    const failing: ExportFormat = {
      open: async (...args) => {
        const opened = await coco.open(...args);
        const files = async (stored: Stored) =>
          (await opened.files(stored)).map((file) => ({
            ...file,
            content: (...rest: Parameters<typeof file.content>) => {
              if (begun.push(file.name) === 2) throw new Error("The worker is gone");
              return file.content(...rest);
            },
          }));
        return { ...opened, files };
      },
    };
    const parted = exportRequests(table, s3.client, { ...more, formats: { coco: failing } });
    const begin = async (requests: typeof whole) =>
      (await requests.create({ format: "coco", options: { stills: true } }, ann)).body.id;
    const zipsOf = async (id: number) => {
      const { files, warnings } = (await whole.get(id, ann)).body;
      expect(warnings).toMatchObject([{ code: "still-past-the-end", count: 1 }]);
      const zips = files.map(async ({ url }) =>
        filesIn(new Uint8Array(await (await fetch(url)).arrayBuffer())),
      );
      return { names: files.map(({ name }) => name), zips: await Promise.all(zips) };
    };
    const one = await begin(whole);
    await whole.run();
    const { names, zips } = await zipsOf(one);
    expect(names).toEqual([`coco-${one}.zip`]);

    const several = await begin(parted);
    for (let call = 0; call < 2; call++) await parted.run();
    const volumes = await zipsOf(several);
    expect(volumes.names.length).toBeGreaterThan(2);
    expect(volumes.names.slice(0, 2)).toEqual([`coco-${several}.zip`, `coco-${several}-2.zip`]);
    expect(Object.assign({}, ...volumes.zips)).toEqual(zips[0]);
    expect(volumes.zips.map((files) => "annotations.json" in files)).toEqual([
      true,
      ...volumes.names.slice(1).map(() => false),
    ]);
    // The first zip is not written again after the worker of the second zip is killed.
    const [first = "", second = "", ...others] = volumes.names;
    expect(begun).toEqual([first, second, second, ...others]);
  });

  test("is available only to admins, and only for training sets", async () => {
    const requests = exportRequests(await tableOf(labelledVideos(1)), s3.client);
    await expect(requests.create({ format: "coco", options: { stills: true } }, ben)).rejects.toMatchObject({
      code: "forbidden",
      message: "Only admins may export pictures of videos. Leave `stills` out.",
    });
    expect(() => requests.create({ format: "csv", options: { stills: true } }, ann)).toThrow(/stills/);
  });
});
