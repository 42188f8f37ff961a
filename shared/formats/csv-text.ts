/** Signs with which formulas of spreadsheets begin, for a class of a regular expression. Some take full-width signs, too. */
export const formulaSigns = "=+\\-@\\t\\r＝＋－＠";

/** Formats a line of a CSV file (RFC 4180), with its line end. */
export function csvLine(cells: readonly (string | undefined)[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}

/** Formats rows as lines with the cells of the given columns. */
export function csvLines<Column extends string>(
  columns: readonly Column[],
  rows: readonly { readonly [name in Column]?: string | undefined }[],
): string {
  return rows.map((row) => csvLine(columns.map((column) => row[column]))).join("");
}

/**
 * Puts a text in quotes if necessary. Spaces at either end need quotes, too, since some readers remove unquoted ones.
 */
export function csvCell(text = ""): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
