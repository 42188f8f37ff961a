import { expect, test } from "vitest";
import { reportText } from "../../../shared/formats/finding.ts";

test("no cell of a report is a formula, whatever the file, the column and the value", () => {
  const finding = { row: 1, level: "warning", code: "unknown-column" } as const;
  const [, line] = reportText([
    { ...finding, file: "=1.csv", column: '=HYPERLINK("x")', value: "＋1", message: "=1.csv is odd." },
  ]).split("\n");
  expect(line).toBe(`'=1.csv,1,"'=HYPERLINK(""x"")",'＋1,warning,unknown-column,'=1.csv is odd.`);
  const [, plain] = reportText([
    { ...finding, file: "a.csv", column: undefined, value: undefined, message: "It is odd." },
  ]).split("\n");
  expect(plain).toBe("a.csv,1,,,warning,unknown-column,It is odd.");
});
