import { describe, expect, test } from "vitest";
import { frictionless, hasFrictionless } from "../../../support/formats/frictionless.ts";
import { profileFaults } from "../../../support/formats/profile.ts";
import { readBack } from "../../../support/formats/read-back.ts";
import { foreignSample, sample, withCell, withDescriptor } from "../../../support/formats/sample.ts";
import { dataset } from "../../../support/formats/world.ts";

/** Packages whose datapackage.json the profile must refuse. */
const described: readonly [string, Readonly<Record<string, string>>][] = [
  ...["contributors", "project", "spatial", "temporal", "taxonomic", "created"].map(
    (field): [string, Readonly<Record<string, string>>] => [
      `a package without ${field}`,
      withDescriptor(sample, (descriptor) => {
        delete descriptor[field];
      }),
    ],
  ),
  ["a package with only one licence", withDescriptor(sample, (descriptor) => descriptor.licenses.pop())],
  [
    "an unknown sampling design",
    withDescriptor(sample, ({ project }) => Object.assign(project, { samplingDesign: "random" })),
  ],
  [
    "an unknown role of a contributor",
    withDescriptor(sample, ({ contributors }) => Object.assign(contributors[0], { role: "author" })),
  ],
  [
    "two versions of the standard",
    withDescriptor(sample, ({ resources }) =>
      Object.assign(resources[0], { schema: resources[0].schema.replace("1.0.2", "1.0.1") }),
    ),
  ],
];

/** Cells that make a package invalid, with the row that the import reports. Line ends in quotes count as rows. */
const celled: readonly [
  string,
  file: string,
  key: string,
  column: string,
  value: string,
  row: number,
  code: string,
][] = [
  [
    "a time with a fraction of a second",
    "observations",
    "annotation-2",
    "eventStart",
    "2026-03-01T05:57:01.250+01:00",
    4,
    "type",
  ],
  ["a box with a width of 0", "observations", "annotation-2", "bboxWidth", "0", 4, "range"],
  ["a box beyond the picture", "observations", "annotation-2", "bboxX", "1.01", 4, "range"],
  ["an unknown sex", "observations", "annotation-2", "sex", "unknown", 4, "enum"],
  ["a reference to a missing file", "observations", "annotation-2", "mediaID", "nope", 4, "reference"],
  ["a reference to a missing deployment", "media", "stream-1", "deploymentID", "nope", 2, "reference"],
  ["a path that leads out of the package", "media", "stream-1", "filePath", "../x.mp4", 2, "pattern"],
  ["an uncertainty of 0", "deployments", "source-1", "coordinateUncertainty", "0", 2, "range"],
  ["a duplicate id", "observations", "annotation-2", "observationID", "annotation-1", 4, "twice"],
  [
    "a media type of an application",
    "media",
    "stream-2",
    "fileMediatype",
    "application/vnd.apple.mpegurl",
    3,
    "pattern",
  ],
  ["a count of 0", "observations", "annotation-2", "count", "0", 4, "range"],
];
const packageOf = ([, file, key, column, value]: (typeof celled)[number]) =>
  withCell(sample, `${file}.csv`, key, column, value);

test("the package is valid before it is spoiled", async () => {
  expect(profileFaults(JSON.parse(sample["datapackage.json"] ?? ""))).toEqual([]);
  expect((await readBack(sample, dataset)).findings).toEqual([]);
});

test.each(described)("the profile refuses %s", (_, texts) => {
  expect(profileFaults(JSON.parse(texts["datapackage.json"] ?? ""))).not.toEqual([]);
});

test.each(celled)("the import refuses %s", async (...spoiled) => {
  const [, file, , column, value, row, code] = spoiled;
  const { findings, world } = await readBack(packageOf(spoiled), dataset);
  expect(findings[0]).toMatchObject({ file: `${file}.csv`, row, column, value, level: "bad-row", code });
  expect(world).toBeDefined();
});

test.skipIf(!hasFrictionless)(
  "frictionless refuses each spoiled package, too",
  () => {
    const all = [...described.map(([, texts]) => texts), ...celled.map(packageOf)];
    const found = frictionless([sample, foreignSample, ...all]);
    expect(all).toHaveLength(21);
    expect(found.map(({ errors }) => errors.length > 0)).toEqual([false, false, ...all.map(() => true)]);
  },
  60_000,
);

describe("the import", () => {
  test.each<[string, file: string, key: string, column: string, value: string, code: string]>([
    ["an end before the start", "observations", "annotation-3", "eventEnd", "2020-03-01T05:30:00Z", "order"],
    [
      "an event of more than 366 days",
      "observations",
      "annotation-3",
      "eventEnd",
      "9999-12-31T00:00:00Z",
      "too-long",
    ],
    ["an incomplete box", "observations", "annotation-1", "bboxY", "", "box"],
    [
      "a reference to a file of another deployment",
      "observations",
      "annotation-3",
      "mediaID",
      "stream-1",
      "reference",
    ],
    [
      "an observation at media level without a file",
      "observations",
      "annotation-3",
      "mediaID",
      "",
      "required",
    ],
    ["a name that consists of spaces", "observations", "annotation-3", "scientificName", "  ", "blank"],
    [
      "a time without a time zone",
      "deployments",
      "source-1",
      "deploymentStart",
      "2026-03-01T05:30:00",
      "type",
    ],
    ["an id that is too long", "media", "stream-3", "mediaID", "x".repeat(513), "too-long"],
    ["a cell that is too long", "observations", "annotation-3", "behavior", "x".repeat(65_537), "too-long"],
  ])("refuses %s", async (_, file, key, column, value, code) => {
    const { findings } = await readBack(withCell(foreignSample, `${file}.csv`, key, column, value), dataset);
    expect(findings.find(({ level }) => level === "bad-row")).toMatchObject({
      file: `${file}.csv`,
      column,
      code,
    });
  });

  test("refuses a row that refers to a bad row", async () => {
    const { findings, rows } = await readBack(
      withCell(foreignSample, "deployments.csv", "source-2", "latitude", "north"),
      dataset,
    );
    expect(
      findings
        .filter(({ level }) => level === "bad-row")
        .map(({ file, row, code }) => `${file} ${row} ${code}`),
    ).toEqual([
      "deployments.csv 3 type",
      "media.csv 3 reference",
      "media.csv 4 reference",
      "observations.csv 5 reference",
      "observations.csv 6 reference",
      "observations.csv 9 reference",
    ]);
    expect(rows?.observations).toEqual({ made: 4, bad: 3, derived: 0 });
  });
});
