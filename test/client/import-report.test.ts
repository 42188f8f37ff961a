import { expect, test } from "vitest";
import { mistakesIn } from "../../client/import-report.ts";
import { type Finding, reportText } from "../../shared/formats/finding.ts";

test("mistakesIn() returns the mistakes in a report, with the most important first and equal mistakes once", () => {
  const odd = { file: "media.csv", row: 3, column: "exif, raw", value: 'a "b",\r\nc', code: "cut" } as const;
  const bad = { file: "observations.csv", row: 12, column: "sex", value: "femal", code: "enum" } as const;
  const whole = {
    file: "a.zip",
    row: undefined,
    column: undefined,
    value: undefined,
    code: "no-id",
  } as const;
  const findings: readonly Finding[] = [
    { ...odd, level: "warning", message: "It is cut." },
    { ...odd, row: 9, value: "d", level: "warning", message: "It is cut." },
    { ...bad, level: "bad-row", message: "Write female, or male." },
    { ...bad, row: 14, level: "bad-row", message: "Write female, or male." },
    { ...bad, row: 15, value: "mal", level: "bad-row", message: "Write female, or male." },
    { ...whole, level: "fatal", message: "It has no id." },
  ];
  const empty = { row: "", column: "", value: "" };
  expect(mistakesIn(reportText(findings))).toEqual([
    { first: { ...whole, ...empty, level: "fatal", message: "It has no id." }, rows: 1 },
    { first: { ...bad, row: "12", level: "bad-row", message: "Write female, or male." }, rows: 2 },
    {
      first: { ...bad, row: "15", value: "mal", level: "bad-row", message: "Write female, or male." },
      rows: 1,
    },
    { first: { ...odd, row: "3", level: "warning", message: "It is cut." }, rows: 2 },
  ]);
  expect(mistakesIn(reportText([]))).toEqual([]);
});
