import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const folder = path.join(import.meta.dirname, "../../web/style");

/** Style sheets that several screens share. */
const shared = ["base", "filters", "parts", "saving", "shell", "species-box"];

/** Style sheets whose name differs from the name of their screen. */
const screenOf: Readonly<Record<string, string>> = { labelling: "watch", touch: "watch", imports: "upload" };

const names = readdirSync(folder).flatMap((file) => {
  const { name, ext } = path.parse(file);
  return ext === ".css" && name !== "main" && !shared.includes(name) ? [name] : [];
});

test.each(names)("the rules of %s.css apply only to their own screen", (name) => {
  const css = readFileSync(path.join(folder, `${name}.css`), "utf8");
  const [first, ...rest] = css.trimEnd().split("\n");
  expect(first).toBe(`@scope (main[data-screen="${screenOf[name] ?? name}"]) {`);
  expect(rest.pop()).toBe("}");
  // All rules from here to the end are within the scope.
  expect(rest.filter((line) => /^\S/.test(line))).toEqual([]);
});
