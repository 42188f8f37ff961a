import { readFileSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { type Dataset, datasetFrom, NewDataset } from "../../../../shared/domain/dataset/dataset.ts";
import { knownRecords } from "../../../fuzz/known-records.ts";
import { valuesOf } from "../../../fuzz/schema-values.ts";
import { description } from "../../../support/api/api-description.ts";
import { testData } from "../../../support/test-data.ts";

const example = description.components.schemas.NewDataset.examples[0];
const uuid = "7cca70f5-ef8c-4f86-85fb-8f070937d7ab";
const folder = path.resolve(import.meta.dirname, "../../../../shared/formats/camtrap-dp/schemas");

/** Returns a function that checks a description against the official profile and returns the errors, if any. */
function profile(): (dataset: Dataset) => string | undefined {
  const read = (file: string) => {
    // The profile uses draft 4 of JSON Schema. Its keywords have kept their meaning.
    const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
    return schema;
  };
  const ajv = new Ajv({ strict: false, formats: { ...fullFormats, textarea: true } });
  ajv.addSchema(read("data-package.json"), "https://specs.frictionlessdata.io/schemas/data-package.json");
  ajv.addSchema(read("geojson.json"), "http://json.schemastore.org/geojson.json");
  const validate = ajv.compile(read("camtrap-dp-profile.json"));
  const base = "https://raw.githubusercontent.com/tdwg/camtrap-dp/1.0.2";
  return ({ language: _, media_public: __, taxon_id_prefix: ___, ...dataset }) => {
    const descriptor = {
      ...dataset,
      profile: `${base}/camtrap-dp-profile.json`,
      resources: ["deployments", "media", "observations"].map((name) => ({
        ...{ name, path: `${name}.csv`, profile: "tabular-data-resource" },
        schema: `${base}/${name}-table-schema.json`,
      })),
      created: "2026-03-01T06:30:00Z",
      project: { ...dataset.project, observationLevel: ["media"] },
      spatial: {
        type: "Polygon",
        coordinates: [
          [
            [4, 50],
            [5, 50],
            [5, 51],
            [4, 51],
            [4, 50],
          ],
        ],
      },
      temporal: { start: "2026-03-01", end: "2026-03-02" },
      taxonomic: [],
    };
    return validate(descriptor) ? undefined : ajv.errorsText(validate.errors);
  };
}

describe("the official profile", () => {
  test("accepts the example, and every description that the service accepts", () => {
    const faultsOf = profile();
    const stored = (sent: unknown) => datasetFrom(z.parse(NewDataset, sent), undefined, () => uuid);
    expect(faultsOf(stored(example))).toBeUndefined();
    let taken = 0;
    fc.assert(
      fc.property(valuesOf(description.components.schemas.NewDataset, knownRecords()), (sent) => {
        const parsed = z.safeParse(NewDataset, sent);
        if (!parsed.success) return;
        taken += 1;
        expect(faultsOf(datasetFrom(parsed.data, undefined, () => uuid))).toBeUndefined();
      }),
      { numRuns: 500 },
    );
    expect(taken).toBeGreaterThan(50);
  });

  test("has only fields that the service accepts, judged by an official package", () => {
    const packaged = testData("camtrap-dp-example");
    if (packaged === undefined) return;
    const said = JSON.parse(readFileSync(path.join(packaged, "datapackage.json"), "utf8"));
    const { resources: _, profile: __, created: ___, image: ____, ...rest } = said;
    const { spatial: _____, temporal: ______, taxonomic: _______, project, ...own } = rest;
    const { observationLevel: ________, ...projectOf } = project;
    const sent = { ...own, project: projectOf };
    expect(z.parse(NewDataset, sent)).toMatchObject(sent);
  });
});

describe("a description of the dataset", () => {
  const issuesOf = (change: object) =>
    z.safeParse(NewDataset, { ...example, ...change }).error?.issues.map((issue) => issue.path.join("/"));
  const [data, media] = example.licenses;
  const { project } = example;

  test.each([
    [{ name: "Foxes of the ridge" }, "name"],
    [{ name: "../foxes" }, "name"],
    [{ contributors: [] }, "contributors"],
    [{ contributors: [{ title: "Ana", role: "boss" }] }, "contributors/0/role"],
    [{ contributors: [{ title: "Ana", email: "ana" }] }, "contributors/0/email"],
    [{ contributors: [{ title: "Ana", path: "../ana" }] }, "contributors/0/path"],
    [{ licenses: [data] }, "licenses"],
    [{ licenses: [data, data] }, "licenses"],
    [{ licenses: [data, { scope: "media" }] }, "licenses/1"],
    [{ licenses: [data, { ...media, name: "CC BY 4.0" }] }, "licenses/1/name"],
    [{ project: { ...project, samplingDesign: "random" } }, "project/samplingDesign"],
    [{ project: { ...project, captureMethod: [] } }, "project/captureMethod"],
    [{ project: { ...project, captureMethod: ["timeLapse", "timeLapse"] } }, "project/captureMethod"],
    [{ project: { ...project, individualAnimals: "yes" } }, "project/individualAnimals"],
    [{ project: { ...project, path: "example.org" } }, "project/path"],
    [{ homepage: "https://example.org/a..b" }, "homepage"],
    [{ homepage: "javascript:alert(1)" }, "homepage"],
    [{ homepage: "https://example.org:99999" }, "homepage"],
    [{ language: "en" }, "language"],
    [{ coordinatePrecision: 0 }, "coordinatePrecision"],
    [{ relatedIdentifiers: [{ relationType: "Likes" }] }, "relatedIdentifiers/0/relationType"],
  ])("is rejected at $1 if it has %j", (change, at) => {
    expect(issuesOf(change)).toContain(at);
  });

  test.each([
    "https://example.org",
    "http://a.example:8080/b.c/?d=e.f#g.",
    "https://doi.org/10.1234/a(b)%20c",
  ])("can have the homepage %s", (homepage) => expect(issuesOf({ homepage })).toBeUndefined());

  test("is rejected with a sentence about each missing value", () => {
    const missing = { contributors: [], licenses: [], project: { ...project, captureMethod: [] } };
    const { error } = z.safeParse(NewDataset, { ...example, ...missing });
    expect(error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`)).toEqual([
      "contributors must name at least one person or organization.",
      'licenses must have a license with `"scope": "data"` and one with `"scope": "media"`.',
      "project.captureMethod must have `activityDetection`, `timeLapse` or both.",
    ]);
  });

  test("has defaults for some fields, and keeps its id when it is replaced", () => {
    const sent = z.parse(NewDataset, example);
    const first = datasetFrom(sent, undefined, () => uuid);
    expect(first).toMatchObject({ id: uuid, language: "eng", media_public: false });
    expect(datasetFrom(sent, first, () => "another").id).toBe(uuid);
  });
});
