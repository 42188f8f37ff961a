import { csvRows } from "../../csv-rows.ts";
import type { Finding, FindingLevel } from "../../finding.ts";
import { UnreadableTable } from "../../unreadable-table.ts";
import type { TableSchema } from "../table-schema.ts";
import { cellChecks } from "../table-schema.ts";
import type { PackageFiles, TableFile } from "./package-info.ts";

/** A row with its normalised values, without the missing ones, and the findings about the row or the whole table. */
export type TableRow = {
  readonly line: number;
  /** `undefined` for a bad row. */
  readonly cells: Readonly<Record<string, string>> | undefined;
  readonly findings: readonly Finding[];
};

/** Maximum size of a cell in bytes. The values of the standard's tables are shorter. */
const usualCellBytes = 65_536;

/** The column of pictures' metadata, which may be longer, since nothing uses it. */
const mayBeLong = "exifData";

/** Columns without which a row would say something else: who made the label, and where its box is. */
const decisive = ["classificationMethod", "bboxX", "bboxY", "bboxWidth", "bboxHeight"];

type Reading = {
  readonly maxCellBytes?: number;
  /** `true`: a bad cell that a row does not need is left out with a warning. Otherwise it makes the row bad. */
  readonly dropsCells?: boolean;
};

/** Reads a table and checks each cell. Stops after a fatal finding. */
export async function* tableRows(
  files: PackageFiles,
  { path, ...form }: TableFile,
  schema: TableSchema,
  reading: Reading = {},
): AsyncGenerator<TableRow> {
  const rows = csvRows(files.open(path), { ...form, maxBytes: files.maxTableBytes });
  try {
    const header = (await rows.next()).value?.cells ?? [];
    const findings = headerFindings(path, header, schema, form.delimiter);
    yield { line: 1, cells: undefined, findings };
    if (findings.some(({ level }) => level === "fatal")) return;
    const check = rowCheck(path, header, schema, reading);
    for await (const { line, cells } of rows) yield check(line, cells);
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    const { code, message } = error;
    yield { line: 1, cells: undefined, findings: [finding(path, "fatal", code, `${path} ${message}`)] };
  } finally {
    await rows.return(undefined);
  }
}

function headerFindings(
  file: string,
  header: readonly string[],
  { fields }: TableSchema,
  delimiter: string,
): readonly Finding[] {
  const at = (column: string | undefined, level: FindingLevel, code: string, message: string): Finding => ({
    ...finding(file, level, code, message),
    row: 1,
    column,
  });
  const other = [";", "\t", "|"].find((each) => header.length === 1 && header[0]?.includes(each));
  if (other !== undefined && other !== delimiter) {
    const name = other === ";" ? "semicolons" : other === "\t" ? "tabs" : "bars";
    const message = `${file} separates its columns by ${name}. Save it with commas, or add "dialect": {"delimiter": ${JSON.stringify(other)}} to its resource in datapackage.json.`;
    return [at(undefined, "fatal", "delimiter", message)];
  }
  const known = new Set(fields.map(({ name }) => name));
  const missing = fields
    .filter(({ name, constraints }) => constraints.required === true && !header.includes(name))
    .map(({ name }) => {
      const alike = header.find((column) => column.trim().toLowerCase() === name.toLowerCase());
      const hint = alike === undefined ? "" : ` Rename \`${alike}\`.`;
      return at(name, "fatal", "missing-column", `${file} must have a column \`${name}\`.${hint}`);
    });
  const twice = header
    .filter((column, i) => known.has(column) && header.indexOf(column) !== i)
    .map((column) => at(column, "fatal", "column-twice", `${file} has two columns \`${column}\`.`));
  const unknown = header
    .filter((column) => !known.has(column))
    .map((column) =>
      at(column, "warning", "unknown-column", `\`${column}\` is not a column of Camtrap DP. It is left out.`),
    );
  return [...missing, ...twice, ...unknown];
}

function rowCheck(
  file: string,
  header: readonly string[],
  schema: TableSchema,
  { maxCellBytes = usualCellBytes, dropsCells = false }: Reading,
) {
  const checks = cellChecks(schema);
  const needed = new Set(
    schema.fields
      .filter(({ name, constraints }) => constraints.required === true || name === schema.primaryKey)
      .map(({ name }) => name)
      .concat(decisive),
  );
  const columns = header.map((column) => ({ column, check: checks.get(column) }));
  const keys = new Set<string>();
  return (line: number, texts: readonly string[]): TableRow => {
    if (texts.length !== header.length) {
      const message = `This row has ${texts.length} cells, and the first row has ${header.length} columns. Put texts that contain a comma in quotes.`;
      return {
        line,
        cells: undefined,
        findings: [{ ...finding(file, "bad-row", "cells", message), row: line }],
      };
    }
    const findings: Finding[] = [];
    const cells: { [column: string]: string } = {};
    for (const [i, { column, check }] of columns.entries()) {
      if (check === undefined) continue;
      const value = texts[i] ?? "";
      const at = (level: FindingLevel, code: string, message: string) =>
        findings.push({ ...finding(file, level, code, message), row: line, column, value });
      const checked = check(value);
      const isTooLong =
        value.length > maxCellBytes / 4 && Buffer.byteLength(value) > maxCellBytes && column !== mayBeLong;
      const tooLong = { code: "too-long", message: `\`${column}\` must have at most ${maxCellBytes} bytes.` };
      const problem = "problem" in checked ? checked.problem : isTooLong ? tooLong : undefined;
      if (problem && dropsCells && !needed.has(column)) {
        at("warning", "cell-left-out", `${problem.message} The row is imported without this cell.`);
      } else if (problem) at("bad-row", problem.code, problem.message);
      else if (!("problem" in checked) && checked.value !== undefined) {
        if (checked.oddity) at("warning", checked.oddity.code, checked.oddity.message);
        cells[column] = checked.value;
        if (column !== schema.primaryKey) continue;
        if (keys.has(checked.value)) at("bad-row", "twice", `A row above has the same \`${column}\`.`);
        keys.add(checked.value);
      }
    }
    const isBad = findings.some(({ level }) => level === "bad-row");
    return { line, cells: isBad ? undefined : cells, findings };
  };
}

function finding(file: string, level: FindingLevel, code: string, message: string): Finding {
  return { file, row: undefined, column: undefined, value: undefined, level, code, message };
}
