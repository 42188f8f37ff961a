import type { Finding } from "./finding.ts";
import { type GoodRow, inRow } from "./row-finding.ts";

/** Maximum size of an id in bytes. An id is part of a key of the table. */
export const maxIdBytes = 512;

/** Maximum size of the values that a record keeps of the standard, in bytes of JSON. */
const maxKeptBytes = 4096;

/** Cuts a text to a number of characters (Unicode code points). */
export function cut(text: string, characters: number): string {
  return text.length <= characters ? text : Array.from(text).slice(0, characters).join("");
}

/** Cuts a text to a number of bytes in UTF-8. */
export function cutBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const short = Buffer.from(text).subarray(0, bytes).toString("utf8");
  // A character that was cut in the middle has become U+FFFD.
  return short.replace(/\uFFFD$/, "");
}

export function wasCut(row: GoodRow, column: string, before: string, after: string): readonly Finding[] {
  if (before === after) return [];
  return [inRow(row, column, "warning", "cut", `\`${column}\` is too long. Only its beginning is imported.`)];
}

/** Returns the cells of some columns that fit into a record together. Leaves out the longest ones. */
export function keptOf(
  row: GoodRow,
  columns: readonly string[],
): { kept: Record<string, string>; findings: Finding[] } {
  const kept = Object.fromEntries(
    columns.flatMap((column) => (row.cells[column] === undefined ? [] : [[column, row.cells[column]]])),
  );
  const findings: Finding[] = [];
  while (Buffer.byteLength(JSON.stringify(kept)) > maxKeptBytes) {
    const [longest] = Object.keys(kept).toSorted((a, b) => (kept[b]?.length ?? 0) - (kept[a]?.length ?? 0));
    if (longest === undefined) break;
    delete kept[longest];
    findings.push(inRow(row, longest, "warning", "left-out", `\`${longest}\` is too long. It is left out.`));
  }
  return { kept, findings };
}
