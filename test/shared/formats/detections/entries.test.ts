import { describe, expect, test } from "vitest";
import type { Reading } from "../../../../shared/formats/detections/detected.ts";
import {
  entriesIn,
  type Header,
  type ResultFormat,
  readHeader,
} from "../../../../shared/formats/detections/header.ts";
import { jsonParts } from "../../../../shared/formats/detections/json-parts.ts";
import { megadetectorEntry } from "../../../../shared/formats/detections/megadetector.ts";
import { speciesnetEntry } from "../../../../shared/formats/detections/speciesnet.ts";
import { taxonOf } from "../../../../shared/formats/detections/taxon.ts";
import { detection, megadetector, taxa } from "../../../support/detections/results.ts";

async function* bytesOf(text: string | Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, format: ResultFormat = "megadetector", minConfidence = 0.2) {
  const { header, findings } = await readHeader("r.json", format, bytesOf(text));
  const read = format === "megadetector" ? megadetectorEntry : speciesnetEntry;
  const entries = [];
  for await (const { place, value } of entriesIn(format, bytesOf(text))) {
    const reading: Reading = { header: header as Header, minConfidence };
    entries.push(read({ file: "r.json", place }, value, reading));
  }
  return {
    header,
    entries: entries.map(({ detected }) => detected),
    findings: [...findings, ...entries.flatMap((each) => each.findings)].map(
      ({ row, column, level, code }) => [row, column, level, code],
    ),
  };
}

const labelsOf = ({ entries }: Awaited<ReturnType<typeof read>>) =>
  entries.map((each) => each?.detections.map(({ label, confidence }) => [label.text, confidence]));

describe("a JSON file", () => {
  test("is read in parts, whatever the pieces of its bytes, with a byte order mark and any keys", async () => {
    const text = `\uFEFF\n{"a":1,"images":[{"file":"é😀"},null],"info":{"__proto__":{"x":1}},"e":[],"t":"["}`;
    for (const size of [1, 2, 3, 1000]) {
      const parts = [];
      for await (const part of jsonParts(bytesOf(text, size))) parts.push(part);
      expect(parts).toEqual([
        { of: "images", key: 0, value: { file: "é😀" } },
        { of: "images", key: 1, value: null },
        { of: "info", key: "__proto__", value: { x: 1 } },
      ]);
    }
  });

  test.each([
    ["a list with boxes in pixels", ' [{"file":"a.jpg","detections":[]}]', "pixel-list"],
    ["a text", "images", "json"],
    ["a number that JSON does not have", '{"images":[{"conf":NaN}]}', "json"],
    ["a file that was cut", '{"images":[{"file":"a"}', "json"],
    ["text after the end", '{"images":[]} {}', "json"],
    [
      "an encoding other than UTF-8",
      Buffer.from([...Buffer.from('{"images":["'), 0xff, 0xfe, 0x22, 0x5d, 0x7d]),
      "json",
    ],
  ])("is refused: %s", async (_, text, code) => {
    const reading = async () => {
      for await (const _part of jsonParts(bytesOf(text)));
    };
    await expect(reading()).rejects.toMatchObject({ code, message: expect.stringMatching(/\.$/) });
  });
});

