import { afterAll, beforeAll, expect, test } from "vitest";
import { bulkWrite } from "../../bench/support/bulk-write.ts";
import { makeDataSet } from "../../bench/support/data-set.ts";
import { counters, itemsOf, segmentsOf, termName } from "../../bench/support/data-set-items.ts";
import { listCases } from "../../bench/support/list-cases.ts";
import { listQueries } from "../../bench/support/list-queries.ts";
import { measureMeetings } from "../../bench/support/measure-meetings.ts";
import { measurePages } from "../../bench/support/measure-pages.ts";
import { measureWrites } from "../../bench/support/measure-writes.ts";
import { overlapCases } from "../../bench/support/overlap-cases.ts";
import { sentTransactions } from "../../bench/support/sent-transactions.ts";
import { writeCases } from "../../bench/support/write-cases.ts";
import { annotationTerms } from "../../shared/domain/annotation.ts";
import { openTable, type Table } from "../../shared/store/table.ts";
import { dynamoMeter } from "../support/dynamo-meter.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { startTable, type TestTable } from "../support/table.ts";

/**
 * The budgets of `npm run bench:lists`, on less data: two superblocks of ids of which only those terms are
 * written that are asked for, and 3,000 streams. Each budget is scaled as its file says.
 */
const data = makeDataSet({ annotations: 200_000, streams: 3000 }, 7);
const random = seededRandom(8);
const queries = listQueries(data, random);
const asked = new Set(queries.flatMap(({ lists }) => lists.flat(2)).map(termName)).add("*");
const askedTerms = (annotation: (typeof data.annotations)[number]) =>
  annotationTerms(annotation).filter((term) => asked.has(termName(term)));

let database: TestTable;
let table: Table;
const meter = dynamoMeter();
let sent: ReturnType<typeof sentTransactions>;
beforeAll(async () => {
  database = await startTable();
  await bulkWrite(database.table, itemsOf({ ...data, annotations: [] }));
  await bulkWrite(database.table, segmentsOf("annotation", data.annotations, askedTerms));
  await bulkWrite(database.table, counters(data).values());
  const client = database.connect();
  meter.addTo(client);
  sent = sentTransactions(client);
  table = openTable(database.table.name, client);
});
afterAll(() => database.close());

const broken = (rows: readonly { readonly holds: string }[]) => rows.filter(({ holds }) => holds === "NO");

test("lists of annotations keep their budgets of read capacity, and equal brute force", async () => {
  const rows = await measurePages(listCases(table, data, queries), { meter, limit: 100, samples: 1 });
  expect(broken(rows)).toEqual([]);
});

test("lists of streams keep their budgets of read capacity, and equal brute force", async () => {
  const rows = await measurePages(overlapCases(table, data, random, 3), { meter, limit: 100, samples: 1 });
  expect(broken(rows)).toEqual([]);
});

test("writes keep their budgets of write capacity", async () => {
  const rows = await measureWrites(writeCases(table, data), { meter, sent, samples: 3 });
  expect(broken(rows)).toEqual([]);
});

test("writers that meet keep their budgets of retries", async () => {
  expect(broken(await measureMeetings(database, data, 6))).toEqual([]);
});
