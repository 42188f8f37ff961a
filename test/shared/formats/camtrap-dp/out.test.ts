import { describe, expect, test } from "vitest";
import { isSelected, type Machines } from "../../../../shared/formats/camtrap-dp/write/selected.ts";
import { profileFaults } from "../../../support/formats/profile.ts";
import {
  annotation,
  dataset,
  source,
  species,
  stream,
  vote,
  type World,
} from "../../../support/formats/world.ts";
import { writePackage } from "../../../support/formats/write-package.ts";

const users = [
  { id: 1, name: "Ana Duarte", email: "ana@example.org" },
  { id: 2, name: "Ben", email: "ben@example.org" },
  { id: 3, name: "chi", email: "chi@example.org" },
];
const fox = species(2, "Vulpes vulpes", { commonName: "Red fox", externalTaxonId: 5219243 });
const otter = species(3, "Lutra lutra");
const blank = species(1, "nothing", { kind: "blank" });
const car = species(4, "car", { kind: "vehicle" });

function world(more: Partial<World> = {}): World {
  return {
    dataset,
    sources: [source(1)],
    streams: [stream(1)],
    species: [blank, fox, otter, car],
    users,
    annotations: [annotation(1, { observation: { species: "Vulpes vulpes" } })],
    ...more,
  };
}

const row = (more: Parameters<typeof annotation>[1], options = {}, rest: Partial<World> = {}) =>
  writePackage(world({ annotations: [annotation(1, more)], ...rest }), { people: "names", ...options })
    .rows[0];

test("datapackage.json conforms to the official profile", () => {
  const { descriptor } = writePackage(world(), { level: "both" });
  expect(profileFaults(descriptor)).toEqual([]);
  expect(descriptor).toMatchObject({
    created: "2026-11-21T20:00:00Z",
    project: { observationLevel: ["media", "event"] },
    gbifIngestion: { observationLevel: "event" },
    temporal: { start: "2026-03-01", end: "2026-03-01" },
    spatial: {
      coordinates: [
        [[23.5671, -19.0123], expect.anything(), expect.anything(), expect.anything(), [23.5671, -19.0123]],
      ],
    },
    taxonomic: [{ scientificName: "Vulpes vulpes", taxonID: "5219243", vernacularNames: { eng: "Red fox" } }],
  });
});

test.each([
  ["count", "3", { count: "3" }],
  ["individuals", "3", { count: "3" }],
  ["lifeStage", "juvenile", { lifeStage: "juvenile" }],
  ["life_stage", "juvenile", { lifeStage: "juvenile" }],
  ["life stage", "juvenile", { lifeStage: "juvenile" }],
])("a label with the pair %s: %s fills the column of that pair and has no tag", (key, value, cells) => {
  const filled = row({ observation: { species: "Vulpes vulpes", [key]: value } });
  expect(filled).toMatchObject(cells);
  expect(filled?.observationTags).toBeUndefined();
});

test("an event counts the individuals that people typed", () => {
  const fed = annotation(1, { observation: { species: "Vulpes vulpes", individuals: "3" } });
  const { rows } = writePackage(world({ annotations: [fed] }), { level: "event" });
  expect(rows).toMatchObject([{ observationLevel: "event", count: "3" }]);
});

test("a source and its stream become a deployment and a media file", () => {
  const { deployments, media } = writePackage(world());
  expect(deployments[0]?.row).toMatchObject({
    deploymentID: "source-1",
    locationName: "Waterhole 1",
    latitude: "-19.0123",
    longitude: "23.5671",
    // The start is rounded down, and the end is rounded up.
    deploymentStart: "2026-03-01T07:30:00+02:00",
    deploymentEnd: "2026-03-01T07:45:01+02:00",
    cameraModel: "Pi Camera 3",
  });
  expect(media[0]?.row).toEqual({
    mediaID: "stream-1",
    deploymentID: "source-1",
    captureMethod: "activityDetection",
    timestamp: "2026-03-01T07:30:00+02:00",
    filePath: "https://videos.example/1.mp4",
    filePublic: "false",
    fileName: "1.mp4",
    fileMediatype: "video/mp4",
  });
});

test("a live stream ends when the export starts", () => {
  const { deployments } = writePackage(world({ streams: [stream(1, { endMs: undefined })] }));
  expect(deployments[0]?.row.deploymentEnd).toBe("2026-11-21T22:00:00+02:00");
});

