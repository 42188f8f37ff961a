import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Patience } from "../../client/patiently.ts";
import { tableKind } from "../../client/table-kind.ts";
import { Stop } from "../failure.ts";
import { patienceWith } from "../import/patience.ts";
import type { PackageOptions } from "../options.ts";
import { credentialOf } from "../service/credential.ts";
import { asStop, baseOf, requireService } from "../service/service.ts";
import { waitForEnd } from "../service/wait-for-end.ts";
import { goingOn } from "../terminal/going-on.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { writeProblem } from "../terminal/write-problem.ts";
import { badRows, countsTable, endText, isTaken, progressText, skipHint } from "./import-text.ts";
import { type Import, type ImportRequests, importRequests, type Start } from "./imports.ts";
import { labelTable } from "./label-table.ts";
import { fetchReport, reportTable } from "./report.ts";
import { runImport } from "./run-import.ts";
import { beginningOf, readPackage, sendPackage } from "./send-package.ts";
import { zipFolder } from "./zip-folder.ts";

/**
 * Imports a package or a table, or only checks it. In a terminal, it checks first and then asks the person.
 * @returns the exit code: 0 if the package is in the service, or can be imported, else 1
 * @throws Stop with the reason why it ends
 */
export async function importPackage(options: PackageOptions, terminal: Terminal): Promise<0 | 1> {
  const { url, dryRun, yes, skipBadRows } = options;
  if (!dryRun && !yes && !terminal.asks) {
    throw new Stop(
      "There is no terminal to ask a question in: add --yes to import, or --dry-run to check the file.",
      2,
    );
  }
  const base = baseOf(url);
  await requireService(base);
  const patience = patienceWith(terminal);
  const requests = importRequests(base, await credentialOf(base, options), patience);
  const codeOf = (job: Import) => (isTaken(job, skipBadRows) ? 0 : 1);
  const run = packageRun(requests, { options, terminal, base, patience });
  try {
    const id = await withFile(options.file, async (file) => {
      terminal.status(`Reading ${path.basename(file)} …`);
      const announced = await readPackage(file);
      const begun = await sendPackage(file, announced, { requests, patience, show: goingOn(terminal) });
      return begun.id;
    });
    if (dryRun || yes) return codeOf(await run(id, dryRun));
    const checked = await run(id, true);
    if (checked.status !== "checked" || !isTaken(checked, skipBadRows)) return codeOf(checked);
    if (!/^(?:y|yes)?$/i.test(await terminal.ask("Import? [Y/n] "))) return 0;
    return codeOf(await run(id, false));
  } catch (error) {
    throw asStop(base, error);
  } finally {
    terminal.status("");
  }
}

type Run = {
  readonly options: PackageOptions;
  readonly terminal: Terminal;
  readonly base: string;
  readonly patience: Patience;
};

/** Starts an import, waits until it ends, and prints its result. */
function packageRun(requests: ImportRequests, { options, terminal, base, patience }: Run) {
  const { file, skipBadRows, update, source, method, report, detections } = options;
  return async (id: number, dryRun: boolean): Promise<Import> => {
    const body: Start = {
      dry_run: dryRun,
      options: {
        on_bad_row: skipBadRows ? "skip" : "stop",
        on_existing: update ? "update" : "keep",
        ...(source === undefined ? {} : { source }),
        ...(method === undefined ? {} : { method }),
        ...(/\.csv$/i.test(file) ? { table: tableKind(await beginningOf(file)) } : {}),
        ...detections,
      },
    };
    const wait = (begun: Import) => waitForEnd(begun, { find: requests.find, progressText, terminal });
    const job = await runImport(id, body, { requests, wait });
    // Print the result of the import even if its report cannot be read.
    const failure = await showReport(job, report, terminal, patience).catch((error: unknown) => {
      if (error instanceof Stop) return error;
      throw error;
    });
    const isRead = Object.values(job.counts).some(({ rows, bad }) => rows + bad > 0);
    if (isRead) terminal.line(countsTable(job));
    const labels = await labelTable(job, requests.speciesName);
    if (labels !== "") terminal.line(labels);
    terminal.line(endText(job, skipBadRows));
    if (job.status === "rejected" && badRows(job) > 0 && !skipBadRows) terminal.line(skipHint);
    const made = job.counts["annotations"]?.made ?? 0;
    if (made > 0) terminal.line(`See the imported labels: ${base}/api/v1/app#/find?import=${id}`);
    if (failure && report !== undefined) throw failure;
    if (failure) terminal.line(failure.message);
    return job;
  };
}

/** @throws Stop */
async function showReport(
  job: Import,
  to: string | undefined,
  terminal: Terminal,
  patience: Patience,
): Promise<void> {
  if (job.report_url === null) return;
  const report = await fetchReport(job.report_url, patience);
  const table = reportTable(report);
  if (table !== "") terminal.line(table);
  if (to === undefined) return;
  await writeFile(to, report).catch((error: unknown) => {
    throw writeProblem(to, error);
  });
  terminal.line(`The report is in ${to}.`);
}

/** Calls `use` with the package as one file. The folder of a datapackage.json is packed into a zip file for it. */
async function withFile<T>(file: string, use: (file: string) => Promise<T>): Promise<T> {
  if (!/datapackage\.json$/i.test(file)) return use(file);
  const zip = await zipFolder(path.dirname(path.resolve(file)));
  try {
    return await use(zip.file);
  } finally {
    zip.remove();
  }
}
