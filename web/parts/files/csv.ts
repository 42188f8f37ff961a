/** What spreadsheets take for a formula. A quotation mark before it makes it text. */
const formula = /^[=+\-@\t\r]/;

/** A cell of a CSV file: a text that somebody typed cannot become a formula. */
export type Cell = string | number | null;

/**
 * The lines of a CSV file (RFC 4180), without the byte order mark.
 * @param rows each with a cell for every column
 */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}

/** At the beginning of the file it tells spreadsheets that the file is in UTF-8. */
export const byteOrderMark = "\uFEFF";

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
