import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { completedWrites } from "../shared/store/completed.ts";
import { openTable } from "../shared/table/table.ts";
import { transact } from "../shared/table/transaction.ts";
import { dynamoMeter } from "../test/support/dynamo/meter.ts";
import { startTable } from "../test/support/dynamo/table.ts";
import { seededRandom } from "../test/support/seeded-random.ts";
import { bulkWrite } from "./support/bulk-write.ts";
import { type DataSet, makeDataSet } from "./support/data-set.ts";
import { itemsOf } from "./support/data-set-items.ts";
import { findSection } from "./support/find-section.ts";
import { listCases } from "./support/list-cases.ts";
import { listQueries } from "./support/list-queries.ts";
import { machine } from "./support/machine.ts";
import { measureConflicts } from "./support/measure-conflicts.ts";
import { measureCounts } from "./support/measure-counts.ts";
import { measurePages } from "./support/measure-pages.ts";
import { measureRows } from "./support/measure-rows.ts";
import { measureWrites } from "./support/measure-writes.ts";
import { overlapCases } from "./support/overlap-cases.ts";
import { markdownTable } from "./support/print-table.ts";
import { sentTransactions } from "./support/sent-transactions.ts";
import { yearMs } from "./support/stream-data.ts";
import { verify } from "./support/verify.ts";
import { listEveryValue, writeCases } from "./support/write-cases.ts";

/**
 * `npm run bench:lists -- --annotations 1000000 --streams 250000` measures lists and writes on an embedded database of
 * this size: capacity units, requests, retries and time. It compares every list with a brute-force search, and reads pages
 * of the maximum size, 100. Exits with 1 when a budget is exceeded.
 */
const { values } = parseArgs({
  options: {
    annotations: { type: "string", default: "10000" },
    streams: { type: "string", default: "2500" },
    durations: { type: "string", default: "clips" },
    seed: { type: "string", default: "1" },
    /** File for the printed Markdown. */
    save: { type: "string" },
  },
});
const count = z.coerce.number().check(z.int(), z.positive());
const Options = z.object({
  annotations: count,
  streams: count,
  durations: z.enum(["clips", "log-uniform"]),
  seed: count,
});
const { durations, seed, ...sizes } = z.parse(Options, values);
const random = seededRandom(seed + 1);
const limit = 100;
/**
 * Maximum number of items for which the index is verified, because each page of a Scan takes time in proportion to the
 * whole table.
 */
const maxVerified = 500_000;
const unverified =
  "The index was not verified as a whole, because each page of a Scan takes the embedded database time in proportion to the table. Every";

