import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
import { openTable } from "../../shared/table/table.ts";
import { dynamoMeter } from "../support/dynamo/meter.ts";
import { startTable } from "../support/dynamo/table.ts";
import { seededRandom } from "../support/seeded-random.ts";

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

const meter = dynamoMeter();

async function loadedTable() {
  const database = await startTable();
  await bulkWrite(database.table, itemsOf({ ...data, annotations: [] }));
  await bulkWrite(database.table, segmentsOf("annotation", data.annotations, askedTerms));
  await bulkWrite(database.table, counters(data).values());
  const client = database.connect();
  meter.addTo(client);
  return { database, client, table: openTable(database.table.name, client) };
}
type LoadedTable = Awaited<ReturnType<typeof loadedTable>>;

const broken = (rows: readonly { readonly holds: string }[]) => rows.filter(({ holds }) => holds === "NO");

describe("lists keep their budgets of read capacity, and equal brute force:", () => {
  let loaded: LoadedTable;
  beforeAll(async () => {
    loaded = await loadedTable();
  });
  afterAll(() => loaded.database.close());

  test("those of annotations", async () => {
    const rows = await measurePages(listCases(loaded.table, data, queries), {
      meter,
      limit: 100,
      samples: 1,
    });
    expect(broken(rows)).toEqual([]);
  });

  test("those of streams", async () => {
    const cases = overlapCases(loaded.table, data, random, 3);
    expect(broken(await measurePages(cases, { meter, limit: 100, samples: 1 }))).toEqual([]);
  });
});

describe("writes keep their budgets", () => {
  let loaded: LoadedTable;
  beforeAll(async () => {
    loaded = await loadedTable();
  });
  afterAll(() => loaded.database.close());

  test("of write capacity", async () => {
    const sent = sentTransactions(loaded.client);
    const rows = await measureWrites(writeCases(loaded.table, data), { meter, sent, samples: 3 });
    expect(broken(rows)).toEqual([]);
  });

  test("of retries where they meet", async () => {
    expect(broken(await measureMeetings(loaded.database, data, 6))).toEqual([]);
  });
});
