import { csvRows } from "../../../shared/formats/csv-rows.ts";
import { listOf } from "./list-of.ts";

type Row = Readonly<Record<string, string>>;

/** Reads the rows of a CSV text. */
export async function rowsOf(csv: string): Promise<readonly Row[]> {
  async function* bytes() {
    yield Buffer.from(csv);
  }
  const [header, ...rows] = await listOf(csvRows(bytes(), { delimiter: ",", gzip: false }));
  return rows.map(({ cells }) =>
    Object.fromEntries((header?.cells ?? []).map((name, i) => [name, cells[i] ?? ""])),
  );
}

/** Returns the different cells of two tables. Compares times as instants, numbers by value. */
export async function differences(key: string, before: string, after: string): Promise<readonly string[]> {
  const others = new Map((await rowsOf(after)).map((row) => [row[key] ?? "", row]));
  const rows = await rowsOf(before);
  const changed = rows.flatMap((row) => {
    const other = others.get(row[key] ?? "");
    if (other === undefined) return [`no row ${row[key]}`];
    return Object.entries(row).flatMap(([column, text]) =>
      isSame(text, other[column] ?? "") ? [] : [`${row[key]} ${column}: ${text} became ${other[column]}`],
    );
  });
  return rows.length === others.size ? changed : [...changed, `${rows.length} rows became ${others.size}`];
}

function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  if (one === "" || other === "") return false;
  if (/^\d{4}-.*T/.test(one)) return Date.parse(one) === Date.parse(other);
  return Math.abs(Number(one) - Number(other)) <= 1e-9;
}
