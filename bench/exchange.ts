import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import * as z from "zod/mini";
import { annotationTerms } from "../shared/domain/annotation/annotation.ts";
import type { Term } from "../shared/index/term.ts";
import { annotationItem } from "../shared/store/annotation/item.ts";
import { datasets } from "../shared/store/dataset/datasets.ts";
import { captureSourceItem, listedSourceTerms } from "../shared/store/source/item.ts";
import { listedSpeciesTerms, speciesItem } from "../shared/store/species/item.ts";
import { videoStreamItem } from "../shared/store/stream/item.ts";
import { startS3UnderTest } from "../test/local/s3/s3-under-test.ts";
import { bucketItems } from "../test/support/dynamo/bulk.ts";
import { startTable } from "../test/support/dynamo/table.ts";
import { childPlaces } from "../test/support/exports/child-places.ts";
import { dataset } from "../test/support/formats/world.ts";
import { trackOf } from "./support/annotation-data.ts";
import { bulkWrite } from "./support/bulk-write.ts";
import { type DataSet, makeDataSet } from "./support/data-set.ts";
import { segmentsOf } from "./support/data-set-items.ts";
import { measureImport } from "./support/measure-import.ts";
import { printTable } from "./support/print-table.ts";

/**
 * `npm run bench:exchange -- --annotations 1000000` exports a whole table of this size in each format, on an embedded
 * database and the local S3. Then it imports a package with a fifth as many labels. It compares cost, time and memory with
 * budgets for a million annotations. `--formats dwca` leaves out the other formats. Exits with 1 when a budget is exceeded.
 */
const { values } = parseArgs({
  options: {
    annotations: { type: "string", default: "100000" },
    formats: { type: "string", default: "csv,camtrap-dp,dwca" },
    seed: { type: "string", default: "1" },
  },
});
const annotations = Number(values.annotations);
const million = annotations / 1e6;

/** Budgets of an export of a million annotations. Its memory does not grow with their number. */
const budgets = { selectionRcu: 45, workRcu: 1_050_000, seconds: 600, megabytes: 600 };

const part = z.object({ rcu: z.number(), ms: z.number() });
const Measured = z.object({
  selection: part,
  work: part,
  memoryMegabytes: z.number(),
  status: z.string(),
  rows: z.number(),
  bytes: z.number(),
});

/** Budgets of an import of a package. */
const importBudgets = { wcuOfLabel: 16, megabytes: 600 };

/** The terms that an export reads. */
const names: ReadonlySet<string> = new Set(["*", "cs", "sp", "nm"]);

const row = (what: string, measured: number, budget = Number.POSITIVE_INFINITY) => ({
  what,
  measured: Math.round(measured * 100) / 100,
  budget: Number.isFinite(budget) ? Math.ceil(budget) : "",
  holds: Number.isFinite(budget) ? (measured <= budget ? "yes" : "NO") : "",
});

const folder = mkdtempSync(path.join(tmpdir(), "bench-exchange-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.once("SIGINT", () => process.exit(130)).once("SIGTERM", () => process.exit(143));
const [database, s3] = await Promise.all([
  startTable(path.join(folder, "dynamodb.sqlite")),
  startS3UnderTest(),
]);
try {
  const data = makeDataSet({ annotations, streams: annotations / 4 }, Number(values.seed));
  await bulkWrite(database.table, itemsOf(data), (written) => {
    if (written % 1000 < 25) progress(`${written} items written`);
  });
  await datasets(database.table).replace(undefined, dataset);
  for (const format of values.formats.split(",")) {
    progress(`exporting ${format}`);
    const measured = await exportInChild(format);
    progress("");
    const rows = [
      row("read units to find the ids", measured.selection.rcu, Math.max(6, budgets.selectionRcu * million)),
      row("read units of the worker", measured.work.rcu, Math.max(500, budgets.workRcu * million)),
      row("seconds of the worker", measured.work.ms / 1000, Math.max(10, budgets.seconds * million)),
      row("memory of the process, MB", measured.memoryMegabytes, budgets.megabytes),
    ];
    console.log(
      `\`npm run bench:exchange -- --annotations ${annotations}\`: one file of ${format}, ${measured.bytes.toLocaleString("en")} bytes, ${data.streams.length.toLocaleString("en")} streams, Node ${process.version}.\n`,
    );
    printTable(rows);
    if (measured.status !== "done" || measured.rows !== annotations) {
      throw new Error(`The export is ${measured.status} with ${measured.rows} rows`);
    }
    if (rows.some(({ holds }) => holds === "NO")) process.exitCode = 1;
  }
  const labels = Math.ceil(annotations / 5);
  progress(`importing ${labels} labels`);
  const imported = await measureImport(database, s3, labels);
  progress("");
  const { wcu, rcu, ms, memoryMegabytes, status, made } = imported;
  const rows = [
    row("write units of a label", wcu / labels, importBudgets.wcuOfLabel),
    row("read units of a label", rcu / labels),
    row("seconds of the worker", ms / 1000),
    row("memory of the process, MB", memoryMegabytes, importBudgets.megabytes),
  ];
  console.log(`An import of a package of ${labels.toLocaleString("en")} labels.\n`);
  printTable(rows);
  if (status !== "done" || made !== labels) throw new Error(`The import is ${status} with ${made} labels`);
  if (rows.some(({ holds }) => holds === "NO")) process.exitCode = 1;
} finally {
  await Promise.all([database.close(), s3.stop()]);
}

function* itemsOf({ sources, species, streams, annotations: labels }: DataSet) {
  // Makes one rare species sensitive.
  const all = species.map((each) => (each.id === 99 ? { ...each, sensitivity: "high" as const } : each));
  yield* sources.map(captureSourceItem);
  yield* all.map(speciesItem);
  for (const stream of streams) yield videoStreamItem(stream);
  yield* bucketItems(streams);
  for (const label of labels) yield annotationItem({ ...label, keypoints: trackOf(label) });
  yield* segmentsOf("capturesource", sources, listedSourceTerms);
  yield* segmentsOf("species", all, listedSpeciesTerms);
  yield* segmentsOf("annotation", labels, (label): readonly Term[] =>
    annotationTerms(label).filter(([name]) => names.has(name)),
  );
}

async function exportInChild(format: string) {
  const script = path.join(import.meta.dirname, "support/export-in-child.ts");
  const args = [script, ...(await childPlaces(database, database.table, s3)), format];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return z.parse(Measured, JSON.parse(stdout));
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
