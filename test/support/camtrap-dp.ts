import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = path.join(import.meta.dirname, "../../../shared/data/camtrap-dp-example");

/** A real Camtrap DP data set that may lie beside the project; it is never part of it. */
export const hasCamtrapDp = existsSync(folder);

export type CsvRow = Readonly<Record<string, string>>;

/** The rows of one of its tables. */
export function camtrapRows(table: "deployments" | "media" | "observations"): readonly CsvRow[] {
  const [names = [], ...rows] = parseCsv(readFileSync(path.join(folder, `${table}.csv`), "utf8"));
  return rows.map((cells) => Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""])));
}

/** RFC 4180: fields may be quoted, a quote inside is doubled. */
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
