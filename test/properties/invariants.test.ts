import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

const rows = [...read("docs/invariants.md").matchAll(/^\| +(\d+) \| .+ \| (.+) \|$/gm)];
const invariants = rows.map(([, number = "", files = ""]) => ({
  number: Number(number),
  files: [...files.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
}));

const references = globSync("test/**/*.ts", { cwd: root }).flatMap((file) =>
  [...read(file).matchAll(/\binvariant (\d+)/gi)].map(([, number]) => ({ file, number: Number(number) })),
);

test("docs/invariants.md numbers its rows from 1", () => {
  expect(invariants.length).toBeGreaterThan(0);
  expect(invariants.map(({ number }) => number)).toEqual(invariants.map((_, i) => i + 1));
});

test.each(invariants)("the files that check invariant $number exist", ({ files }) => {
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test("comments in tests refer only to existing invariants", () => {
  expect(references.length).toBeGreaterThan(0);
  const numbers = invariants.map(({ number }) => number);
  expect(references.filter(({ number }) => !numbers.includes(number))).toEqual([]);
});
