import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { benchmarks } from "../../bench/support/benchmarks.ts";
import { demoted } from "../../bench/support/print-table.ts";

test("npm run bench runs every benchmark in package.json", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: object };
  const all = Object.keys(scripts).filter((name) => name.startsWith("bench:"));
  expect(benchmarks.map(({ script }) => script).sort()).toEqual(all.sort());
});

test.each([
  ["removes the title", "# Lists\n\ntext", "text"],
  ["moves headings one level down", "## A\n\n| # |\n\n### B", "### A\n\n| # |\n\n#### B"],
  ["leaves text without headings unchanged", "text # 1", "text # 1"],
])("demoted() %s", (_, printed, page) => {
  expect(demoted(printed)).toBe(page);
});
