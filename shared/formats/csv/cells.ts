import { csvCell, formulaSigns } from "../csv-text.ts";

/**
 * Matches texts that spreadsheets take for a formula. An apostrophe in front makes them text. Texts that already begin
 * with apostrophes get another one, so that reading can remove exactly one.
 */
const formula = new RegExp(`^'*[${formulaSigns}]`);

/** A cell of a CSV file. A text cannot become a formula, and a number stays a number. */
export type Cell = string | number | null;

/** A byte order mark at the beginning of a file tells spreadsheets that the file is in UTF-8. */
export const byteOrderMark = "\uFEFF";

/** Formats a line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(textOf).join(",")}\r\n`;
}

function textOf(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  return csvCell(formula.test(cell) ? `'${cell}` : cell);
}

/** Restores a text as it was before `csvLine`. */
export function textIn(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
