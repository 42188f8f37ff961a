import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { codeFiles } from "../../scripts/import-rules/code-files.ts";
import { depthOf, overridesText, ruleOf } from "../../scripts/import-rules/overrides.ts";
import { type ImportRule, importRules } from "../../scripts/import-rules/table.ts";
import { importsOf } from "./imports.ts";
import { allowsFile, allowsPackage, listed, seedsOf } from "./seeds.ts";

const root = path.join(import.meta.dirname, "../..");
const files = codeFiles();
const filesOf = Map.groupBy(files, (file) => ruleOf(importRules, file));

/** Returns an example file of a rule for each folder depth at which the rule has files. */
function samples(rule: ImportRule): string[] {
  const byDepth = Map.groupBy(filesOf.get(rule) ?? [], (file) => depthOf(rule, file));
  const found = [...byDepth.values()].map(([file = ""]) => file);
  return found.length > 0 ? found : [rule.from.replace("*", "anything.ts")];
}

const Report = z.object({
  diagnostics: z.array(
    z.object({
      category: z.string(),
      location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }),
    }),
  ),
});

/** Returns, for each file, the numbers (from 0) of the lines where Biome refuses an import. */
function refusedLines(texts: ReadonlyMap<string, string>): Map<string, Set<number>> {
  const folder = mkdtempSync(path.join(tmpdir(), "import-rules-"));
  try {
    // The project's settings with only the import rules, because the copy has no git repository and no types.
    const settings = JSON.parse(readFileSync(path.join(root, "biome.json"), "utf8"));
    const rules = { ...settings, $schema: undefined, vcs: undefined, linter: { rules: { preset: "none" } } };
    const written = new Map([
      ["biome.json", JSON.stringify(rules)],
      ["scripts/import-rules/overrides.json", overridesText()],
      ...texts,
    ]);
    for (const [file, text] of written) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
    const args = ["lint", "--reporter=json", "--max-diagnostics=none", "."];
    const biome = path.join(root, "node_modules/.bin/biome");
    const report = spawnSync(biome, args, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 30 });
    const refused = new Map([...texts.keys()].map((file) => [file, new Set<number>()]));
    for (const { category, location } of z.parse(Report, JSON.parse(report.stdout)).diagnostics) {
      if (category !== "lint/style/noRestrictedImports") continue;
      refused.get(location.path)?.add(location.start.line - 1);
    }
    return refused;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const seeds = new Map(
  importRules.flatMap((rule) => samples(rule).map((file) => [file, seedsOf(rule, file)] as const)),
);
const texts = new Map(
  [...seeds].map(([file, each]) => [file, each.map(([name]) => `import "${name}";\n`).join("")]),
);
const refused = refusedLines(texts);

test("the overrides for Biome match the table of rules (npm run import-rules updates them)", () => {
  const written = readFileSync(path.join(root, "scripts/import-rules/overrides.json"), "utf8");
  expect(written).toBe(overridesText());
});

test("every code file has an import rule", () => {
  expect(files.length).toBeGreaterThan(1000);
  expect(filesOf.get(undefined) ?? []).toEqual([]);
});

test.each(importRules)(
  "the import rule for $from applies to existing files and lists existing paths",
  (rule) => {
    if (rule.from !== "shared/*") expect(filesOf.get(rule)).not.toBeUndefined();
    for (const each of listed(rule)) expect(globSync(each, { cwd: root }), each).not.toEqual([]);
  },
);

test.each(importRules)("Biome allows files in $from exactly the imports that their rule lists", (rule) => {
  for (const file of samples(rule)) {
    const verdicts = (seeds.get(file) ?? []).map(([imported], line) => [
      imported,
      refused.get(file)?.has(line) ? "refused" : "allowed",
    ]);
    expect(verdicts).toEqual(seeds.get(file));
    expect(verdicts.flat()).toContain("refused");
  }
});

test("Biome refuses a forbidden import in every form", () => {
  const file = "shared/table/some.ts";
  const forms = [
    'import "../store/users.ts";',
    'import { users } from "../store/users.ts";',
    'import type { Users } from "../store/users.ts";',
    'import { type Users } from "../store/users.ts";',
    'export * from "../store/users.ts";',
    'export type { Users } from "../store/users.ts";',
    'export const users = await import("../store/users.ts");',
  ];
  expect(refusedLines(new Map([[file, forms.join("\n")]])).get(file)?.size).toBe(forms.length);
});

test.each(importRules)(
  "files in $from import only what their rule allows, even in types and comments",
  (rule) => {
    const wrong = (filesOf.get(rule) ?? []).flatMap((file) =>
      importsOf(file)
        .filter(({ name, target }) => !(target ? allowsFile(rule, file, target) : allowsPackage(rule, name)))
        .map(({ name }) => `${file} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  },
);
