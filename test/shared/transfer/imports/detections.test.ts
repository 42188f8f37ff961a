import type { S3Client } from "@aws-sdk/client-s3";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verify } from "../../../../bench/support/verify.ts";
import { EVERYTHING } from "../../../../local/aws/principals.ts";
import type { Annotation } from "../../../../shared/domain/annotation/annotation.ts";
import { withVote } from "../../../../shared/domain/annotation/vote.ts";
import { importOptions, SentImportOptions } from "../../../../shared/domain/job/import-options.ts";
import type { AnnotationFilters } from "../../../../shared/store/annotation/filters.ts";
import { annotationLookups } from "../../../../shared/store/annotation/lookups.ts";
import { annotationById, listAnnotations } from "../../../../shared/store/annotation/reader.ts";
import { annotationWriter } from "../../../../shared/store/annotation/writer.ts";
import { speciesById } from "../../../../shared/store/species/reader.ts";
import { videoStreamById } from "../../../../shared/store/stream/reader.ts";
import type { Table } from "../../../../shared/table/table.ts";
import { detectionsImport } from "../../../../shared/transfer/imports/detections-import.ts";
import type { Upload } from "../../../../shared/transfer/imports/upload-reader.ts";
import type { ImportView } from "../../../../shared/views/job/import.ts";
import { type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { detection, megadetector, type Sent, taxa } from "../../../support/detections/results.ts";
import { readAll } from "../../../support/dynamo/read-all.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { download } from "../../../support/exports/export-requests.ts";
import { ben } from "../../../support/exports/export-world.ts";
import { runKilledWorkers } from "../../../support/exports/killed-workers.ts";
import { species, startMs, stream } from "../../../support/formats/world.ts";
import { importRequests } from "../../../support/imports/import-requests.ts";
import { filledTable, world } from "../../../support/imports/import-world.ts";
import { seededRandom } from "../../../support/seeded-random.ts";

const database = useTable();
let s3: S3UnderTest;
beforeAll(async () => {
  s3 = await startS3UnderTest();
});
afterAll(() => s3.stop());

const client = () => s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
const on = (table: Table, options = {}) =>
  importRequests(table, client(), { format: "megadetector", filename: "results.json", ...options });

/** Four videos of ten seconds in folders of two cards, a picture, a picture of unknown size, and an uploaded video. */
const url = (path: string) => `https://videos.example/${path}`;
const there = {
  ...world,
  species: [
    species(1, "Vulpes vulpes", { commonName: "Red fox" }),
    species(2, "Lutra lutra", { commonName: "Otter" }),
    species(3, "Nil", { kind: "blank" as const }),
  ],
  annotations: [],
  streams: [
    ...["card-1/IMG_1.MP4", "card-1/IMG_2.MP4", "card-2/IMG_1.MP4", "card-2/IMG_2.MP4"].map((path, i) =>
      stream(i + 1, { url: url(path), source: i < 2 ? 1 : 2, endMs: startMs + 10_000 }),
    ),
    stream(5, { url: url("stills/a.jpg"), endMs: startMs, size: { width: 4000, height: 3000 } }),
    stream(6, { url: url("stills/b.jpg"), endMs: startMs, size: undefined }),
    {
      ...stream(7, { url: "s3://media/video/9" }),
      file: { upload: 9, fingerprint: "f", name: "SENT_7.MP4" },
    },
  ],
};
const service = (of = there) => filledTable(database, of);

const bring = (table: Table, text: string, options: object = {}, more: object = {}) =>
  on(table, more).import(Buffer.from(text), ben, { options });
const check = (table: Table, text: string, options: object = {}, more: object = {}) =>
  on(table, more).import(Buffer.from(text), ben, { dry_run: true, options });
const reportOf = async ({ report_url }: ImportView) => download(report_url ?? "");

async function labelsOf(table: Table): Promise<readonly Annotation[]> {
  const ids = (await readAll(table)).filter(({ sk }) => sk === "A").map(({ id }) => Number(id));
  const found = await Promise.all(ids.toSorted((a, b) => a - b).map(annotationById(table)));
  return found.filter((label) => label !== undefined);
}

const picture = (detections: readonly Sent[]) => megadetector([{ file: "stills/a.jpg", detections }]);
const video = (detections: readonly Sent[], file = "card-1/IMG_1.MP4") => ({
  file,
  frame_rate: 25,
  detections,
});

describe("results of a detector", () => {
  test("become labels of a machine with the model, its scores, the moment and the box in pixels", async () => {
    const table = await service();
    const classifications = [
      ["0", 0.8125],
      ["1", 0.1],
    ] as const;
    const done = await bring(
      table,
      megadetector([
        video([detection({ classifications, frame_number: 50 }), detection({ category: "2", conf: 0.1 })]),
      ]),
    );
    expect(done).toMatchObject({
      status: "done",
      options: { min_confidence: 0.2, frames: "best", create_species: false },
      counts: { annotations: { rows: 1, bad: 0, warnings: 0, made: 1, there: 0 } },
      labels: [{ label: "fox", count: 1, species: null }],
    });
    expect(await labelsOf(table)).toMatchObject([
      {
        videostream: 1,
        startMs: 2000,
        endMs: 2000,
        boundingBox: { x1: 192, y1: 216, x2: 671, y2: 755 },
        observation: { species: "fox" },
        observer: "deer-net 2",
        method: "machine",
        confidence: 0.8125,
        machine: {
          detector: "md_v5a.0.0.pt",
          detection: 0.9,
          classifier: "deer-net 2",
          alternatives: [{ name: "cat", score: 0.1 }],
        },
        identifications: [],
        importId: done.id,
        author: { id: ben.id },
      },
    ]);
    await verify(table, () => {});
  });

  test("name the classifier only for what it classified: a bare box is the detector's", async () => {
    const table = await service();
    const classifications = [["0", 0.8]] as const;
    const boxes = [detection({ classifications }), detection({ category: "3", bbox: [0, 0, 0.5, 0.5] })];
    await bring(table, picture(boxes));
    const [animal, vehicle] = await labelsOf(table);
    expect(animal).toMatchObject({ observer: "deer-net 2", machine: { classifier: "deer-net 2" } });
    expect(vehicle).toMatchObject({
      observation: { observationType: "vehicle" },
      observer: "md_v5a.0.0.pt",
    });
    expect(vehicle?.machine).toEqual({ detector: "md_v5a.0.0.pt", detection: 0.9 });
  });

  test("are imported only once, even if their file is sent again or under another name", async () => {
    const table = await service();
    const two = [detection(), detection(), detection({ bbox: [0.5, 0.5, 0.1, 0.1] })];
    const first = await bring(table, picture(two));
    expect(first.counts.annotations).toMatchObject({ rows: 2, made: 2 });
    const moved = megadetector([{ file: "D:\\field\\stills\\a.jpg", detections: two }]);
    const again = await bring(table, moved, { match: { strip: "D:\\field\\" } }, { filename: "again.json" });
    expect(again.counts.annotations).toMatchObject({ rows: 2, made: 0, there: 2 });
    const told = await bring(table, picture(two), { labels: { animal: 1 }, on_existing: "update" });
    expect(told.counts.annotations).toMatchObject({ made: 0, changed: 2, there: 0 });
    expect((await labelsOf(table))[0]).toMatchObject({
      observation: { species: "Vulpes vulpes" },
      boundingBox: { x1: 400, y1: 600, x2: 1399, y2: 2099 },
    });
    const info = { format_version: "1.5", detector: "md_v6" };
    const other = await bring(table, megadetector([{ file: "stills/a.jpg", detections: two }], { info }));
    expect(other.counts.annotations).toMatchObject({ made: 2, there: 0 });
  });

  test("of SpeciesNet are imported, and a label of a whole picture gets no box", async () => {
    const table = await service();
    const classed = (name: string) => ({ processed_classification: { class: name, score: 0.6 } });
    const detections = [
      { category: "0", label: "whole_image_classification", conf: 0.9, ...classed(taxa.fox) },
      { category: "1", label: "animal", conf: 0.9, bbox: [0, 0, 1, 1], ...classed(taxa.human) },
    ];
    const predictions = [{ filepath: "b.jpg", detections, model_version: "5.0" }];
    const text = JSON.stringify({ info: { format_version: 20_261_015 }, predictions });
    const done = await bring(table, text, {}, { format: "speciesnet" });
    expect(done).toMatchObject({ status: "done", labels: [{ species: null }, { species: 1 }] });
    expect(await labelsOf(table)).toMatchObject([
      { observation: { species: "Vulpes vulpes" }, boundingBox: undefined, observer: "SpeciesNet 5.0" },
      {
        observation: { species: "Homo sapiens", observationType: "human" },
        boundingBox: { x1: 0, y1: 0, x2: 9999, y2: 9999 },
      },
    ]);
    // The import has stored the assumed size of the picture.
    expect((await videoStreamById(table)(6))?.size).toEqual({ width: 10_000, height: 10_000 });
    expect(done.warnings).toMatchObject([{ code: "size", first: expect.stringContaining("entry 1") }]);
  });

  test("are rejected for a stream of unknown size that already has labels", async () => {
    const table = await service();
    const csv = { format: "csv", filename: "labels.csv" };
    await bring(table, "file,x1,y1,x2,y2\nb.jpg,1,1,9,9\n", { source: "Ann" }, csv);
    const text = megadetector([{ file: "b.jpg", detections: [detection()] }]);
    const refused = await bring(table, text);
    expect(refused).toMatchObject({ status: "rejected", counts: { annotations: { rows: 0, bad: 1 } } });
    expect(await reportOf(refused)).toContain("results.json,1,file,b.jpg,bad-row,size,");
    expect((await videoStreamById(table)(6))?.size).toBeUndefined();
  });

  test("are checked first, and the check lists the labels with their numbers and species", async () => {
    const table = await service();
    const as = (id: string, x = 0) => detection({ classifications: [[id, 0.7]], bbox: [x, 0.1, 0.1, 0.1] });
    const of = (file: string, ...detections: Sent[]) => ({ file, detections });
    const text = megadetector(
      [
        of("stills/a.jpg", as("0"), as("0", 0.1), as("1", 0.2), as("2", 0.3)),
        of("card-1/IMG_1.MP4", as("4", 0.4), as("5", 0.5), detection({ category: "2" })),
      ],
      {
        classification_categories: {
          "0": "RED  FOX",
          "1": "cat",
          "2": "blank",
          "4": "wild boar",
          "5": "boar",
        },
      },
    );
    const checked = await check(table, text);
    expect(checked).toMatchObject({ status: "checked", dry_run: true });
    expect(checked.labels).toEqual([
      { label: "RED  FOX", count: 2, species: 1 },
      { label: "boar", count: 1, species: null },
      { label: "cat", count: 1, species: null },
      { label: "person", count: 1, species: null },
      { label: "wild boar", count: 1, species: null },
    ]);
    expect(await labelsOf(table)).toEqual([]);
    const options = { labels: { Cat: null, boar: 2, person: 3 }, create_species: true };
    const { body } = await on(table).start(checked.id, { options }, ben);
    expect(body).toMatchObject({
      status: "done",
      options,
      counts: { annotations: { rows: 4, made: 4 }, species: { rows: 1, made: 1 } },
    });
  });

  test("are refused with the name of an option that refers to nothing or belongs to another format", async () => {
    const table = await service();
    const text = picture([detection()]);
    const unknown = await check(table, text, { labels: { fox: 99 }, capturesources: [1, 98] });
    expect(unknown.status).toBe("rejected");
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i} ${"é".repeat(40)}`, 1]));
    for (const labels of [{ fox: "12" }, { fox: 0 }, many]) {
      expect(SentImportOptions.safeParse({ labels }).success).toBe(false);
    }
    expect(SentImportOptions.safeParse({ labels: { fox: 12, cat: null } }).success).toBe(true);
    const report = await reportOf(unknown);
    expect(report).toContain(
      ",capturesources,98,fatal,option,`capturesources`: there is no capture source 98.",
    );
    expect(report).toContain(",labels,99,fatal,option,");
    for (const [options, format, message] of [
      [{ table: "species" }, "megadetector", "`table` is an option of `csv`, not of `megadetector`."],
      [
        { source: "x" },
        "speciesnet",
        "`source` is an option of `camtrap-dp` and `csv`, not of `speciesnet`.",
      ],
      [{ labels: {} }, "csv", "`labels` is an option of `megadetector` and `speciesnet`, not of `csv`."],
    ] as const) {
      await expect(bring(table, text, options, { format })).rejects.toMatchObject({
        code: "invalid-request",
        message,
      });
    }
  });

  test("may name their streams by the end of the URL, by the whole URL, or within given sources", async () => {
    const table = await service();
    const text = (file: string) => megadetector([video([detection()], file)]);
    const streamOf = async (file: string, options = {}) => {
      const view = await check(table, text(file), options);
      return view.counts.annotations.rows === 1
        ? "found"
        : (await reportOf(view)).match(/bad-row,([^,]+)/)?.[1];
    };
    const base = "https://videos.example/";
    expect(await streamOf("card-2\\IMG_1.MP4")).toBe("found");
    expect(await streamOf("./card-2/IMG_1.MP4")).toBe("found");
    expect(await streamOf("IMG_1.MP4")).toBe("ambiguous");
    expect(await streamOf("IMG_1.MP4", { capturesources: [2] })).toBe("found");
    expect(await streamOf("rd-2/IMG_1.MP4")).toBe("no-stream");
    expect(await streamOf("/mnt/card-1/IMG_2.MP4")).toBe("no-stream");
    expect(await streamOf("/mnt/card-1/IMG_2.MP4", { match: { strip: "/mnt/" } })).toBe("found");
    expect(await streamOf("/mnt/card-1/IMG_2.MP4", { match: { strip: "/mnt", base } })).toBe("found");
    expect(await streamOf("IMG_2.MP4", { match: { base } })).toBe("no-stream");
    expect(await streamOf("a.jpg", { capturesources: [2] })).toBe("no-stream");
    // An uploaded video is found by its file name.
    expect(await streamOf("SENT_7.MP4")).toBe("found");
    expect(await streamOf("D:\\card 3\\SENT_7.MP4")).toBe("found");
    // The entry may mean another camera's file of the same name.
    const warningsOf = async (file: string) => (await check(table, text(file))).warnings;
    expect(await warningsOf("D:\\card 3\\SENT_7.MP4")).toMatchObject([{ code: "by-name", count: 1 }]);
    expect(await warningsOf("SENT_7.MP4")).toEqual([]);
    expect(await streamOf("NOT_SENT_7.MP4")).toBe("no-stream");
  });

  test("with faults are rejected with a report by entry, but warnings and files without detections are accepted", async () => {
    const table = await service();
    const text = megadetector([
      { file: "nowhere.jpg", detections: [] },
      { file: "stills/a.jpg", detections: [], failure: "Failure image access" },
      { file: "elsewhere.jpg", detections: [detection()] },
      video([detection({ frame_number: 251 }), detection({ frame_number: 300, category: "2" })]),
      { file: "card-1/IMG_2.MP4", frame_rate: null, detections: [detection({ frame_number: 5 })] },
      video([detection()]),
      { file: "card-2/IMG_2.MP4", detections: [detection({ category: "7" })] },
    ]);
    const refused = await bring(table, text);
    expect(refused).toMatchObject({
      status: "rejected",
      counts: { annotations: { rows: 1, bad: 4, warnings: 2 } },
    });
    const report = (await reportOf(refused)).split("\r\n").join("\n");
    expect(
      [...report.matchAll(/^results\.json,(\d+),(\w+),.*?,(warning|bad-row),([\w-]+),/gm)].map((m) =>
        m.slice(1),
      ),
    ).toEqual([
      ["2", "file", "warning", "failed"],
      ["3", "file", "bad-row", "no-stream"],
      ["4", "frame_number", "bad-row", "beyond"],
      ["5", "frame_rate", "bad-row", "frame-rate"],
      ["6", "file", "bad-row", "twice"],
      ["7", "category", "warning", "category"],
    ]);
    expect(await labelsOf(table)).toEqual([]);
    const { body } = await on(table).start(refused.id, { options: { on_bad_row: "skip" } }, ben);
    expect(body).toMatchObject({ status: "done", counts: { annotations: { made: 1, bad: 4 } } });
    // A frame after the last one gets the time of the video's end.
    expect(await labelsOf(table)).toMatchObject([{ videostream: 1, startMs: 10_000, endMs: 10_000 }]);
  });

  test("of another program, or in a file that is not JSON, are rejected with a sentence that says why", async () => {
    const table = await service();
    const pixels = await bring(table, '[{"file":"a.jpg","detections":[{"bbox":[102.4,88.1,540.7,470.2]}]}]');
    expect(pixels).toMatchObject({
      status: "rejected",
      problem: expect.stringMatching(
        /^The file begins with a list, which is another program's format with boxes in pixels\./,
      ),
    });
    const cut = await bring(table, picture([detection()]).slice(0, -3));
    expect(cut).toMatchObject({ status: "rejected", problem: expect.stringContaining("not complete JSON") });
    const large = { bytes: 1e9 + 1, read: () => Promise.reject(new Error("read")) };
    const context = {
      filename: "r.json",
      options: importOptions("speciesnet"),
      language: "eng",
      found: () => {},
    };
    await expect(
      detectionsImport(table, "speciesnet").check(large as unknown as Upload, context),
    ).rejects.toMatchObject({ code: "too-large" });
    const other = await bring(table, picture([detection()]), {}, { format: "speciesnet" });
    expect(other).toMatchObject({ status: "rejected", problem: expect.stringContaining("`megadetector`") });
  });

  test("become labels that leave the list of unreviewed labels after the first vote", async () => {
    const table = await service();
    await bring(table, picture([detection(), detection({ bbox: [0.5, 0.5, 0.1, 0.1], conf: 0.4 })]));
    const list = listAnnotations(table, annotationLookups(table));
    const waiting = async () => {
      const said = { name: undefined, observation: [] };
      const filters: AnnotationFilters = { ...said, method: "machine", review: ["unreviewed"] };
      return (await list(filters, { offset: 0, limit: 10 })).rows.map(({ id }) => id);
    };
    const [first = 0, second] = await waiting();
    const [before, fox] = await Promise.all([annotationById(table)(first), speciesById(table)(1)]);
    if (before === undefined || fox === undefined) throw new Error("There is no label");
    const after = withVote(before, fox, ben.id);
    await annotationWriter(table).vote(async () => ({ before, after }), undefined);
    expect(await waiting()).toEqual([second]);
    // A second import changes no vote.
    await bring(table, picture([detection(), detection({ bbox: [0.5, 0.5, 0.1, 0.1], conf: 0.4 })]));
    expect(await waiting()).toEqual([second]);
    await verify(table, () => {});
  });

  test("lead to the labels that a brute-force reading of the file finds, whatever the options", async () => {
    const table = await service();
    const scores = fc.integer({ min: 0, max: 20 }).map((n) => n / 20);
    const boxes = fc.constantFrom([0.1, 0.1, 0.2, 0.2], [0.5, 0, 0.5, 1], [0, 0.25, 0.3, 0.1]);
    const found = fc.record(
      {
        category: fc.constantFrom("1", "2", "9"),
        conf: scores,
        bbox: boxes,
        frame_number: fc.constantFrom(0, 25, 50),
        classifications: fc.tuple(fc.constantFrom("0", "1", "2"), scores).map((each) => [each]),
      },
      { requiredKeys: ["category", "conf", "bbox", "frame_number"] },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          fc.record({ stream: fc.integer({ min: 1, max: 4 }), found: fc.array(found, { maxLength: 8 }) }),
          {
            selector: (each) => each.stream,
          },
        ),
        fc.record({ frames: fc.constantFrom("best", "all"), min_confidence: scores }),
        async (files, options) => {
          run += 1;
          const info = { format_version: "1.6", detector: `run ${run}` };
          const images = files.map((each) =>
            video(each.found as readonly Sent[], there.streams[each.stream - 1]?.url.slice(-16)),
          );
          const { status, id } = await bring(table, megadetector(images, { info }), options);
          expect(status).toBe("done");
          const made = (await labelsOf(table)).filter(({ importId }) => importId === id);
          const lines = made.map((each) =>
            [
              each.videostream,
              each.startMs,
              each.boundingBox?.x1,
              each.machine?.detection,
              each.observation?.["species"] ?? each.observation?.["observationType"],
            ].join(),
          );
          expect(lines.toSorted()).toEqual(plainly(files, options).toSorted());
        },
      ),
      { numRuns: 12, seed: Number(process.env["SEED"] ?? 5) },
    );
  });

  test("become the same labels no matter when the workers are killed", async () => {
    const table = await service();
    const random = seededRandom(Number(process.env["SEED"] ?? 7));
    for (let [crashes, run] = [0, 1]; crashes < Number(process.env["EXPORT_KILLS"] ?? 3); run++) {
      let nowMs = Date.now();
      const options = { nowMs: () => nowMs, pieceSize: 3, worksAtOnce: false };
      const info = { format_version: "1.5", detector: `model ${run}` };
      const images = [1, 2].map((i) =>
        video(
          Array.from({ length: 5 }, (_, frame) => detection({ frame_number: frame * 25 })),
          `card-${i}/IMG_1.MP4`,
        ),
      );
      const text = megadetector([...images, { file: "b.jpg", detections: [detection()] }], { info });
      const id = await on(table, options).upload(Buffer.from(text), ben);
      await on(table, options).start(id, { options: { frames: "all" } }, ben);
      const work = (at: Table, s3Client: S3Client) =>
        importRequests(at, s3Client, { ...options, format: "megadetector" }).run();
      await runKilledWorkers({ database, table, s3 }, work, random, 60, () => {
        crashes += 1;
        // By then, the lease of the killed worker has ended.
        nowMs += 121_000;
      });
      const done = (await on(table).get(id, ben)).body;
      expect(done).toMatchObject({ status: "done", counts: { annotations: { made: 11, there: 0 } } });
      expect((await labelsOf(table)).length).toBe(run * 11);
    }
    await verify(table, () => {});
  });
});

type Files = readonly { readonly stream: number; readonly found: readonly object[] }[];

/** Finds the labels by brute force, from one list of all detections that is filtered step by step. */
function plainly(
  files: Files,
  options: { readonly frames: string; readonly min_confidence: number },
): string[] {
  const names: Record<string, string> = { "0": "fox", "1": "cat", "2": "blank" };
  const all = files.flatMap(({ stream: of, found }) => (found as Sent[]).map((each) => ({ ...each, of })));
  const named = all
    .filter(({ category, conf }) => category !== "9" && conf >= options.min_confidence)
    .map((each) => {
      const [first] = each.classifications ?? [];
      const kind = each.category === "1" ? "animal" : "human";
      return { ...each, name: first === undefined ? kind : names[first[0]] };
    })
    .filter(({ name }) => name !== "blank");
  const kept = named.filter((each) => {
    if (options.frames === "all") return true;
    const rivals = named.filter(({ of, category }) => of === each.of && category === each.category);
    const most = Math.max(...rivals.map(({ conf }) => conf));
    return rivals.find(({ conf }) => conf === most)?.frame_number === each.frame_number;
  });
  const keyOf = ({ of, category, frame_number, bbox }: (typeof kept)[number]) =>
    JSON.stringify([of, category, frame_number, bbox]);
  const once = kept.filter((each, i) => kept.findIndex((other) => keyOf(other) === keyOf(each)) === i);
  return once.map(({ of, frame_number = 0, bbox, conf, name }) =>
    [of, frame_number * 40, Math.round((bbox[0] ?? 0) * 1920), conf, name].join(),
  );
}
