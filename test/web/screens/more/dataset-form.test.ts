import { describe, expect, test } from "vitest";
import type { Dataset } from "../../../../web/api/dataset.ts";
import { bodyOf, differing, mergedOver } from "../../../../web/screens/more/dataset-form.ts";

const stored: Dataset = {
  ...{ name: "foxes", title: "Foxes", id: "7cca70f5-ef8c-4f86-85fb-8f070937d7ab" },
  ...{ language: "eng", media_public: false, references: ["10.1234/foxes"], keywords: ["fox"] },
  contributors: [
    {
      ...{ title: "Ana Duarte", firstName: "Ana", lastName: "Duarte" },
      ...{ role: "contact", email: "ana@example.org" },
    },
  ],
  licenses: [
    { scope: "data", path: "https://example.org/terms", title: "Terms" },
    { scope: "media", name: "CC-BY-4.0" },
    { scope: "media", name: "MIT" },
  ],
  project: {
    ...{ title: "Ridge", id: "P7", samplingDesign: "targeted" },
    ...{ captureMethod: ["timeLapse"], individualAnimals: true },
  },
};
/** The fields of the form for `stored`. */
const form: Record<string, string> = {
  "contributors/count": "1",
  ...{ title: "Foxes", name: "foxes", language: "eng", keywords: "fox" },
  ...{ "contributors/0/title": "Ana Duarte", "contributors/0/role": "contact" },
  ...{ "contributors/0/firstName": "Ana", "contributors/0/lastName": "Duarte" },
  "contributors/0/email": "ana@example.org",
  ...{ "licenses/data": "https://example.org/terms", "licenses/media": "CC-BY-4.0" },
  ...{ "project/title": "Ridge", "project/samplingDesign": "targeted" },
  ...{ "project/captureMethod/timeLapse": "on", "project/individualAnimals": "on" },
};
const fieldsOf = (changes: Record<string, string> = {}) => {
  const all = { ...form, ...changes };
  return (name: string) => all[name] ?? "";
};

describe("the form of the dataset", () => {
  test("returns the stored description, including the parts that it does not show", () => {
    expect(bodyOf(fieldsOf(), stored)).toEqual(stored);
  });

  test("leaves out empty fields and missing choices, so that the service reports them as missing", () => {
    const body = bodyOf((name) => (name === "contributors/count" ? "1" : ""), undefined);
    expect(body).toEqual({
      ...{ title: "", name: "", contributors: [{ title: "" }], licenses: [], media_public: false },
      project: { title: "", captureMethod: [], individualAnimals: false },
    });
  });

  test("keeps unchanged values as stored, even if the form cannot express them", () => {
    const odd: Dataset = {
      ...stored,
      keywords: ["fox, red", "road"],
      description: "Foxes.\r\n",
      contributors: [{ organization: "Trust", path: "https://example.org/ana", title: " Ana " }],
      project: { ...stored.project, captureMethod: ["timeLapse", "activityDetection"] },
    };
    const first = {
      ...{ keywords: "fox, red, road", description: "Foxes." },
      ...{ "contributors/0/title": "Ana", "contributors/0/email": "", "contributors/0/role": "contributor" },
      ...{ "contributors/0/path": "https://example.org/ana", "contributors/0/organization": "Trust" },
      "project/captureMethod/activityDetection": "on",
    };
    const mine = { ...first, title: "Foxes of the ridge" };
    const theirs = { ...odd, contributors: [{ title: "Ben" }] };
    const merged = mergedOver(bodyOf(fieldsOf(first), odd), bodyOf(fieldsOf(mine), odd), theirs);
    expect(merged).toEqual({ ...theirs, title: "Foxes of the ridge" });
  });

  test("replaces the license that it shows, and keeps the others", () => {
    expect(bodyOf(fieldsOf({ "licenses/media": "CC0-1.0" }), stored).licenses).toEqual([
      stored.licenses[0],
      { scope: "media", name: "CC0-1.0" },
      { scope: "media", name: "MIT" },
    ]);
  });

  test("reads lists and numbers", () => {
    const changed = { keywords: " fox ,, road", coordinatePrecision: "0.01" };
    expect(bodyOf(fieldsOf(changed), stored)).toMatchObject({
      ...{ keywords: ["fox", "road"], coordinatePrecision: 0.01 },
    });
  });

  test("merges a person's changes, including removals, into somebody else's changes", () => {
    const mine = bodyOf(fieldsOf({ title: "Foxes of the ridge", keywords: "" }), stored);
    const { references: _, ...rest } = stored;
    const theirs = { ...rest, title: "Badgers", version: "2" };
    expect(differing(stored, theirs)).toEqual(["title", "references", "version"]);
    const { keywords: __, ...merged } = { ...theirs, title: "Foxes of the ridge" };
    expect(mergedOver(bodyOf(fieldsOf(), stored), mine, theirs)).toEqual(merged);
  });
});
