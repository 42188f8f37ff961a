import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bulkWrite } from "../../bench/support/bulk-write.ts";
import { makeDataSet } from "../../bench/support/data-set.ts";
import { counters, itemsOf, segmentsOf, termName } from "../../bench/support/data-set-items.ts";
import { findSection } from "../../bench/support/find-section.ts";
import { listCases } from "../../bench/support/list-cases.ts";
import { listQueries } from "../../bench/support/list-queries.ts";
import { measureConflicts } from "../../bench/support/measure-conflicts.ts";
import { measurePages } from "../../bench/support/measure-pages.ts";
import { measureWrites } from "../../bench/support/measure-writes.ts";
import { overlapCases } from "../../bench/support/overlap-cases.ts";
import { sentTransactions } from "../../bench/support/sent-transactions.ts";
import { listEveryValue, writeCases } from "../../bench/support/write-cases.ts";
import { annotationTerms } from "../../shared/domain/annotation/annotation.ts";
import { openTable } from "../../shared/table/table.ts";
import { dynamoMeter } from "../support/dynamo/meter.ts";
import { startTable } from "../support/dynamo/table.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { documentedWrites, namedUnits } from "./documented-writes.ts";

/**
 * Checks the budgets of `npm run bench:lists` on less data: two superblocks of ids, only the terms that the lists use,
 * and 3,000 streams. The file of each benchmark says how its budgets are scaled.
 */
const data = makeDataSet({ annotations: 200_000, streams: 3000 }, 7);
const random = seededRandom(8);
const queries = listQueries(data, random);
const usedNames = new Set(queries.flatMap(({ lists }) => lists.flat(2)).map(termName)).add("*");
const usedTerms = (annotation: (typeof data.annotations)[number]) =>
  annotationTerms(annotation).filter((term) => usedNames.has(termName(term)));

const meter = dynamoMeter();

async function loadedTable() {
  const database = await startTable();
  await bulkWrite(database.table, itemsOf({ ...data, annotations: [] }));
  await bulkWrite(database.table, segmentsOf("annotation", data.annotations, usedTerms));
  await bulkWrite(database.table, counters(data).values());
  const client = database.connect();
  meter.addTo(client);
  return { database, client, table: openTable(database.table.name, client) };
}
type LoadedTable = Awaited<ReturnType<typeof loadedTable>>;

const broken = (rows: readonly { readonly holds: string }[]) => rows.filter(({ holds }) => holds === "NO");

describe("budgets of read units", () => {
  let loaded: LoadedTable;
  beforeAll(async () => {
    loaded = await loadedTable();
  });
  afterAll(() => loaded.database.close());

  test("hold for lists of annotations, which match a brute-force search", async () => {
    const rows = await measurePages(listCases(loaded.table, data, queries), {
      meter,
      limit: 100,
      samples: 1,
    });
    expect(broken(rows)).toEqual([]);
  });

  test("hold for lists of streams, which match a brute-force search", async () => {
    const cases = overlapCases(loaded.table, data, random, 3);
    expect(broken(await measurePages(cases, { meter, limit: 100, samples: 1 }))).toEqual([]);
  });
});

test("lists by time, observer and confidence match a brute-force search", async () => {
  const database = await startTable();
  try {
    const { rows } = await findSection(database, 700, { seed: 3, samples: 1 }, () => {});
    expect(broken(rows)).toEqual([]);
  } finally {
    await database.close();
  }
}, 120_000);

describe("writes", () => {
  let loaded: LoadedTable;
  beforeAll(async () => {
    loaded = await loadedTable();
  });
  afterAll(() => loaded.database.close());

  test("take as many write units as their budgets allow and the documents say", async () => {
    const sent = sentTransactions(loaded.client);
    await listEveryValue(loaded.table, data);
    // As many samples as in the benchmark, because the item with the places of capture sources grows with each source.
    const rows = await measureWrites(writeCases(loaded.table, data), { meter, sent, samples: 40 });
    expect(broken(rows)).toEqual([]);
    const units = new Map(rows.map(({ write, WCU }) => [write, WCU]));
    for (const page of ["benchmarks.md", "benchmarks/lists-10k.md"]) {
      expect(documentedWrites(`docs/${page}`), page).toEqual(units);
    }
    for (const [page, sentence, write, more] of namedUnits) {
      const [, named] = sentence.exec(readFileSync(`docs/${page}`, "utf8")) ?? [];
      expect(Number(named), `${page}: ${sentence}`).toBe((units.get(write) ?? 0) + more);
    }
  });

  test("stay within their budgets of retries after conflicts", async () => {
    expect(broken(await measureConflicts(loaded.database, data, 6))).toEqual([]);
  });
});
