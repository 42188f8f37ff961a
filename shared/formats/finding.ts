import { csvLine, formulaSigns } from "./csv-text.ts";

/**
 * `fatal`: nothing can be imported. `bad-row`: this row cannot be imported. `warning`: the row is imported, but with a
 * change.
 */
export type FindingLevel = "fatal" | "bad-row" | "warning";

/** A problem in an imported file. `row` is the line of the file on which the row begins. */
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

/** Maximum number of characters of a value, enough to find it in the file. */
const maxValue = 200;

/** The value of a finding from JSON, as text. `undefined` for one that is nested so deeply that it has no text. */
export function valueText(value: unknown): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Formats report.csv. */
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

const formula = new RegExp(`^[${formulaSigns}]`);

/** Puts an apostrophe before a text that spreadsheets would run as a formula. */
function noFormula(text = ""): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Copies the beginning of a text, since a part of a text keeps the whole text in memory. */
function beginning(value: string | undefined): string | undefined {
  if (value === undefined || value.length <= maxValue) return value;
  return Buffer.from(value.slice(0, maxValue)).toString();
}

/** Counts all findings of an import, and keeps the first ones. */
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
        // A fatal finding says why nothing was imported, so it is never left out.
        if (first.length < maxKept || finding.level === "fatal") {
          first.push({ ...finding, value: beginning(finding.value) });
        }
      }
    },
  };
}
