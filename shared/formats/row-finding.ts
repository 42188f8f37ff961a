import type { Finding, FindingLevel } from "./finding.ts";

/** A row that is right by itself. */
export type GoodRow = {
  readonly file: string;
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
};

/** A finding in a cell of a row. */
export function inRow(
  { file, line, cells }: GoodRow,
  column: string,
  level: FindingLevel,
  code: string,
  message: string,
): Finding {
  return { file, row: line, column, value: cells[column], level, code, message };
}

/** What a row becomes, and what is wrong with it. Nothing, if it is a bad row. */
export type Mapped<Made> = { readonly made: Made | undefined; readonly findings: readonly Finding[] };

export function refused(row: GoodRow, column: string, code: string, message: string): Mapped<never> {
  return { made: undefined, findings: [inRow(row, column, "bad-row", code, message)] };
}
