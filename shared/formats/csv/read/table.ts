import { csvRows } from "../../csv-rows.ts";
import type { Finding, FindingLevel } from "../../finding.ts";
import type { GoodRow, Mapped } from "../../row-finding.ts";
import { UnreadableTable } from "../../unreadable-table.ts";
import { textIn } from "../cells.ts";
import { type CsvFile, delimiterOf } from "./header.ts";

/** A row that was read. Line 1 has the findings about the header or the whole file, and makes no record. */
export type ReadRow<Made> = Mapped<Made> & { readonly line: number };

/** The rules of a table's header. */
export type TableRules = {
  /** Returns the findings about the columns. */
  readonly check: (columns: readonly string[]) => readonly HeaderFinding[];
};

export type HeaderFinding = Pick<Finding, "column" | "level" | "code" | "message">;

/**
 * Reads a table: UTF-8 with or without byte order mark, with commas, semicolons or tabs, and the line ends of any
 * system. Rows have only cells with a value, by their columns. Stops after a fatal finding.
 */
export async function* tableIn(file: CsvFile, { check }: TableRules): AsyncGenerator<ReadRow<GoodRow>> {
  const { name } = file;
  try {
    const rows = csvRows(file.open(), { delimiter: await delimiterOf(file), gzip: false });
    try {
      const columns = namesOf((await rows.next()).value?.cells ?? []);
      const findings = [...twice(columns), ...check(columns)].map((each) => ({ ...each, ...at(name, 1) }));
      yield { line: 1, made: undefined, findings };
      if (findings.some(({ level }) => level === "fatal")) return;
      for await (const { line, cells } of rows) {
        // Spreadsheets leave empty rows behind.
        if (cells.every((cell) => cell.trim() === "")) continue;
        yield { line, ...rowOf(name, line, columns, cells) };
      }
    } finally {
      await rows.return(undefined);
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    const { code, message } = error;
    const finding = { column: undefined, level: "fatal" as const, code, message: `${name} ${message}` };
    yield { line: 1, made: undefined, findings: [{ ...finding, ...at(name, undefined) }] };
  }
}

/** Findings about required columns that are missing. */
export function missing(columns: readonly string[], required: readonly string[]): readonly HeaderFinding[] {
  return required
    .filter((name) => !columns.includes(name))
    .map((name) => {
      const alike = columns.find((column) => plain(column) === plain(name));
      const hint = alike === undefined ? "Rename the column that has these values." : `Rename \`${alike}\`.`;
      return headerFinding(
        name,
        "fatal",
        "missing-column",
        `The table must have a column \`${name}\`. ${hint}`,
      );
    });
}

export function headerFinding(
  column: string | undefined,
  level: FindingLevel,
  code: string,
  message: string,
): HeaderFinding {
  return { column, level, code, message };
}

/** The names of columns, without spaces around them unless two names would become equal. */
function namesOf(cells: readonly string[]): readonly string[] {
  const trimmed = cells.map((cell) => textIn(cell).trim());
  return new Set(trimmed).size === cells.length ? trimmed : cells.map(textIn);
}

function twice(columns: readonly string[]): readonly HeaderFinding[] {
  return columns
    .filter((column, i) => column !== "" && columns.indexOf(column) !== i)
    .map((column) =>
      headerFinding(column, "fatal", "column-twice", `The table has two columns \`${column}\`.`),
    );
}

function rowOf(
  file: string,
  line: number,
  columns: readonly string[],
  texts: readonly string[],
): Mapped<GoodRow> {
  if (texts.length !== columns.length) {
    const message = `This row has ${texts.length} cells, and the first row has ${columns.length} columns. Put texts that contain the separator of cells in quotes.`;
    const finding = { column: undefined, level: "bad-row" as const, code: "cells", message };
    return { made: undefined, findings: [{ ...finding, ...at(file, line) }] };
  }
  const cells = columns.flatMap((column, i) => {
    const text = texts[i] ?? "";
    return column === "" || text.trim() === "" ? [] : [[column, textIn(text)] as const];
  });
  return { made: { file, line, cells: Object.fromEntries(cells) }, findings: [] };
}

function at(file: string, row: number | undefined) {
  return { file, row, value: undefined };
}

/** Removes case, spaces and signs from a name, so that `Scientific Name` equals `scientific_name`. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
