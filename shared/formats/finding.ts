import { csvLine } from "./csv-text.ts";

/**
 * `fatal`: nothing of the package can be taken. `bad-row`: this row cannot. `warning`: taken, but not as it is.
 */
export type FindingLevel = "fatal" | "bad-row" | "warning";

/** What is wrong with a package. `row` is the line of the file on which the row begins. */
export type Finding = {
  readonly file: string;
  readonly row: number | undefined;
  readonly column: string | undefined;
  readonly value: string | undefined;
  readonly level: FindingLevel;
  readonly code: string;
  /** A sentence. */
  readonly message: string;
};

const columns = ["file", "row", "column", "value", "level", "code", "message"] as const;

/** Characters of a value: enough to find it. */
const maxValue = 200;

/** report.csv */
export function reportText(findings: readonly Finding[]): string {
  const lines = findings.map(({ file, row, column, value, level, code, message }) => {
    const line = row === undefined ? "" : String(row);
    const short = value?.slice(0, maxValue).toWellFormed();
    return csvLine([
      noFormula(file),
      line,
      noFormula(column),
      noFormula(short),
      level,
      code,
      noFormula(message),
    ]);
  });
  return csvLine(columns) + lines.join("");
}

/** Spreadsheets run a cell that begins like a formula. */
function noFormula(text = ""): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** A copy, since a part of a text keeps the whole of it in memory. */
function beginning(value: string | undefined): string | undefined {
  if (value === undefined || value.length <= maxValue) return value;
  return Buffer.from(value.slice(0, maxValue)).toString();
}

/** All findings of a package are counted, and the first ones kept. */
export type Report = {
  readonly first: readonly Finding[];
  readonly counts: Readonly<Record<FindingLevel, number>>;
  readonly add: (findings: readonly Finding[]) => void;
};

const maxKept = 10_000;

export function newReport(): Report {
  const first: Finding[] = [];
  const counts = { fatal: 0, "bad-row": 0, warning: 0 };
  return {
    first,
    counts,
    add: (findings) => {
      for (const finding of findings) {
        counts[finding.level] += 1;
        // A fatal finding says why nothing was taken: it is never left out.
        if (first.length < maxKept || finding.level === "fatal") {
          first.push({ ...finding, value: beginning(finding.value) });
        }
      }
    },
  };
}
