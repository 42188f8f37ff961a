import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Table } from "../../../../shared/table/table.ts";
import { trainingFormat } from "../../../../shared/transfer/exports/training/format.ts";
import { cocoSet } from "../../../../shared/transfer/exports/training/sets.ts";
import type { ExportView } from "../../../../shared/views/job/export.ts";
import { type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { dynamoMeter } from "../../../support/dynamo/meter.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { exportRequests } from "../../../support/exports/export-requests.ts";
import { ann, ben } from "../../../support/exports/export-world.ts";
import { fillWorld } from "../../../support/exports/fill-world.ts";
import { packageWorld, users } from "../../../support/exports/package-world.ts";
import { expectSameBytes } from "../../../support/exports/same-bytes.ts";
import { randomWorld } from "../../../support/formats/random-world.ts";
import { annotation, source, species, stream, vote, type World } from "../../../support/formats/world.ts";
import { type Picture, picturesOf } from "../../../support/training/expected.ts";
import { hasPycocotools, pycocotools } from "../../../support/training/pycocotools.ts";
import { unzip } from "../../../support/unzip.ts";

const database = useTable();
let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
afterAll(() => s3.stop());

async function tableOf(world: World): Promise<Table> {
  const table = await database.fresh();
  await fillWorld(table, world);
  return table;
}

type Body = { readonly format: "coco" | "ytvis"; readonly filters?: object; readonly options?: object };

async function exported(table: Table, body: Body, caller = ann, inBucket?: number): Promise<ExportView> {
  const formats = inBucket === undefined ? {} : { coco: trainingFormat(table, cocoSet, { inBucket }) };
  const requests = exportRequests(table, s3.client, { pieceSize: 20, worksAtOnce: true, formats });
  return (await requests.create(body, caller)).body;
}

async function textsOf({ files, problem }: ExportView): Promise<Readonly<Record<string, string>>> {
  if (files[0] === undefined) throw new Error(problem ?? "no file");
  return unzip(new Uint8Array(await (await fetch(files[0].url)).arrayBuffer()));
}

type Row = { readonly id: number } & Readonly<Record<string, unknown>>;
type File = Readonly<Record<"videos" | "images" | "annotations" | "tracks" | "categories", readonly Row[]>>;

async function fileOf(view: ExportView, name = "annotations.json"): Promise<File> {
  return JSON.parse((await textsOf(view))[name] ?? "null");
}

/** Returns the pictures that a file lists. */
function picturesIn({ images, annotations }: File): readonly Picture[] {
  const byImage = Map.groupBy(annotations, ({ image_id }) => image_id);
  return images.map(({ id, video_id, file_name, not_exhaustive_category_ids }) => ({
    stream: Number(video_id),
    timeMs: Number(/(\d+)\.jpg$/.exec(String(file_name))?.[1]),
    boxes: (byImage.get(id) ?? []).map(
      ({ track_id, category_id, bbox }) => `${track_id}: ${category_id} at ${bbox}`,
    ),
    notExhaustive: [not_exhaustive_category_ids].flat().map(Number),
  }));
}

const box = { x1: 10, y1: 10, x2: 29, y2: 39 };
/** Returns a world whose labels are of one stream and the same moment. */
const together = (more: Partial<World> = {}): World => ({
  ...packageWorld(),
  annotations: [
    annotation(1, { boundingBox: box, identifications: [vote(1, [1])] }),
    annotation(2, { boundingBox: box, identifications: [vote(2, [1])] }),
    annotation(3, { boundingBox: box, method: "machine", observation: { species: "Vulpes vulpes" } }),
  ],
  ...more,
});

describe("a set of frames", () => {
  test("of random records contains the boxes of each label at each moment", async () => {
    const worlds = fc.sample(randomWorld, {
      numRuns: Number(process.env["INTERCHANGE_RUNS"] ?? 4),
      seed: 23,
    });
    for (const [i, drawn] of worlds.entries()) {
      const world = { ...drawn, users };
      const machine = i % 2 === 0 ? "all" : "reviewed";
      const isFiltered = i % 3 > 0;
      const matches = ({ method }: { readonly method: string }) => !isFiltered || method === "human";
      const body: Body = {
        format: "coco",
        filters: isFiltered ? { method: "human" } : {},
        options: { machine },
      };
      // Every second export has many buckets of few streams, and the others have one bucket.
      const file = await fileOf(await exported(await tableOf(world), body, ann, i % 2 === 0 ? 2 : undefined));
      const byStream = picturesIn(file).toSorted((a, b) => a.stream - b.stream);
      expect(byStream).toEqual(picturesOf(world, matches, machine));
      expect(file.images.map(({ id }) => id)).toEqual(file.images.map((_, n) => n + 1));
      expect(file.annotations.map(({ id }) => id)).toEqual(file.annotations.map((_, n) => n + 1));
      const used = [
        ...file.annotations.map(({ category_id }) => Number(category_id)),
        ...file.images.flatMap(({ not_exhaustive_category_ids: ids }) => [ids].flat().map(Number)),
      ];
      expect(file.categories.map(({ id }) => id)).toEqual([...new Set(used)].toSorted((a, b) => a - b));
      expect(new Set(file.videos.map(({ id }) => id))).toEqual(
        new Set(file.images.map(({ video_id }) => video_id)),
      );
      expect(new Set(file.tracks.map(({ id }) => id))).toEqual(
        new Set(file.annotations.map(({ track_id }) => track_id)),
      );
    }
  });

  test.skipIf(!hasPycocotools)(
    "is read by pycocotools, which gives the set's own boxes a perfect score",
    async () => {
      const world = packageWorld({ streams: [stream(1), stream(2, { source: 2 })] });
      const json = (await textsOf(await exported(await tableOf(world), { format: "coco" })))[
        "annotations.json"
      ];
      expect(pycocotools(json ?? "")).toEqual({
        ...{ images: 40, boxes: 40, precision: 1 },
        categories: ["Vulpes vulpes", "Lutra lutra"],
      });
    },
  );

  test("contains the other labels of a frame, marked as not passing the filters", async () => {
    const body: Body = { format: "coco", filters: { species: 2 } };
    const view = await exported(await tableOf(together()), body);
    const { images, annotations, categories } = await fileOf(view);
    expect(view.counts).toMatchObject({ rows: 1, left_out: 0 });
    // Nobody has confirmed the machine's fox, which may be a second fox in the frame.
    expect(images).toMatchObject([{ not_exhaustive_category_ids: [1] }]);
    expect(annotations).toMatchObject([
      { category_id: 1, track_id: 1, matches_filters: false },
      { category_id: 2, track_id: 2, matches_filters: true },
    ]);
    expect(categories).toEqual([
      { id: 1, name: "Vulpes vulpes", supercategory: "animal", common_name: "the Vulpes vulpes" },
      { id: 2, name: "Lutra lutra", supercategory: "animal", common_name: "the Lutra lutra" },
    ]);
  });

  test("reads each other label of its frames for half a read unit, and reads none without filters", async () => {
    const labelsOf = (stream: number) =>
      Array.from({ length: 20 }, (_, i) =>
        annotation(20 * stream + i, { boundingBox: box, identifications: [vote(stream, [1])] }),
      );
    const cost = async (annotations: World["annotations"], filters: object) => {
      const requests = exportRequests(await tableOf(together({ annotations })), s3.client);
      await requests.create({ format: "coco", filters }, ann);
      const meter = dynamoMeter();
      meter.addTo(database.client);
      expect(await requests.run()).toMatchObject({ done: { export: 1 } });
      return meter.rcu;
    };
    const [ones, others] = [labelsOf(1), labelsOf(2)];
    const few = await cost(ones, { species: 1 });
    // The other labels are read, and the stream, its source, the species and the author once.
    expect((await cost([...ones, ...others], { species: 1 })) - few).toBe((20 + 4) / 2);
    // With filters, the stream's labels are also read from the list index.
    expect(few - (await cost(ones, {}))).toBeLessThanOrEqual(2);
  });

  test("leaves out labels that were created after the export began", async () => {
    const table = await tableOf(together());
    const requests = exportRequests(table, s3.client, { pieceSize: 3 });
    const { body } = await requests.create({ format: "coco", filters: { species: 2 } }, ann);
    const since = annotation(4, { boundingBox: box, createdMs: Date.now() + 60_000 });
    await fillWorld(table, together({ annotations: [...together().annotations, since] }));
    await requests.run();
    const { annotations } = await fileOf((await requests.get(body.id, ann)).body);
    expect(annotations.map(({ track_id }) => track_id)).toEqual([1, 2]);
  });

  test("contains a frame without boxes if people say that nothing is visible", async () => {
    const blank = annotation(1, {
      boundingBox: box,
      method: "machine",
      identifications: [vote(5, [1], true)],
    });
    const world = together({
      species: [species(5, "nothing", { kind: "blank" })],
      annotations: [blank],
    });
    const { images, annotations, categories } = await fileOf(
      await exported(await tableOf(world), { format: "coco" }),
    );
    expect(images).toMatchObject([{ file_name: "images/1/000001000.jpg", not_exhaustive_category_ids: [] }]);
    expect([annotations, categories]).toEqual([[], []]);
  });

  test("leaves out streams of unknown size, and counts them in a warning", async () => {
    const view = await exported(await tableOf(packageWorld()), { format: "coco" });
    expect(view.counts).toMatchObject({ rows: 20, left_out: 20 });
    expect(view.warnings).toEqual([{ code: "stream-size-unknown", count: 1, first: "stream 2" }]);
    expect((await fileOf(view)).videos.map(({ id }) => id)).toEqual([1]);
  });

  test("without annotations contains empty lists", async () => {
    const table = await tableOf(together());
    for (const format of ["coco", "ytvis"] as const) {
      const view = await exported(table, { format, filters: { name: "unicorn" } });
      expect(await fileOf(view)).toMatchObject({ videos: [], annotations: [], categories: [] });
    }
  });

  test("fails with the reason if it would be too large", async () => {
    const table = await tableOf(together());
    const requests = exportRequests(table, s3.client, {
      formats: { coco: trainingFormat(table, cocoSet, { mostEntries: 1 }) },
      worksAtOnce: true,
    });
    const { body } = await requests.create({ format: "coco" }, ann);
    expect(body).toMatchObject({
      status: "failed",
      problem: expect.stringMatching(/^This would be more than 1 pictures and boxes. Narrow/),
    });
  });
});

describe("a split set", () => {
  const ids = Array.from({ length: 12 }, (_, i) => i + 1);
  const world = packageWorld({
    sources: ids.map((id) => source(id)),
    streams: [...ids, ...ids].map((id, i) => stream(i + 1, { source: id })),
    annotations: [...ids, ...ids].map((id, i) =>
      annotation(i + 1, {
        videostream: i + 1,
        source: id,
        boundingBox: box,
        identifications: [vote(1, [1])],
      }),
    ),
  });
  const split = { train: 60, val: 20, test: 20, seed: 4 };

  test("contains all streams of a source in one file, and the same seed leads to the same file", async () => {
    const table = await tableOf(world);
    for (const format of ["coco", "ytvis"] as const) {
      const texts = await textsOf(await exported(table, { format, options: { split } }));
      expect(Object.keys(texts)).toEqual(["train.json", "val.json", "test.json"]);
      const files = Object.values(texts).map((text): File => JSON.parse(text));
      const sources = files.map(({ videos }) => [...new Set(videos.map(({ location }) => location))]);
      expect(sources.flat().toSorted()).toEqual(ids.map(String).toSorted());
      expect(files.flatMap(({ videos }) => videos)).toHaveLength(24);
      for (const { annotations, categories } of files) {
        expect(annotations[0]).toMatchObject({ id: 1 });
        expect(categories).toEqual(files[0]?.categories);
      }
      const again = await textsOf(await exported(table, { format, options: { split } }));
      expect(Object.values(again).map((text) => JSON.parse(text).videos)).toEqual(
        files.map(({ videos }) => videos),
      );
    }
  });

  test("has a warning about a part without pictures, and no file for a part without a share", async () => {
    const one = together({ annotations: together().annotations.slice(0, 1) });
    const options = { split: { train: 50, val: 50, test: 0, seed: 1 } };
    const view = await exported(await tableOf(one), { format: "coco", options });
    expect(Object.keys(await textsOf(view))).toEqual(["train.json", "val.json"]);
    expect(view.warnings).toEqual([
      { code: "part-empty", count: 1, first: expect.stringMatching(/^(train|val)$/) },
    ]);
  });
});

test("a set of clips contains tracks at the requested rate", async () => {
  const moved = { x1: 110, y1: 10, x2: 129, y2: 39 };
  const world = together({
    annotations: [
      annotation(1, {
        ...{ startMs: 1000, endMs: 2000, identifications: [vote(1, [1])] },
        keypoints: [
          { box, timeMs: 1000 },
          { box: moved, timeMs: 2000 },
        ],
      }),
      annotation(2, { startMs: 1500, endMs: 9000, identifications: [vote(2, [1])] }),
    ],
  });
  const view = await exported(await tableOf(world), { format: "ytvis", options: { fps: 2 } });
  // A label without a box makes no clip.
  expect([view.counts, view.options]).toMatchObject([
    { rows: 1, left_out: 1 },
    { fps: 2, split: null, machine: "reviewed" },
  ]);
  const { videos, annotations } = await fileOf(view);
  expect(videos).toMatchObject([
    {
      ...{ id: 1, length: 3, width: 1920, height: 1080, not_exhaustive_category_ids: [2] },
      file_names: ["images/1/000001000.jpg", "images/1/000001500.jpg", "images/1/000002000.jpg"],
    },
  ]);
  expect(annotations).toEqual([
    {
      ...{ id: 1, video_id: 1, category_id: 1, iscrowd: 0, width: 1920, height: 1080, length: 3 },
      bboxes: [
        [10, 10, 20, 30],
        [60, 10, 20, 30],
        [110, 10, 20, 30],
      ],
      ...{ areas: [600, 600, 600], segmentations: [null, null, null], track_id: 1, matches_filters: true },
    },
  ]);
});

test.each(["coco", "ytvis"] as const)(
  "a set in the format %s reveals no sensitive place in any of its bytes",
  async (format) => {
    const here = "51.123456,4.987654";
    const world = packageWorld({
      sources: [source(1, { name: "Ridge 1" }), source(2, { location: here, name: "Ridge 2" })],
      streams: [1, 2, 3].map((id) =>
        stream(id, { source: id === 1 ? 1 : 2, url: `https://videos.example/secret-valley-${id}.mp4` }),
      ),
      species: [
        species(1, "Vulpes vulpes"),
        species(2, "Lutra lutra", { sensitivity: "high" }),
        species(3, "Manis temminckii", { sensitivity: "extreme" }),
      ],
      annotations: [1, 2, 3].map((id) =>
        annotation(id, {
          ...{
            videostream: id,
            source: id === 1 ? 1 : 2,
            boundingBox: box,
            identifications: [vote(id, [1])],
          },
          observation: { notes: `near the old mill ${id}` },
        }),
      ),
    });
    const table = await tableOf(world);
    const view = await exported(table, { format }, ben);
    const text = Object.values(await textsOf(view)).join("");
    expect(text).not.toMatch(/51\.12|4\.98|valley-[23]|Ridge|mill|Manis|@/);
    expect(text).toContain("secret-valley-1.mp4");
    expect(text).toContain("images/2/");
    expect([view.counts.withheld, text.includes("images/3/")]).toEqual([1, false]);
    const exact = await exported(table, { format, options: { coordinates: "exact" } });
    expect(Object.values(await textsOf(exact)).join("")).toMatch(/secret-valley-2[\s\S]*secret-valley-3/);
  },
);

test("a set has the same bytes no matter when its workers are killed", async () => {
  const world = packageWorld({ streams: [stream(1), stream(2, { source: 2 })] });
  const annotations = world.annotations.map((each) => ({
    ...each,
    identifications: [vote(each.id % 3 === 0 ? 1 : 2, [1])],
  }));
  const options = { split: { train: 1, val: 1, test: 1, seed: 1 } };
  const body = { format: "coco", filters: { species: 1 }, options };
  await expectSameBytes({ database, table: await tableOf({ ...world, annotations }), s3 }, body);
});
