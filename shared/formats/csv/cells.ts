import { csvCell } from "../csv-text.ts";

/**
 * What spreadsheets take for a formula. An apostrophe before it makes it text. A text that has one already gets another,
 * so that each can be taken off again.
 */
const formula = /^'*[=+\-@\t\r]/;

/** A cell of a CSV file. A text that somebody typed cannot become a formula; a number stays one. */
export type Cell = string | number | null;

/** At the beginning of the file it tells spreadsheets that the file is in UTF-8. */
export const byteOrderMark = "\uFEFF";

/** A line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(textOf).join(",")}\r\n`;
}

function textOf(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  return csvCell(formula.test(cell) ? `'${cell}` : cell);
}

/** A text as it was before it was written. */
export function textIn(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