test.each([
  ["s3://bucket/a/../b.mov", "s3://bucket/a/%2E%2E/b.mov", "video/quicktime", false],
  ["https://x.example/live.m3u8?a=1", "https://x.example/live.m3u8?a=1", "video/x-mpegurl", false],
  ["https://x.example/watch", "https://x.example/watch", "video/mp4", true],
])("a stream at %s has the path %s and the media type %s", (url, filePath, fileMediatype, guessed) => {
  const { media } = writePackage(world({ streams: [stream(1, { url })] }));
  expect(media[0]).toMatchObject({ row: { filePath, fileMediatype, filePublic: "false" }, guessed });
});

test("an empty cell of an imported package becomes neither a person nor an event", () => {
  const sources = [source(1, { camtrapDp: { setupBy: "" } })];
  const { deployments } = writePackage(world({ sources }));
  expect(deployments[0]?.row.setupBy).toBeUndefined();
  const veiled = row(
    { camtrapDp: { eventID: "" }, observation: { species: "Vulpes vulpes" } },
    { level: "both" },
    { species: [{ ...fox, sensitivity: "high" }] },
  );
  expect(veiled?.eventID).toMatch(/^source-1-event-/);
});

test("an observation has times in whole seconds, while annotations.csv contains the exact times", () => {
  const { rows, out } = writePackage(world());
  expect(rows[0]).toMatchObject({
    eventStart: "2026-03-01T07:30:01+02:00",
    eventEnd: "2026-03-01T07:30:05+02:00",
  });
  expect(out[0]?.own).toMatchObject({
    start: "00:00:01.000",
    end: "00:00:04.500",
    mediaStart: "2026-03-01T05:30:00.250Z",
    boxUnits: "1920x1080",
  });
  expect(row({ startMs: 800, endMs: 800 })).toMatchObject({
    eventStart: "2026-03-01T07:30:01+02:00",
    eventEnd: "2026-03-01T07:30:01+02:00",
  });
});

test.each<[Parameters<typeof isSelected>[0], readonly Machines[]]>([
  [annotation(1), ["reviewed", "all", "none"]],
  [annotation(1, { method: "machine" }), ["all"]],
  [annotation(1, { method: "machine", identifications: [vote(2, [1])] }), ["reviewed", "all"]],
])("a label is exported only with options that include it", (label, expected) => {
  expect((["reviewed", "all", "none"] as const).filter((machines) => isSelected(label, machines))).toEqual(
    expected,
  );
});

describe("the subject of an observation", () => {
  test.each<[string, Parameters<typeof annotation>[1], object]>([
    [
      "the species with most votes",
      { identifications: [vote(2, [1]), vote(3, [2, 3])] },
      { scientificName: "Lutra lutra", observationType: "animal" },
    ],
    [
      "the species with the lowest id if votes are equal",
      { identifications: [vote(2, [1]), vote(3, [2])] },
      { scientificName: "Vulpes vulpes" },
    ],
    [
      "a species if a blank has as many votes",
      { identifications: [vote(1, [1], true), vote(3, [2])] },
      { scientificName: "Lutra lutra" },
    ],
    [
      "blank if most votes say that there is nothing",
      { identifications: [vote(1, [1, 2], true), vote(3, [3])] },
      { observationType: "blank", scientificName: undefined },
    ],
    [
      "a vehicle, without a scientific name",
      { identifications: [vote(4, [1])] },
      { observationType: "vehicle", scientificName: undefined },
    ],
    [
      "the species whose common name is noted",
      { observation: { common_name: "red  FOX" } },
      { scientificName: "Vulpes vulpes", observationTags: undefined },
    ],
    [
      "a noted name, even if no species has it",
      { observation: { species: "Meles meles" } },
      { scientificName: "Meles meles", observationType: "animal" },
    ],
    [
      "an animal, with a tag for a common name that no species has",
      { observation: { common_name: "badger" } },
      { scientificName: undefined, observationType: "animal", observationTags: "common_name:badger" },
    ],
    ["the noted type", { observation: { observationType: "human" } }, { observationType: "human" }],
    [
      "unknown if no name is noted",
      { observation: { remark: "a|b\nc" } },
      { observationType: "unknown", observationTags: "remark:a/b c" },
    ],
  ])("is %s", (_, more, expected) => {
    expect(row(more)).toMatchObject(expected);
  });
});

