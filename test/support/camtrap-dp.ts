import { readFileSync } from "node:fs";
import path from "node:path";
import { testData } from "./test-data.ts";

/** Folder with the tables of a real Camtrap DP data set, or `undefined` if it is missing. */
export const camtrapFolder = testData("camtrap-dp-example");

export type CsvRow = Readonly<Record<string, string>>;

/** Reads the rows of a table. */
export function camtrapRows(table: "deployments" | "media" | "observations"): readonly CsvRow[] {
  if (camtrapFolder === undefined) throw new Error("The Camtrap DP data set is missing.");
  const [names = [], ...rows] = parseCsv(readFileSync(path.join(camtrapFolder, `${table}.csv`), "utf8"));
  return rows.map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""])));
}

/** Parses CSV (RFC 4180): a field may be quoted, and a quote in it is doubled. */
function parseCsv(text: string): string[][] {
  return text
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? "",
      ),
    );
}
