import { expect, test } from "vitest";
import { codeFiles } from "../../scripts/import-rules/code-files.ts";
import { circlesOf } from "./circles.ts";
import { importsIn, importsOf } from "./imports.ts";

test("there are no import cycles, not even through types or comments", () => {
  const targets = (file: string) => importsOf(file).flatMap(({ target }) => target ?? []);
  const circles = circlesOf(new Map(codeFiles().map((file) => [file, targets(file)])));
  expect(circles.map((circle) => circle.join(" → "))).toEqual([]);
});

test("an import cycle is reported without the files that lead to it", () => {
  const imports = new Map([
    ["start", ["a", "elsewhere"]],
    ["a", ["b", "leaf"]],
    ["b", ["c"]],
    ["c", ["leaf", "a"]],
    ["leaf", []],
    ["itself", ["itself"]],
  ]);
  expect(circlesOf(imports)).toEqual([
    ["a", "b", "c", "a"],
    ["itself", "itself"],
  ]);
});

test("imports of every form are found", () => {
  const text = `
import "./effect.ts";
import { type One, two } from "./names.ts";
import type {
  Three,
} from "./types.ts";
export * from "./all.ts";
export type { Four } from "./exported.ts";
const five = await import("./called.ts");
/** @param {import("./commented.mjs").Six} six */
export const from = "./no-import.ts";
`;
  expect(importsIn("shared/some/file.ts", text).map(({ name }) => name)).toEqual([
    ...["./effect.ts", "./names.ts", "./types.ts", "./all.ts", "./exported.ts"],
    ...["./called.ts", "./commented.mjs"],
  ]);
});
