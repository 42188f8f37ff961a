import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { benchmarks } from "../../bench/support/benchmarks.ts";
import { demoted } from "../../bench/support/print-table.ts";

test("npm run bench runs every benchmark that there is", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: object };
  const all = Object.keys(scripts).filter((name) => name.startsWith("bench:"));
  expect(benchmarks.map(({ script }) => script).sort()).toEqual(all.sort());
});

test.each([
  ["its title goes, for the page has one", "# Lists\n\ntext", "text"],
  ["its sections go one level down", "## A\n\n| # |\n\n### B", "### A\n\n| # |\n\n#### B"],
  ["what has no headings stays", "text # 1", "text # 1"],
])("on the page of all, %s", (_, printed, page) => {
  expect(demoted(printed)).toBe(page);
});
