import * as z from "zod/mini";
import { parseJson } from "../wire/parse-json.ts";

/** The cells of a row, as texts: `true` and `1.5` as they are written, an object as JSON. */
export type CellTexts = Readonly<Record<string, string>>;

/** Schemas of some columns, by name. */
export type Columns<T> = z.ZodMiniType<T> & { readonly shape: Readonly<Record<string, z.core.$ZodType>> };

/**
 * Parses the texts of cells by the schemas of their columns. Leaves out invalid cells and unknown columns.
 * @returns `undefined` when no cell remains
 */
export function cellsOf<T>(columns: Columns<T>, texts: CellTexts): T | undefined {
  const cells = Object.entries(texts).flatMap(([column, text]) => {
    const rule = Object.hasOwn(columns.shape, column) ? columns.shape[column] : undefined;
    const value = rule && readings(text).find((reading) => z.safeParse(rule, reading).success);
    return value === undefined ? [] : [[column, value] as const];
  });
  return cells.length === 0 ? undefined : z.parse(columns, Object.fromEntries(cells));
}

/** Returns the texts of a record's cells. */
export function textsOf(cells: object | undefined): CellTexts {
  return Object.fromEntries(
    Object.entries(cells ?? {}).map(([column, value]) => [
      column,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]),
  );
}

/**
 * Returns the possible values of a text. Numbers may begin with a plus or a decimal point, which JSON does not allow.
 */
function readings(text: string): readonly unknown[] {
  if (text.trim() === "") return [text];
  return [text, Number(text), parseJson(text)];
}
