type Row = { readonly [column: string]: string | number };

/** Prints rows as a Markdown table. */
export function printTable(rows: readonly Row[]): void {
  console.log(markdownTable(rows));
}

/** Rows as a Markdown table for docs/, with numbers right-aligned. */
export function markdownTable(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const cells = rows.map((row) => columns.map((column) => String(row[column] ?? "")));
  const widths = columns.map((column, i) =>
    Math.max(column.length, ...cells.map((row) => row[i]?.length ?? 0)),
  );
  const isNumber = columns.map((column) => rows.every((row) => typeof row[column] === "number"));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => (isNumber[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join(" | ")} |`;
  const rule = widths.map((width, i) => (isNumber[i] ? `${"-".repeat(width + 1)}:` : "-".repeat(width + 2)));
  return [line(columns), `|${rule.join("|")}|`, ...cells.map(line)].join("\n");
}

/** A page as a section of another page: without its title, and with every heading one level lower. */
export function demoted(page: string): string {
  return page.replace(/^# .*\n+/, "").replace(/^(#{2,} )/gm, "#$1");
}
