import { readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { mediaType } from "../../../../shared/domain/dataset/camtrap-dp-cells.ts";
import {
  deploymentCells,
  mediaCells,
  observationCells,
  taxonCells,
} from "../../../../shared/domain/dataset/camtrap-dp-fields.ts";

type Column = {
  readonly name: string;
  readonly type: string;
  readonly constraints?: { required?: boolean; minimum?: number; maximum?: number; enum?: string[] };
};
type Property = { type?: string; enum?: string[]; const?: string; anyOf?: Property[] } & {
  minimum?: number;
  maximum?: number;
  minLength?: number;
};

const folder = path.resolve(import.meta.dirname, "../../../../shared/formats/camtrap-dp/schemas");
const read = (file: string) => JSON.parse(readFileSync(path.join(folder, `${file}.json`), "utf8"));

/** Columns of each table whose values are in other fields of a record. */
const held = {
  deployments: ["latitude", "longitude", "coordinateUncertainty", "cameraModel"],
  media: ["deploymentID", "timestamp"],
  observations: [
    ...[
      "deploymentID",
      "mediaID",
      "observationType",
      "cameraSetupType",
      "scientificName",
      "count",
      "lifeStage",
    ],
    ...["sex", "behavior", "individualID", "classifiedBy"],
    "observationComments",
  ],
};

function columnsOf(field: z.core.$ZodType): Record<string, Property> {
  const [{ properties } = {}] = Object.values(z.toJSONSchema(field, { io: "input" }).$defs ?? {});
  return properties as Record<string, Property>;
}

/** Returns the limits and choices of a column. */
function rulesOf({ type, enum: choices, minimum, maximum }: Property) {
  const highest = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  return { type, choices: choices?.filter((each) => each !== ""), minimum, maximum: highest };
}

const cellsOf = { deployments: deploymentCells, media: mediaCells, observations: observationCells };

describe.each(Object.keys(held) as (keyof typeof held)[])("the table %s", (table) => {
  const columns: readonly Column[] = read(`${table}-table-schema`).fields;
  const ours = columnsOf(cellsOf[table].shown.camtrap_dp);

  test("has a field for every column", () => {
    const names = columns.map(({ name }) => name);
    expect([...Object.keys(ours), ...held[table]].sort()).toEqual(names.sort());
  });

  test.each(columns.filter(({ name }) => name in ours))(
    "$name has the rules of the table schema",
    (column) => {
      const [{ anyOf = [], ...rest } = {}] = [ours[column.name]];
      const property = anyOf[0] ?? rest;
      // If another field has the column's value, the cell can only say that it is empty.
      if (property.const === "") return;
      const { constraints = {} } = column;
      const types: Record<string, string> = { datetime: "string", any: "string" };
      expect(rulesOf(property)).toEqual({
        type: types[column.type] ?? column.type,
        choices: constraints.enum,
        minimum: constraints.minimum,
        maximum: constraints.maximum,
      });
      const isText = property.type === "string" && anyOf.length === 0 && property.enum === undefined;
      if (isText && !/Start|End|Path|Mediatype/.test(column.name)) {
        expect(property.minLength ?? 0).toBe(constraints.required ? 1 : 0);
      }
    },
  );
});

test("the fields of a taxon have the rules of the profile", () => {
  const [, own] = read("camtrap-dp-profile").allOf;
  const published: Record<string, Property> = own.properties.taxonomic.items.properties;
  const ours = columnsOf(taxonCells.shown.camtrap_dp);
  // `scientificName` is a field of the species itself.
  expect(Object.keys(ours)).toEqual(Object.keys(published).filter((name) => name !== "scientificName"));
  for (const [name, property] of Object.entries(ours)) {
    expect([name, property.type, property.enum]).toEqual([
      name,
      published[name]?.type,
      published[name]?.enum,
    ]);
  }
});

describe("a column", () => {
  const isRight = (cells: object) =>
    [deploymentCells, mediaCells, observationCells, taxonCells].some(
      ({ shown }) => z.safeParse(shown.camtrap_dp, cells).success,
    );

  test.each([
    { deploymentStart: "2020-05-30T02:57:37Z" },
    { deploymentStart: "2020-02-29T02:57:37+0200" },
    { classificationTimestamp: "" },
    { classificationMethod: "" },
    { featureType: "" },
    { filePath: "https://multimedia.agouti.eu/assets/6d65f3e4/file" },
    { filePath: "media/a b (1).jpg" },
    { exifData: '{"ISO": 200}' },
    { cameraTilt: -90 },
    { vernacularNames: { eng: "wolf", fra: "loup gris" } },
    {},
  ])("accepts %j", (cells) => {
    expect(isRight(cells)).toBe(true);
  });

  test.each([
    { deploymentStart: "2020-05-30T02:57:37.5Z" },
    { deploymentStart: "2020-05-30T02:57:37" },
    { deploymentStart: "2021-02-29T02:57:37Z" },
    { deploymentStart: "" },
    { deploymentID: "" },
    { latitude: 1 },
    { featureType: "lake" },
    { baitUse: "true" },
    { cameraDelay: 1.5 },
    { cameraTilt: 91 },
    { filePath: "/media/a.jpg" },
    { filePath: "media/../a.jpg" },
    { fileMediatype: "application/pdf" },
    { classificationMethod: "human" },
    { classificationProbability: 1.1 },
    { vernacularNames: { en: "wolf" } },
  ])("rejects %j", (cells) => {
    expect(isRight(cells)).toBe(false);
  });

  test.each([
    ["bboxX", "bboxY", { bboxX: 0.5 }],
    ["bboxY", "bboxX", { bboxY: 0.5 }],
    ["bboxWidth", "bboxHeight", { bboxX: 0.5, bboxY: 0.5, bboxWidth: 0.25 }],
    ["bboxHeight", "bboxX", { bboxWidth: 0.25, bboxHeight: 0.25 }],
  ])(
    "of a position or a box is rejected if it is incomplete: %s without %s, and the description says so",
    (given, other, cells) => {
      const field = observationCells.shown.camtrap_dp;
      const whole = { bboxX: 0.5, bboxY: 0.5, bboxWidth: 0.25, bboxHeight: 0.25 };
      expect(z.safeParse(field, whole).success).toBe(true);
      expect(z.safeParse(field, { bboxX: 0.5, bboxY: 0.5 }).success).toBe(true);
      expect(z.safeParse(field, cells).error?.issues).toContainEqual(
        expect.objectContaining({ path: [other], message: `is required when \`${given}\` is given.` }),
      );
      const [described] = Object.values(z.toJSONSchema(field).$defs ?? {});
      expect(described).toMatchObject({ dependentRequired: { [given]: expect.arrayContaining([other]) } });
    },
  );

  test("rejects cells that have more than 4,096 bytes in all as JSON", () => {
    const bytes = '{"habitat":""}'.length;
    expect(isRight({ habitat: "é".repeat((4096 - bytes) / 2) })).toBe(true);
    expect(isRight({ habitat: `${"é".repeat((4096 - bytes) / 2)}a` })).toBe(false);
  });

  test("accepts a media type if and only if the pattern in the description does, in languages in which a dot is any character, too", () => {
    const { pattern = "" } = z.toJSONSchema(mediaType);
    const lineEnds = fc.string({
      unit: fc.constantFrom("a", "×", "\n", "\r", "\u2028", "\u2029"),
      maxLength: 4,
    });
    fc.assert(
      fc.property(lineEnds, (end) => {
        const fileMediatype = `video/${end}`;
        expect(isRight({ fileMediatype })).toBe(new RegExp(pattern, "s").test(fileMediatype));
      }),
    );
  });

  test("accepts a path if and only if the table schema does", () => {
    const published = /^(?=^[^./~])(^((?!\.{2}).)*$).*$/;
    const paths = fc.string({
      unit: fc.constantFrom("a", ".", "/", "~", " ", "\n"),
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(paths, (filePath) => {
        fc.pre(/\S/.test(filePath));
        expect(isRight({ filePath })).toBe(published.test(filePath));
      }),
    );
  });
});
