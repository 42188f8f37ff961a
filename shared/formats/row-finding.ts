import type { Finding, FindingLevel } from "./finding.ts";

/** A row whose cells are valid by themselves. */
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

/** The record made from a row, and the findings about the row. A bad row makes no record. */
export type Mapped<Made> = { readonly made: Made | undefined; readonly findings: readonly Finding[] };

export function refused(row: GoodRow, column: string, code: string, message: string): Mapped<never> {
  return { made: undefined, findings: [inRow(row, column, "bad-row", code, message)] };
}
