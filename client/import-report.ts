/** A line of an import's report. `row` is the line of the file on which the row begins. */
type Finding = Readonly<Record<(typeof columns)[number], string>>;

const columns = ["file", "row", "column", "value", "level", "code", "message"] as const;

/** A mistake of one row or of several: the first of these rows, and their number. */
export type Mistake = { readonly first: Finding; readonly rows: number };

/** Levels by importance: a `fatal` mistake keeps the whole file out, a `bad-row` its row, a `warning` nothing. */
const levels: readonly string[] = ["fatal", "bad-row", "warning"];

/** The mistakes in an import's report, which is a CSV table: the most important first, and equal ones once. */
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

/** A text that is equal for equal mistakes. Their values must be equal as well, except those of warnings. */
function samenessOf({ file, column, value, level, message }: Finding): string {
  return JSON.stringify([file, column, level === "warning" || value, message]);
}

/** The rows of the table, which the service writes as RFC 4180 says. */
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
