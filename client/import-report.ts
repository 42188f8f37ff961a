/** A line of an import's report. `row` is the line of the file on which the row begins. */
type Finding = Readonly<Record<(typeof columns)[number], string>>;

const columns = ["file", "row", "column", "value", "level", "code", "message"] as const;

/** A mistake of one row or of several: the first of these rows, and their number. */
export type Mistake = { readonly first: Finding; readonly rows: number };

/** Levels by importance. A `fatal` mistake excludes the whole file, a `bad-row` excludes its row, a `warning` nothing. */
const levels: readonly string[] = ["fatal", "bad-row", "warning"];

/** Returns the mistakes in the CSV report of an import. The most important come first. Equal mistakes are merged. */
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

/** Returns a text that equal mistakes have in common. Warnings can be equal although their values differ. */
function samenessOf({ file, column, value, level, message }: Finding): string {
  return JSON.stringify([file, column, level === "warning" || value, message]);
}

/** Returns the rows of the report, which is CSV as in RFC 4180. */
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
