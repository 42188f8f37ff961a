import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(path.join(import.meta.dirname, "..", file), "utf8");

test("the first release in the changelog is the version of package.json, with its date", () => {
  const [, version, date] = /^## (\S+) - (\d{4}-\d\d-\d\d)$/m.exec(read("CHANGELOG.md")) ?? [];
  expect(version).toBe(JSON.parse(read("package.json")).version);
  expect(version).toBe(JSON.parse(read("package-lock.json")).version);
  expect(Number.isNaN(Date.parse(date ?? ""))).toBe(false);
  // Changes that are not released yet stand above it.
  const [first, second] = [...read("CHANGELOG.md").matchAll(/^## .*$/gm)].map(([heading]) => heading);
  expect(first === "## Unreleased" ? second : first).toBe(`## ${version} - ${date}`);
});