test("known pairs of an observation fill columns, and other pairs become tags", () => {
  const observation = {
    count: "3",
    life_stage: "Young",
    sex: "F",
    behaviour: "drinking",
    individual: "Reinaert",
    note: "near, very",
    weather: "rain",
  };
  expect(row({ observation })).toMatchObject({
    count: "3",
    lifeStage: "juvenile",
    sex: "female",
    behavior: "drinking",
    individualID: "Reinaert",
    observationComments: "near, very",
    observationTags: "weather:rain",
  });
  expect(row({ observation: { count: "0", sex: "unknown", lifeStage: "pup" } })).toMatchObject({
    observationTags: "count:0 | sex:unknown | lifeStage:pup",
  });
  // Every object inherits properties of these names.
  expect(row({ observation: { sex: "constructor", lifeStage: "toString" } })).toMatchObject({
    observationTags: "sex:constructor | lifeStage:toString",
  });
});

describe("a box", () => {
  const boundingBox = { x1: 96, y1: 108, x2: 1919, y2: 1080 };
  test("is written relative to the picture and cut at its edges", () => {
    expect(row({ boundingBox })).toMatchObject({
      bboxX: "0.05",
      bboxY: "0.1",
      bboxWidth: "0.95",
      bboxHeight: "0.9",
    });
  });
  test("of a track is its first box", () => {
    const keypoints = [
      { box: { x1: 0, y1: 0, x2: 191, y2: 107 }, timeMs: 1000 },
      { box: boundingBox, timeMs: 2000 },
    ];
    expect(row({ keypoints, boundingBox })).toMatchObject({
      bboxX: "0",
      bboxWidth: "0.1",
      bboxHeight: "0.1",
    });
  });
  test("in a picture of unknown size becomes a tag in pixels", () => {
    const { out } = writePackage(
      world({ streams: [stream(1, { size: undefined })], annotations: [annotation(1, { boundingBox })] }),
    );
    expect(out[0]).toMatchObject({
      boxProblem: "size-unknown",
      row: { observationTags: "bboxPixels:96,108,1919,1080" },
    });
    expect(out[0]?.row.bboxX).toBeUndefined();
  });
  test("outside the picture is left out", () => {
    const { out } = writePackage(
      world({ annotations: [annotation(1, { boundingBox: { x1: 1920, y1: 0, x2: 1920, y2: 5 } })] }),
    );
    expect(out[0]?.boxProblem).toBe("outside");
  });
});

describe("the classifier of an observation", () => {
  test.each<[string, Parameters<typeof annotation>[1], object]>([
    [
      "the author",
      {},
      { classificationMethod: "human", classifiedBy: "Ana Duarte", classificationProbability: undefined },
    ],
    ["the typed name of an observer", { observer: "Dana" }, { classifiedBy: "Dana" }],
    ["nobody if the observer is unknown", { observer: "unknown" }, { classifiedBy: undefined }],
    [
      "the user whose e-mail address was typed as observer",
      { observer: "ben@example.org" },
      { classifiedBy: "Ben" },
    ],
    [
      "the only voter, without a probability",
      { identifications: [vote(2, [2])] },
      { classifiedBy: "Ben", classificationProbability: undefined },
    ],
    [
      "the voters for the leading species, with their share of the votes as probability",
      { identifications: [vote(2, [1]), vote(3, [2, 3])] },
      { classifiedBy: "Ben | chi", classificationProbability: "0.67" },
    ],
    ["a deleted user", { identifications: [vote(2, [9])] }, { classifiedBy: "deleted user" }],
    [
      "a machine",
      { method: "machine", observer: "MegaDetector 6", confidence: 0.9 },
      { classificationMethod: "machine", classifiedBy: "MegaDetector 6", classificationProbability: "0.9" },
    ],
    [
      "the people who have voted on a machine's label",
      { method: "machine", observer: "MegaDetector 6", confidence: 0.9, identifications: [vote(2, [1])] },
      { classificationMethod: "human", classifiedBy: "Ana Duarte", classificationProbability: undefined },
    ],
  ])("is %s", (_, more, expected) => {
    expect(row(more)).toMatchObject(expected);
  });

  test("is always the same pseudonym for the same person, and never a stranger's e-mail address", () => {
    const names = [
      {},
      { identifications: [vote(2, [1])] },
      { observer: "ana@example.org" },
      { observer: "Ana Duarte" },
    ];
    const shown = names.map((more) => row(more, { people: "pseudonyms" })?.classifiedBy);
    expect(new Set(shown).size).toBe(1);
    expect(shown[0]).toMatch(/^anonymized:[0-9a-f]{8}$/);
    expect(row({ observer: "stranger@example.org" })?.classifiedBy).toMatch(/^anonymized:[0-9a-f]{8}$/);
    expect(row({ observer: "anonymized:3eb30aa" }, { people: "pseudonyms" })?.classifiedBy).toBe(
      "anonymized:3eb30aa",
    );
  });
});
