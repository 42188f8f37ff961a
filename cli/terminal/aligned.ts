/**
 * Rows as a table whose columns are as wide as their widest cells.
 * @param isNumber returns true for columns that are aligned to the right
 */
export function aligned(rows: readonly (readonly string[])[], isNumber: (column: number) => boolean): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
}
