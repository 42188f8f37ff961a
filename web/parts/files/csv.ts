/**
 * Beginnings of texts that spreadsheets take for formulas, full-width signs included. An apostrophe before them makes
 * them text.
 */
const formula = /^[=+\-@\t\r＝＋－＠]/;

/** A cell of a CSV file. Typed text cannot become a formula. */
export type Cell = string | number | null;

/**
 * Returns the lines of a CSV file (RFC 4180), without the byte order mark.
 * @param rows each with a cell for every column
 */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}

/** Byte order mark at the beginning of a file. It tells spreadsheets that the file is in UTF-8. */
export const byteOrderMark = "\uFEFF";

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