describe("results of MegaDetector", () => {
  test.each([
    ["1.3", []],
    ["1.4", []],
    [1.5, []],
    ["1.6", []],
    ["3.0", [[undefined, "info.format_version", "warning", "version"]]],
    [undefined, [[undefined, "info.format_version", "warning", "version"]]],
  ])("of version %s are read", async (format_version, findings) => {
    const text = megadetector([{ file: "a.jpg", detections: [detection()] }], { info: { format_version } });
    const found = await read(text);
    expect(found.findings).toEqual(findings);
    expect(found.entries).toEqual([
      {
        file: "a.jpg",
        frameRate: undefined,
        model: "MegaDetector",
        boxModel: "MegaDetector",
        machine: { detector: undefined, classifier: undefined },
        detections: [expect.objectContaining({ score: 0.9, confidence: 0.9, frame: 0, category: "1" })],
      },
    ]);
  });

  test("have the first classification as their label, and at most five others as alternatives", async () => {
    const classifications = [
      ["0", 0.6],
      ["1", 0.2],
      ...["3", "4", "5", "6", "7", "8"].map((id) => [id, 0.01] as const),
    ] as const;
    const text = megadetector([
      {
        file: "card\\7\\a.mp4",
        frame_rate: 25,
        detections: [detection({ classifications, frame_number: 50 })],
      },
    ]);
    const [entry] = (await read(text)).entries;
    expect(entry).toMatchObject({ file: "card/7/a.mp4", frameRate: 25, model: "deer-net 2" });
    expect(entry?.detections[0]).toMatchObject({
      label: { text: "fox", taxon: { kind: "animal", name: "fox" } },
      score: 0.9,
      confidence: 0.6,
      frame: 50,
      alternatives: [
        { name: "cat", score: 0.2 },
        { name: "red deer", score: 0.01 },
        { name: "4", score: 0.01 },
        { name: "5", score: 0.01 },
        { name: "6", score: 0.01 },
      ],
    });
  });

  test("may contain SpeciesNet's names, and a frame number under the key frame", async () => {
    const text = megadetector(
      [{ file: "a", detections: [{ ...detection({ classifications: [["0", 0.7]] }), frame: 3 }] }],
      { classification_category_descriptions: { "0": taxa.fox } },
    );
    const [found] = (await read(text)).entries[0]?.detections ?? [];
    expect(found).toMatchObject({
      frame: 3,
      label: {
        text: "fox",
        names: ["fox", "Vulpes vulpes", "red fox", taxa.fox],
        taxon: { name: "Vulpes vulpes", lineage: ["Mammalia", "Carnivora", "Canidae", "Vulpes"] },
      },
    });
  });

  test("get a finding for each fault, except in uncertain detections, and the rest is read", async () => {
    const wrong = { category: "1", conf: 0.05, bbox: "none" };
    const text = megadetector([
      { file: "a.jpg", detections: null, failure: "Failure image access" },
      { file: "b.jpg" },
      { detections: [] },
      {
        file: "d.jpg",
        failure: null,
        detections: [detection({ category: "9" }), detection({ category: "2" })],
      },
      { file: "e.jpg", detections: [detection({ conf: 1.5 }), { ...detection(), frame_number: -1 }, wrong] },
      {
        file: "f.jpg",
        detections: [detection({ bbox: [310, 420, 211, 141] }), detection({ bbox: [0, 0, 0, 1] })],
      },
      [7],
      { file: "h.jpg", detections: [detection({ bbox: [0.8, -0.001, 0.2049, 0.5], conf: 1.000_000_1 })] },
    ]);
    const found = await read(text);
    expect(found.findings).toEqual([
      [1, "file", "warning", "failed"],
      [2, "file", "warning", "failed"],
      [3, "file", "bad-row", "entry"],
      [4, "category", "warning", "category"],
      [5, "conf", "bad-row", "detection"],
      [5, "frame_number", "bad-row", "detection"],
      [6, "bbox", "bad-row", "box"],
      [6, "bbox", "bad-row", "box"],
      [7, "file", "bad-row", "entry"],
    ]);
    expect(labelsOf(found)).toEqual([
      [],
      [],
      undefined,
      [["person", 0.9]],
      [],
      [],
      undefined,
      [["animal", 1]],
    ]);
    expect(found.entries[7]?.detections[0]?.box).toEqual([0.8, 0, expect.closeTo(0.2, 9), 0.499]);
  });

  test("are refused with the name of their format if another format was requested", async () => {
    const { header, findings } = await read(megadetector([{ file: "a" }]), "speciesnet");
    expect([header, findings[0]]).toEqual([undefined, [undefined, "images", "fatal", "format"]]);
    const other = await readHeader("r.json", "megadetector", bytesOf('{"type":"coco"}'));
    expect(other.findings).toMatchObject([{ level: "fatal", code: "format" }]);
  });
});

