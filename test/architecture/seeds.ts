import path from "node:path";
import { codeFiles } from "../../scripts/import-rules/code-files.ts";
import { folderOf } from "../../scripts/import-rules/overrides.ts";
import type { ImportRule } from "../../scripts/import-rules/table.ts";

const folders = [...new Set(codeFiles().map((file) => path.dirname(file))), "test/support", "bench", "."];

/** Returns the folder that a rule counts as a file's own, such as "functions/get-me/". */
function ownFolder(rule: ImportRule, file: string): string {
  return `${file.split("/").slice(0, folderOf(rule).split("/").length).join("/")}/`;
}

export function allowsPackage({ packages }: ImportRule, name: string): boolean {
  const among = (patterns: readonly string[]) => patterns.some((each) => path.matchesGlob(name, each));
  return "only" in packages ? among(packages.only) : !among(packages.except);
}

/**
 * Returns whether a rule allows a file to import another. Unlike Biome, it looks at the imported file, not at the text
 * of the import.
 */
export function allowsFile(rule: ImportRule, file: string, target: string): boolean {
  if (rule.from.endsWith("/") && target.startsWith(ownFolder(rule, file))) return true;
  return rule.ours.some((each) => path.matchesGlob(target, each.endsWith("/") ? `${each}**` : each));
}

/** Expands braces: "a/{b,c}.ts" becomes "a/b.ts" and "a/c.ts". */
function alternatives(pattern: string): string[] {
  const [, before = "", names, after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
  return names === undefined ? [pattern] : names.split(",").map((name) => before + name + after);
}

/** The paths that a rule lists, with braces expanded. */
export const listed = ({ ours }: ImportRule) => ours.flatMap(alternatives);

type Seed = readonly [imported: string, verdict: "allowed" | "refused"];

const packages = [
  ...["zod", "zod/mini", "preact", "@middy/core", "@aws-sdk/client-s3", "@aws-sdk/lib-dynamodb"],
  ...["node:fs", "node:fs/promises", "node:path", "node:stream/web"],
];

/**
 * Returns example imports for a file, each with its verdict: every path that the rule lists, every folder, and
 * packages.
 */
export function seedsOf(rule: ImportRule, file: string): Seed[] {
  const written = (target: string) => {
    const name = path.relative(path.dirname(file), target);
    return name.startsWith(".") ? name : `./${name}`;
  };
  const examples = listed(rule).map((each) => each.replace(/\/$/, "/some/file.ts").replace("*", "some"));
  const targets = [...examples, ...folders.map((folder) => path.join(folder, "some.ts"))];
  // Import names that hide their target are refused, even if the target is allowed.
  const detours = [...examples, `${ownFolder(rule, file)}some/file.ts`]
    .filter((target) => target.includes("/some/"))
    .map((target) => written(target).replace("/some/", "/some/../"));
  const hidden = ["test/some.ts", ...examples]
    .map(written)
    .filter((name) => name.startsWith("../"))
    .flatMap((name) => [`./${name}`, `./some/../${name}`]);
  const verdict = (allowed: boolean) => (allowed ? "allowed" : "refused");
  return [
    ...targets.map((target): Seed => [written(target), verdict(allowsFile(rule, file, target))]),
    ...packages.map((name): Seed => [name, verdict(allowsPackage(rule, name))]),
    ...[...detours, ...hidden].map((name): Seed => [name, "refused"]),
  ];
}
