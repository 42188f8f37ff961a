import {
  endedImport,
  type ImportJob,
  type ImportTable,
  importTables,
  noCounts,
  perTable,
} from "../../domain/job/import-job.ts";
import { aboutDataset } from "../../formats/camtrap-dp/read/about-dataset.ts";
import { maxRows } from "../../formats/csv-rows.ts";
import { type Finding, newReport, reportText } from "../../formats/finding.ts";
import type { Datasets } from "../../store/dataset/datasets.ts";
import { pieceName } from "../../work/files.ts";
import { jsonLine } from "../../work/json-lines.ts";
import { warningsOf } from "../../work/warnings.ts";
import type { ImportFiles } from "./files.ts";
import type { CheckContext, CheckedFile, ImportFormat } from "./format.ts";
import { UnreadableFile } from "./unreadable-file.ts";
import type { Upload } from "./upload-reader.ts";

export type CheckDeps = {
  readonly files: Pick<ImportFiles, "readFile" | "putReport" | "putWork">;
  readonly formats: Readonly<Record<ImportJob["format"], ImportFormat>>;
  readonly datasets: Datasets;
  /** Number of rows in a piece. */
  readonly pieceSize: number;
  readonly nowMs: () => number;
};

type Staged = { readonly pieces: number; readonly rows: number };

/** The name of the object with the description of the dataset that an import writes. */
export const datasetName = "dataset.json";

/** Language of common names while nobody has described the dataset. */
const usualLanguage = "eng";

/**
 * The first step of an import: reads the whole upload, writes the report, and stores, in pieces, the records to create,
 * so that later steps need not read the upload again. Writes nothing to the table.
 */
export function checkUpload({ files, formats, datasets, pieceSize, nowMs }: CheckDeps) {
  /** Stores the pieces of a table. */
  async function stage(
    id: number,
    table: ImportTable,
    rows: AsyncIterable<object>,
    mayGoOn: () => void,
  ): Promise<Staged> {
    let [pieces, count] = [0, 0];
    let lines: string[] = [];
    const put = async () => {
      mayGoOn();
      await files.putWork(id, pieceName(table, pieces), lines.join(""));
      pieces += 1;
      lines = [];
    };
    for await (const row of rows) {
      lines.push(jsonLine(row));
      count += 1;
      if (lines.length === pieceSize) await put();
    }
    if (lines.length > 0) await put();
    return { pieces, rows: count };
  }

  return async (job: ImportJob, mayGoOn: () => void): Promise<Partial<ImportJob>> => {
    const { id, bytes, filename = "the file" } = job;
    const format = formats[job.format];
    const findings = collected(filename, format.row);
    const upload: Upload = {
      bytes,
      read: async function* (start, end) {
        for await (const chunk of files.readFile(job, start, end)) {
          mayGoOn();
          yield chunk;
        }
      },
      mayGoOn,
    };
    const stored = (await datasets.find())?.dataset;
    const found: CheckContext["found"] = (table, list) => {
      mayGoOn();
      findings.found(table, list);
    };
    const language = stored?.language ?? usualLanguage;
    const context = { language, filename, options: job.options, found };
    const checked = await format.check(upload, context).catch(findings.unreadable);
    const own = checked?.packageId;
    const packageId = typeof own === "string" ? own : job.options.source;
    if (checked !== undefined) findings.checkWhole(checked);
    const describes = checked?.describes;
    if (describes !== undefined) findings.found(undefined, aboutDataset(describes, stored));
    if (typeof own === "object" && packageId === undefined) findings.fatal("no-id", own.nameless);
    await files.putReport(id, reportText(findings.report.first));
    const summary = {
      counts: perTable((table) => ({
        ...noCounts[table],
        ...checked?.rows[table],
        warnings: findings.warnings[table],
      })),
      labels: checked?.labels ?? [],
      warnings: findings.all(),
    };
    const problem = problemOf(findings.report, job);
    if (checked === undefined || packageId === undefined || problem !== undefined) {
      return endedImport({ ...job, ...summary }, "rejected", nowMs(), problem);
    }
    if (job.isDryRun) return endedImport({ ...job, ...summary }, "checked", nowMs());
    if (describes !== undefined && stored === undefined) {
      await files.putWork(id, datasetName, JSON.stringify(describes));
    }
    const staged: Record<ImportTable, Staged> = { ...perTable(() => ({ pieces: 0, rows: 0 })) };
    for (const table of importTables) {
      staged[table] = await stage(id, table, checked.makes[table](), mayGoOn);
    }
    return {
      ...summary,
      phase: "write",
      packageId,
      pieces: perTable((table) => staged[table].pieces),
      total: importTables.reduce((sum, table) => sum + staged[table].rows, 0),
    };
  };
}

/** Collects findings for the report, and counts them for the job. */
function collected(filename: string, rowWord: ImportFormat["row"]) {
  const report = newReport();
  const odd = warningsOf([]);
  const warnings: { [table in ImportTable]: number } = { ...perTable(() => 0) };
  const found = (table: ImportTable | undefined, list: readonly Finding[]) => {
    if (list.length === 0) return;
    report.add(list);
    for (const { level, code, file, row, message } of list) {
      if (level !== "warning") continue;
      if (table !== undefined) warnings[table] += 1;
      odd.warn(code, short(`${file}${row === undefined ? "" : `, ${rowWord} ${row}`}: ${message}`));
    }
  };
  const fatal = (code: string, message: string) => {
    const finding = { file: filename, row: undefined, column: undefined, value: undefined };
    found(undefined, [{ ...finding, level: "fatal", code, message }]);
  };
  return {
    report,
    warnings,
    all: odd.all,
    found,
    fatal,
    unreadable: (error: unknown) => {
      if (!(error instanceof UnreadableFile)) throw error;
      fatal(error.code, error.message);
      return undefined;
    },
    checkWhole: ({ rows }: CheckedFile) => {
      const all = importTables.reduce((sum, table) => sum + rows[table].rows + rows[table].bad, 0);
      if (all > maxRows) {
        const [there, most] = [all, maxRows].map((count) => count.toLocaleString("en"));
        fatal(
          "too-many-rows",
          `The file has ${there} rows. An import can have at most ${most}. Split the file.`,
        );
      }
    },
  };
}

/**
 * Cuts a text that is stored with the job. Names of files and columns may have any length; the report has them in full.
 */
function short(text: string): string {
  return text.length <= 500 ? text : `${text.slice(0, 499).toWellFormed()}…`;
}

/**
 * The reason why nothing can be imported. In a dry run, bad rows are no reason, since the user has yet to decide about
 * them.
 */
function problemOf(
  { counts, first }: ReturnType<typeof newReport>,
  { options, isDryRun }: ImportJob,
): string | undefined {
  if (counts.fatal > 0) {
    const reason = short(first.find(({ level }) => level === "fatal")?.message ?? "");
    if (counts.fatal === 1) return reason;
    return `${reason} The report lists ${counts.fatal - 1} more.`;
  }
  const bad = counts["bad-row"];
  if (bad === 0 || isDryRun || options.on_bad_row === "skip") return undefined;
  const faults = bad === 1 ? "One fault" : `${bad.toLocaleString("en")} faults`;
  return `${faults} in rows. The report says where. Correct the rows and start another import, or start this one again with \`"on_bad_row": "skip"\`, which leaves bad rows out.`;
}