describe("results of SpeciesNet", () => {
  const box = { bbox: [0.1, 0.2, 0.3, 0.4] };
  const animal = { category: "1", label: "animal", conf: 0.8, ...box };
  const person = { category: "2", label: "human", conf: 0.5, ...box };

  test("of version 4 have one prediction per picture, which names its animals or makes all detections blank", async () => {
    const prediction = (file: string, name: string, prediction_score = 0.7) => ({
      filepath: file,
      detections: [animal, person],
      classifications: { classes: [taxa.fox, taxa.felids], scores: [0.7, 0.1] },
      prediction: name,
      prediction_score,
      model_version: "4.0.1a",
    });
    const predictions = [
      prediction("a.jpg", taxa.fox),
      prediction("b.jpg", taxa.human),
      prediction("c.jpg", taxa.blank),
      { filepath: "d.jpg", failures: ["CLASSIFIER"], detections: [animal] },
      { filepath: "e.jpg", failures: ["DETECTOR"] },
    ];
    const found = await read(JSON.stringify({ predictions }), "speciesnet");
    expect(labelsOf(found)).toEqual([
      [
        ["Vulpes vulpes", 0.7],
        ["human", 0.5],
      ],
      [
        ["animal", 0.8],
        ["human", 0.5],
      ],
      [
        ["blank", 0.7],
        ["blank", 0.7],
      ],
      [["animal", 0.8]],
      [],
    ]);
    expect(found.entries[0]).toMatchObject({ model: "SpeciesNet 4.0.1a", frameRate: undefined });
    expect(found.entries[0]?.detections[0]?.alternatives).toEqual([{ name: "Felidae", score: 0.1 }]);
    expect(found.findings).toEqual([
      [4, "file", "warning", "failed"],
      [5, "file", "warning", "failed"],
    ]);
  });

  test("of the classifier alone label the whole picture with the prediction, or else with the likeliest class", async () => {
    const classes = { classes: [taxa.felids, taxa.fox], scores: [0.1, 0.7] };
    const predictions = [
      { filepath: "a.jpg", classifications: classes },
      { filepath: "b.jpg", classifications: classes, prediction: taxa.felids, prediction_score: 0.4 },
      { filepath: "c.jpg", classifications: { classes: [taxa.fox], scores: [0.15] } },
      { filepath: "d.jpg", failures: ["CLASSIFIER"] },
      { filepath: "e.jpg" },
      { filepath: "f.jpg", detections: [], classifications: classes },
    ];
    const info = { detector: "MegaDetector 5" };
    const found = await read(JSON.stringify({ info, predictions }), "speciesnet");
    expect(labelsOf(found)).toEqual([[["Vulpes vulpes", 0.7]], [["Felidae", 0.4]], [], [], [], []]);
    expect(found.entries.map((entry) => entry?.machine.detector)).toEqual([
      ...[undefined, undefined, undefined],
      ...Array(3).fill("MegaDetector 5"),
    ]);
    expect(found.entries[0]?.detections).toMatchObject([
      {
        category: "0",
        score: undefined,
        confidence: 0.7,
        box: undefined,
        frame: 0,
        alternatives: [{ name: "Felidae", score: 0.1 }],
      },
    ]);
    expect(found.findings).toEqual([
      [4, "file", "warning", "failed"],
      [5, "file", "warning", "failed"],
    ]);
  });

  test("of version 20261015 have a class for each detection, with category 0 for the whole picture", async () => {
    const classed = (name: string) => ({ processed_classification: { class: name, score: 0.6 } });
    const detections = [
      { ...animal, ...classed(taxa.felids) },
      { ...animal, ...classed(taxa.human) },
      { ...animal, ...classed(taxa.nothing) },
      { category: "0", label: "whole_image_classification", conf: 1, ...classed(taxa.fox) },
      {
        category: "0",
        label: "whole_image_classification",
        conf: 1,
        bbox: [0, 0, 1, 1],
        ...classed(taxa.blank),
      },
    ];
    const info = { format_version: "20261015" };
    const found = await read(
      JSON.stringify({ info, predictions: [{ filepath: "C:\\a.jpg", detections }] }),
      "speciesnet",
    );
    expect(found.findings).toEqual([]);
    expect(found.entries[0]?.file).toBe("C:/a.jpg");
    expect(
      found.entries[0]?.detections.map(({ label, score, box }) => [
        label.text,
        label.taxon.kind,
        score,
        box?.length,
      ]),
    ).toEqual([
      ["Felidae", "animal", animal.conf, 4],
      ["Homo sapiens", "human", animal.conf, 4],
      ["unknown", "unknown", animal.conf, 4],
      ["Vulpes vulpes", "animal", undefined, undefined],
      ["blank", "blank", undefined, undefined],
    ]);
  });
});

test("a label of seven parts names the taxon of the lowest given rank, and a few words name no taxon", () => {
  expect(taxonOf(taxa.felids)).toEqual({
    kind: "animal",
    name: "Felidae",
    commonName: "cat family",
    lineage: ["Mammalia", "Carnivora"],
  });
  expect(taxonOf(taxa.human)).toMatchObject({ kind: "human", name: "Homo sapiens" });
  expect(taxonOf(taxa.nothing)).toEqual({ kind: "unknown" });
  expect(taxonOf("Person")).toEqual({ kind: "human" });
  expect(taxonOf("fox;red")).toBeUndefined();
});
