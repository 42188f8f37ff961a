/** A line of an import's report. `row` is the line of the file on which the row begins. */
type Finding = Readonly<Record<(typeof columns)[number], string>>;

const columns = ["file", "row", "column", "value", "level", "code", "message"] as const;

/** What is said of one row or of several: the first of them, and their number. */
export type Mistake = { readonly first: Finding; readonly rows: number };

/** The order in which they matter: what keeps the whole file out, what keeps a row out, and what is odd. */
const levels: readonly string[] = ["fatal", "bad-row", "warning"];

/** What an import's report says, a CSV table: what keeps rows out first, and what is the same once. */
export function mistakesIn(report: string): readonly Mistake[] {
  const findings = rowsOf(report).toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
  const mistakes = new Map<string, Mistake>();
  for (const finding of findings) {
    const key = samenessOf(finding);
    const { first, rows } = mistakes.get(key) ?? { first: finding, rows: 0 };
    mistakes.set(key, { first, rows: rows + 1 });
  }
  return [...mistakes.values()];
}

/** Rows with the same mistake in the same value; of a warning, whatever the value. */
function samenessOf({ file, column, value, level, message }: Finding): string {
  return JSON.stringify([file, column, level === "warning" || value, message]);
}

/** The rows of the table as the service writes it (RFC 4180). */
function rowsOf(report: string): readonly Finding[] {
  const [, ...lines] = report.matchAll(/(?:"(?:[^"]|"")*"|[^"\r\n])+/g);
  return lines.map(([line]) => {
    const cells = [...`${line},`.matchAll(/("(?:[^"]|"")*"|[^",]*),/g)].map(([, cell = ""]) =>
      cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
    );
    const [file = "", row = "", column = "", value = "", level = "", code = "", message = ""] = cells;
    return { file, row, column, value, level, code, message };
  });
}
