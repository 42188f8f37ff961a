import { describe, expect, test } from "vitest";
import {
  deploymentColumns,
  mediaColumns,
  observationColumns,
  type TableName,
  tableSchemas,
} from "../../../../shared/formats/camtrap-dp/standard.ts";
import { cellChecks } from "../../../../shared/formats/camtrap-dp/table-schema.ts";

test.each([
  ["deployments", deploymentColumns],
  ["media", mediaColumns],
  ["observations", observationColumns],
] as const)("the columns of %s are those of the table's schema, in the same order", (table, columns) => {
  expect(tableSchemas[table].fields.map(({ name }) => name)).toEqual(columns);
});

describe("a cell", () => {
  const check = (table: TableName, column: string, text: string) =>
    cellChecks(tableSchemas[table]).get(column)?.(text);

  test.each<[TableName, string, string, string | undefined]>([
    ["deployments", "latitude", "51.50", "51.50"],
    ["deployments", "latitude", "-1e-7", "-1e-7"],
    ["deployments", "cameraTilt", "-15", "-15"],
    ["deployments", "baitUse", "TRUE", "true"],
    ["deployments", "baitUse", "0", "false"],
    ["deployments", "habitat", "NA", undefined],
    ["deployments", "habitat", "", undefined],
    ["deployments", "habitat", " a | b ", " a | b "],
    ["deployments", "deploymentStart", "2020-03-01T22:00:00+0100", "2020-03-01T22:00:00+01:00"],
    ["deployments", "deploymentStart", "2020-03-01T22:00:00Z", "2020-03-01T22:00:00Z"],
    ["media", "filePath", "https://x.example/a", "https://x.example/a"],
    ["media", "exifData", '{"a":1}', '{"a":1}'],
    ["observations", "sex", "female", "female"],
    ["observations", "count", "12", "12"],
  ])("of %s.%s may be %j, which means %j", (table, column, text, value) => {
    expect(check(table, column, text)).toEqual({ value });
  });

  test("with a whole number that is written as a decimal is accepted with a warning", () => {
    expect(check("observations", "count", "3.0")).toEqual({
      value: "3",
      oddity: { code: "decimal", message: "`count` is a whole number: write 3." },
    });
  });

  test.each<[TableName, string, string, string, string]>([
    ["deployments", "deploymentID", "", "required", "`deploymentID` must have a value in every row."],
    ["deployments", "deploymentID", "NA", "required", "`deploymentID` must have a value in every row."],
    ["deployments", "latitude", "51,5", "type", "`latitude` must be a number from -90 to 90."],
    ["deployments", "latitude", "91", "range", "`latitude` must be a number from -90 to 90."],
    [
      "deployments",
      "coordinateUncertainty",
      "0",
      "range",
      "`coordinateUncertainty` must be a whole number, 1 or more.",
    ],
    ["deployments", "cameraTilt", "1.5", "type", "`cameraTilt` must be a whole number from -90 to 90."],
    ["deployments", "baitUse", "yes", "type", "`baitUse` must be true or false."],
    [
      "observations",
      "sex",
      "unknown",
      "enum",
      "`sex` must be one of female, male, or empty if it is unknown.",
    ],
    ["observations", "bboxWidth", "0", "range", "`bboxWidth` must be a number from 1e-15 to 1."],
  ])("of %s.%s must not be %j", (table, column, text, code, message) => {
    expect(check(table, column, text)).toEqual({ problem: { code, message } });
  });

  test.each([
    "2020-03-01T22:00:00",
    "2020-03-01T22:00:00.250Z",
    "2020-03-01 22:00:00Z",
    "2020-02-30T22:00:00Z",
    "1969-03-01T22:00:00Z",
    "01/03/2020 22:00",
    "2020-03-01T22:00:00Z00",
    "2020-03-01T24:00:00Z",
    "2020-03-01T22:00:60Z",
    "2020-03-01T22:00:00+25:00",
    "1970-01-01T00:30:00+01:00",
  ])("of a time must not be %j", (text) => {
    expect(check("observations", "eventStart", text)).toMatchObject({ problem: { code: "type" } });
  });

  test.each(["../x.mp4", "/x.mp4", "./x.mp4", "~/x.mp4", "a/../b.mp4", "a\nb.mp4"])(
    "of a path must not be %j",
    (text) => {
      expect(check("media", "filePath", text)).toMatchObject({ problem: { code: "pattern" } });
    },
  );

  test("of a media type must name a type of picture, video or sound", () => {
    expect(check("media", "fileMediatype", "application/pdf")).toMatchObject({
      problem: { code: "pattern" },
    });
  });
});
