import path from "node:path";
import { codeFiles } from "./code-files.ts";
import { type ImportRule, importRules } from "./table.ts";

/** The text of overrides.json: Biome's overrides for the table and the present folders, each on a line of its own. */
export function overridesText(): string {
  const lines = overridesOf(importRules, codeFiles()).map((override) => JSON.stringify(override));
  return `{ "overrides": [\n${lines.join(",\n")}\n] }\n`;
}

/** The folder that a rule is about, or the folder of its files, without a slash at its end. */
export function folderOf({ from }: ImportRule): string {
  return path.dirname(`${from}*`);
}

/** The rule that applies to a file, such as "shared/store/users.ts": the last row that matches. */
export function ruleOf(rules: readonly ImportRule[], file: string): ImportRule | undefined {
  return rules.findLast(({ from }) => path.matchesGlob(file, from.endsWith("/") ? `${from}**` : from));
}

/** Number of folders between a file and the folder of its rule. */
export function depthOf(rule: ImportRule, file: string): number {
  return file.split("/").length - 1 - folderOf(rule).split("/").length;
}

/** Relative imports depend on how deep a file lies, so each depth has an override of its own. */
function overridesOf(rules: readonly ImportRule[], files: readonly string[]) {
  const filesOf = Map.groupBy(files, (file) => ruleOf(rules, file));
  return rules.flatMap((rule) => {
    const deepest = Math.max(0, ...(filesOf.get(rule) ?? []).map((file) => depthOf(rule, file)));
    return Array.from({ length: deepest + 1 }, (_, depth) => override(rule, depth));
  });
}

function override(rule: ImportRule, depth: number) {
  const { from, ours, why } = rule;
  const itself = from.endsWith("/") ? ["its own folder"] : [];
  const packages = "only" in rule.packages ? rule.packages.only : [];
  const may = [...itself, ...ours, ...packages].join(", ") || "nothing";
  const patterns = [{ group: refused(rule, depth), message: `${why} It may import ${may}.` }];
  return {
    includes: [from.endsWith("/") ? `${from}${"*/".repeat(depth)}**` : from],
    linter: { rules: { style: { noRestrictedImports: { level: "error", options: { patterns } } } } },
  };
}

/**
 * Patterns of imports that are refused. A pattern with "!" allows imports, and the last pattern that matches decides. A
 * path must go up first, and then down: `../domain/../table/table.ts` is refused wherever it leads.
 */
function refused(rule: ImportRule, depth: number): string[] {
  const { packages } = rule;
  const ours = rule.ours.map((target) => relative(folderOf(rule), depth, target));
  const folders = ours.filter((target) => target.endsWith("/**")).map((target) => target.split("/").at(-2));
  return [
    ...("only" in packages ? ["**", ...packages.only.map((name) => `!${name}`)] : packages.except),
    ...(rule.from.endsWith("/") ? itself(depth) : ["./**"]),
    `${"../".repeat(depth + 1)}**`,
    ...ours.map((target) => `!${target}`),
    ...(folders.length > 0 ? [`**/${oneOf(folders)}/**/../**`] : []),
  ];
}

/** Patterns that allow a file at this depth to import its own folder: all paths that do not leave the folder. */
function itself(depth: number): string[] {
  return ["./", ...Array.from({ length: depth }, (_, above) => "../".repeat(above + 1))].flatMap((up) => [
    `!${up}**`,
    up === "./" ? "./**/../**" : `${up}*/**/../**`,
  ]);
}

/** Relative path to a target from a file that is `depth` folders below `folder`. */
function relative(folder: string, depth: number, target: string): string {
  const [start, end] = [folder.split("/"), target.replace(/\/$/, "/**").split("/")];
  const apart = start.findIndex((name, at) => name !== end[at]);
  const common = apart === -1 ? start.length : apart;
  const up = start.length - common + depth;
  return (up === 0 ? "./" : "../".repeat(up)) + end.slice(common).join("/");
}

function oneOf(names: readonly (string | undefined)[]): string {
  return names.length === 1 ? `${names[0]}` : `{${names.join(",")}}`;
}