// A million annotations and their index take 20 GB of disk.
const folder = mkdtempSync(path.join(tmpdir(), "bench-lists-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.once("SIGINT", () => process.exit(130)).once("SIGTERM", () => process.exit(143));
const database = await startTable(path.join(folder, "dynamodb.sqlite"));
const report: string[] = [];
try {
  await transact(database.table, completedWrites());
  progress("making records");
  const data = makeDataSet({ ...sizes, durations }, seed);
  const loadedIn = stopwatch();
  let items = 0;
  await bulkWrite(database.table, itemsOf(data), (written) => {
    items = written;
    if (written % 1000 < 25) progress(`${written} items written, ${loadedIn()} s`);
  });
  const seconds = loadedIn();
  const verified = items <= maxVerified;
  if (verified) await verify(database.table, (read) => progress(`${read} of ${items} items verified`));

  const client = database.connect();
  const meter = dynamoMeter();
  meter.addTo(client);
  const sent = sentTransactions(client);
  const table = openTable(database.table.name, client);

  progress("lists of annotations");
  const lists = await measurePages(listCases(table, data, listQueries(data, random)), {
    meter,
    limit,
    samples: 20,
  });
  progress("lists of streams");
  const overlaps = await measurePages(overlapCases(table, data, random, 12), { meter, limit, samples: 24 });
  progress("whole pages");
  const rows = await measureRows(table, meter, data);
  const finds = await findSection(database, sizes.annotations, { seed: seed + 2, samples: 10 }, progress);
  progress("counts");
  const counts = [await measureCounts(database, sizes.annotations, random, 10)];
  progress("writes");
  await listEveryValue(table, data);
  const writes = await measureWrites(writeCases(table, data), { meter, sent, samples: 40 });
  progress("conflicts");
  const conflicts = await measureConflicts(database, data, 50);
  progress("");

  const broken = [...lists, ...overlaps, ...finds.rows, ...counts, ...writes, ...conflicts].filter(
    ({ holds }) => holds === "NO",
  ).length;
  report.push(
    `# Lists of ${thousands(sizes.annotations)} annotations and ${thousands(sizes.streams)} streams`,
    `\`npm run bench:lists -- --annotations ${sizes.annotations} --streams ${sizes.streams} --durations ${durations} --seed ${seed}\` on ${today()}: ${machine()}.`,
    `Capacity units are computed by DynamoDB's rules. Times are measured with an embedded database on this machine and do not predict AWS. ${thousands(items)} items were loaded in ${seconds} s. ${verified ? "The index was then verified against the records. Every" : unverified} page and total below was compared with a brute-force search. ${broken === 0 ? "All budgets hold." : `**Budgets exceeded: ${broken}.**`}`,
    "## Lists of annotations",
    `Each list returns the ids of a page of ${limit} and the total. Each row is the maximum of several lists of a kind, read with strong consistency. A filter such as _50 %_ is an observation key that 50 % of the annotations have.`,
    markdownTable(lists),
    "## Lists of streams that overlap a time window",
    `Each list returns the ids of a page of ${limit} and the total. Each row is the maximum of 12 windows anywhere in the year, or of 12 sources. Duration buckets are in secondary indexes and are read with eventual consistency, calendars with strong consistency. ${runningAt(data, (yearMs.from + yearMs.to) / 2)} of the streams run in the middle of the year.`,
    markdownTable(overlaps),
    "## Whole pages",
    "Ids and rows are read with strong consistency, except the rows of one observer. Those come from a secondary index.",
    markdownTable(rows),
    ...finds.report,
    "## Counts",
    "The table only has the bits of 20 species and 24 hours. They are read with strong consistency. _CPU ms in 1 GB_ is the CPU time of this process, without the database, divided by the share of a core that Lambda gives to 1 GB.",
    markdownTable(counts),
    "## Writes",
    "Each write is measured alone, with an Idempotency-Key if possible. Earlier reads of the function are not included. A function's first annotation of a species and its first stream of a duration bucket take one more unit. A corrected start is also written into the 32 counters of the stream's annotations, so that no annotation is created with the old start. A transaction counts an item of the table twice. An entry of a secondary index counts once, or twice when its key changes: the old entry is deleted.",
    "DynamoDB Local 3.3.1 reports other units. It doubles the units of indexes in a transaction (12 to end a live stream), and counts too few for transactions of several items (9 to make a stream). The embedded database counts the units that its authors [measured on AWS](https://github.com/nubo-db/dynoxide/pull/188). `test/support/dynamo/meter.test.ts` checks these units. We have not measured on AWS ourselves.",
    markdownTable(writes),
    "## Write conflicts",
    "Clients create annotations with eleven terms at the same time. A transaction takes at least 25 ms and conflicts with others as on AWS.",
    markdownTable(conflicts),
  );
  if (broken > 0) process.exitCode = 1;
} finally {
  await database.close();
}

const text = `${report.join("\n\n")}\n`;
console.log(text);
if (values.save !== undefined) {
  mkdirSync(path.dirname(values.save), { recursive: true });
  writeFileSync(values.save, text);
}

function runningAt({ streams }: DataSet, ms: number): number {
  return streams.filter(({ startMs, endMs = Number.POSITIVE_INFINITY }) => startMs <= ms && endMs >= ms)
    .length;
}

function progress(what: string): void {
  process.stderr.write(`\r\u001b[K${what}`);
}

function stopwatch(): () => number {
  const startMs = performance.now();
  return () => Math.round((performance.now() - startMs) / 1000);
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function thousands(number: number): string {
  return number.toLocaleString("en");
}
