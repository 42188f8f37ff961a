import { type TableName, tableSchemas } from "../../../shared/formats/camtrap-dp/standard.ts";
import type { Contents } from "./read-back.ts";
import { rowsOf } from "./tables.ts";

const keys = { deployments: "deploymentID", media: "mediaID", observations: "observationID" } as const;
const tables = Object.keys(keys) as TableName[];

/** Returns the ids of the rows of each table, in their order. */
export async function orderOf(contents: Contents): Promise<Readonly<Record<string, readonly string[]>>> {
  const ids = tables.map(async (table) => {
    const rows = await rowsOf(String(contents[`${table}.csv`] ?? ""));
    return [table, rows.map((row) => row[keys[table]] ?? "")] as const;
  });
  return Object.fromEntries(await Promise.all(ids));
}

/**
 * Returns every cell that a package lost, changed or got on its way through the service. Times are compared as instants,
 * numbers and truth values by value, and the spellings of a missing value count as empty.
 */
export async function changedCells(before: Contents, after: Contents): Promise<readonly string[]> {
  const changes = tables.map(async (table) => {
    const [was, is] = await Promise.all(
      [before, after].map((each) => rowsOf(String(each[`${table}.csv`] ?? ""))),
    );
    const others = new Map((is ?? []).map((row) => [row[keys[table]], row]));
    const cells = (was ?? []).flatMap((row) => {
      const id = row[keys[table]];
      const other = others.get(id);
      if (other === undefined) return [`${table} ${id} is missing`];
      return tableSchemas[table].fields.flatMap(({ name, type }) => {
        const [one = "", two = ""] = [row[name], other[name]];
        return plain(type, one) === plain(type, two) ? [] : [`${table} ${id} ${name}: ${one} became ${two}`];
      });
    });
    return (is ?? []).length === (was ?? []).length
      ? cells
      : [...cells, `${table}: ${was?.length} rows became ${is?.length}`];
  });
  return (await Promise.all(changes)).flat();
}

function plain(type: string, text: string): string | number {
  if (["", "NA", "NaN", "nan"].includes(text)) return "";
  if (type === "datetime") return Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
  if (type === "boolean") return text.toLowerCase();
  return type === "number" || type === "integer" ? Number(text) : text;
}
