import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { annotationBatch } from "../functions/create-annotation-batch/annotation-batch.ts";
import type { AnnotationFilters } from "../shared/store/annotation/filters.ts";
import { annotationLookups } from "../shared/store/annotation/lookups.ts";
import { listAnnotations } from "../shared/store/annotation/reader.ts";
import { referencesOf } from "../shared/store/references.ts";
import { openTable } from "../shared/table/table.ts";
import { viewAnnotation } from "../shared/views/annotation/shape.ts";
import { dynamoMeter } from "../test/support/dynamo/meter.ts";
import { startTable } from "../test/support/dynamo/table.ts";
import { annotatedTable, annotationFields } from "./support/annotated-table.ts";
import { type Cost, costOf, judged, maxOf, times } from "./support/cost.ts";
import { markdownTable } from "./support/print-table.ts";
import { roundTrips } from "./support/round-trips.ts";
import { sentTransactions } from "./support/sent-transactions.ts";

/**
 * `npm run bench:annotations [-- --save FILE]` measures batches of annotations and pages of annotations that are joined
 * with their users, species and streams. The data are 2,000 annotations of about 58 boxes and three votes. Exits with 1
 * when a page takes more than six round trips.
 */
const maxRoundTrips = 6;
const { values } = parseArgs({ options: { save: { type: "string" } } });
const database = await startTable();
const sections: string[] = [];
try {
  const { users, streams } = await annotatedTable(database.table);
  const client = database.connect();
  const meter = dynamoMeter();
  meter.addTo(client);
  const trips = roundTrips(client);
  const sent = sentTransactions(client);
  const table = openTable(database.table.name, client);

  const list = listAnnotations(table, annotationLookups(table));
  const filters: Record<string, Partial<AnnotationFilters>> = {
    all: {},
    "one stream": { videostream: streams.slice(3, 4) },
    "one observer": { observer: users[3]?.displayName },
    "a species by name": { name: "common 3" },
    "a place": { location: "2,2.0" },
    "two filters": { capturesource: 2, observation: [["behaviour", "resting"]] },
    "three filters": { name: "COMMON 4", location: "1,1", observation: [["behaviour", "*"]] },
  };
  const pages = [];
  for (const [page, some] of Object.entries(filters)) {
    const costs: Cost[] = [];
    let longest = 0;
    let rows = 0;
    for (let i = 0; i < 30; i++) {
      trips.count = 0;
      const { result, cost } = await costOf(meter, async () => {
        const found = await list({ observation: [], ...some }, { limit: 20, offset: i });
        const references = await referencesOf(table, found.rows, "identification");
        return found.rows.map((row) => viewAnnotation(row, "identification", references));
      });
      costs.push(cost);
      longest = Math.max(longest, trips.count);
      rows = Math.max(rows, result.length);
    }
    const { budget, holds } = judged(longest, maxRoundTrips);
    if (holds === "NO") process.exitCode = 1;
    pages.push({
      page,
      rows,
      "round trips": longest,
      budget,
      holds,
      requests: maxOf(costs, "requests"),
      RCU: maxOf(costs, "rcu"),
      ...times(costs),
    });
  }

  const create = annotationBatch(table);
  const batches = [];
  for (const [name, streamCount] of [
    ["of one stream", 1],
    ["of 40 streams", 40],
  ] as const) {
    for (const size of [1, 20, 500]) {
      const costs: Cost[] = [];
      let transactions = 0;
      for (let i = 0; i < 5; i++) {
        sent.count = 0;
        const items = Array.from({ length: size }, (_, n) => ({
          build: async () => annotationFields(n, streams.slice(0, streamCount), users),
          idempotency: undefined,
        }));
        const { cost } = await costOf(meter, () => create(items));
        costs.push(cost);
        transactions = Math.max(transactions, sent.count);
      }
      const wcu = maxOf(costs, "wcu");
      batches.push({
        batch: `${size} ${name}`,
        transactions,
        WCU: wcu,
        "WCU per annotation": Math.round((wcu / size) * 10) / 10,
        ...times(costs),
      });
    }
  }
  sections.push(
    "# Pages and batches of annotations",
    `\`npm run bench:annotations\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}. Times are measured with an embedded database on a shared machine.`,
    "## Joined pages of 20",
    "Each page has ids, rows, and the users, species and streams of the rows. Each row is the maximum of 30 pages. The index and the rows are read with strong consistency.",
    markdownTable(pages),
    "## Batches",
    "The annotations have about 58 boxes and two observation pairs, without idempotency keys. Each row is the maximum of five batches.",
    markdownTable(batches),
  );
} finally {
  await database.close();
}

const text = `${sections.join("\n\n")}\n`;
console.log(text);
if (values.save !== undefined) {
  mkdirSync(path.dirname(values.save), { recursive: true });
  writeFileSync(values.save, text);
}
