/** A line of a CSV file (RFC 4180), with its line end. */
export function csvLine(cells: readonly (string | undefined)[]): string {
  return `${cells.map(csvCell).join(",")}\n`;
}

/** The lines of rows, with the cells of the given columns. */
export function csvLines<Column extends string>(
  columns: readonly Column[],
  rows: readonly { readonly [name in Column]?: string | undefined }[],
): string {
  return rows.map((row) => csvLine(columns.map((column) => row[column]))).join("");
}

/** A text, in quotes where it needs them. Spaces at either end do, too: some readers take unquoted ones away. */
export function csvCell(text = ""): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
