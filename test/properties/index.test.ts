import { expect, test } from "vitest";
import * as z from "zod/mini";
import { calendarTerms, indexWrites, listIds } from "../../shared/index/list-index.ts";
import type { Term } from "../../shared/index/term.ts";
import { getItem, nextId } from "../../shared/table/item.ts";
import { retryChanged } from "../../shared/table/retry-changed.ts";
import { keys } from "../../shared/table/schema.ts";
import type { Table } from "../../shared/table/table.ts";
import { transact } from "../../shared/table/transaction.ts";
import { putNew, remove, replace } from "../../shared/table/write.ts";
import { putAll } from "../support/dynamo/bulk.ts";
import { readAll } from "../support/dynamo/read-all.ts";
import { useTable } from "../support/dynamo/use-table.ts";
import { below, oneOf, type Random, seededRandom } from "../support/seeded-random.ts";
import { indexProblems } from "./index-invariants.ts";
import { type Client, retryUnavailable, runClients } from "./run-clients.ts";
import { forSeeds, soak } from "./seeds.ts";

const database = useTable();

const type = "annotation";

/** A record that has only terms, and the name of the operation that last wrote it. */
const RecordItem = z.object({ id: z.int(), ver: z.int(), by: z.string(), terms: z.string() });
type RecordItem = z.infer<typeof RecordItem>;

const recordKey = (id: number) => ({ pk: `RECORD#${id}`, sk: "R" });
const recordItem = (id: number, by: string, terms: readonly Term[]) => ({
  ...recordKey(id),
  id,
  by,
  terms: JSON.stringify(terms),
});
const termsOf = (record: RecordItem): readonly Term[] => JSON.parse(record.terms);

/** Ids that all clients know: of created records, which they may change, and of deleted records. */
type Known = { readonly created: number[]; readonly deleted: Set<number> };

test(
  "the index matches the records, despite faults and conflicts while clients change them",
  soak,
  async () => {
    await forSeeds(async (seed) => {
      const table = await database.fresh();
      // Every other run crosses the end of a superblock.
      if (seed % 2 === 0) await putAll(table, [{ ...keys.counter("C"), ...{ n: 131_072 - 60 } }]);
      const known: Known = { created: [], deleted: new Set() };
      const options = { seed, clients: 16, operations: 400 };
      const run = await runClients(database, table, options, (client) => operate(client, known));
      const records = await recordsOf(table);
      expect(run.tooLarge).toEqual([]);
      expect(new Set(known.created).size, "an id was given twice").toBe(known.created.length);
      const remaining = known.created.filter((id) => !known.deleted.has(id));
      expect(sorted(records.map(({ id }) => id))).toEqual(sorted(remaining));
      await expectLists(table, records, seededRandom(seed));
      // A run without faults would prove nothing.
      expect(run.met.transactions).toBeGreaterThan(0);
      expect(Object.values(run.injected).reduce((sum, n) => sum + n)).toBeGreaterThan(50);
    });
  },
);

/** Reads all records and expects the index to match them. */
async function recordsOf(table: Table): Promise<readonly RecordItem[]> {
  const items = await readAll(table);
  const records = items.flatMap((item) => RecordItem.safeParse(item).data ?? []);
  const indexed = records.map((record) => ({ type, id: record.id, terms: termsOf(record) }) as const);
  expect(indexProblems(items, indexed)).toEqual([]);
  return records;
}

async function operate(client: Client, known: Known): Promise<void> {
  const { random } = client;
  // Some stripes are hot, so that clients conflict in a segment.
  const hot = known.created.filter((each) => each % 32 < 3 || random() < 0.1);
  const id = oneOf(random, hot);
  const terms = [...randomTerms(random), ["h", `all at once ${known.created.length >> 3}`] as const];
  const draw = random();
  if (draw < 0.5 || id === undefined) await create(client, terms, known);
  else if (draw < 0.9) await change(client, id, terms);
  else await drop(client, id, known);
}

async function create(
  { table, operation }: Client,
  terms: readonly Term[],
  { created }: Known,
): Promise<void> {
  const id = await retryUnavailable(() => nextId(table, "C"));
  const refused = await retryUnavailable(() =>
    transact(
      table,
      [putNew({ ...recordItem(id, operation, terms), ver: 1 }, "there")],
      indexWrites([{ type, id, before: [], after: terms }]),
    ),
  );
  // A refusal is right if an earlier attempt, whose response was lost, wrote the record. Otherwise the id was given twice.
  if (refused.size > 0) expect((await retryUnavailable(() => read(table, id)))?.by).toBe(operation);
  created.push(id);
}

async function change({ table, operation }: Client, id: number, terms: readonly Term[]): Promise<void> {
  await retryUnavailable(() =>
    retryChanged(async () => {
      const record = await read(table, id);
      if (record === undefined || record.by === operation) return "done";
      const refused = await transact(
        table,
        [replace(recordItem(id, operation, terms), record.ver, "changed-meanwhile")],
        indexWrites([{ type, id, before: termsOf(record), after: terms }]),
      );
      return refused.size > 0 ? "changed-meanwhile" : "done";
    }),
  );
}

async function drop({ table }: Client, id: number, { deleted }: Known): Promise<void> {
  await retryUnavailable(() =>
    retryChanged(async () => {
      const record = await read(table, id);
      if (record === undefined) return "done";
      const refused = await transact(
        table,
        [remove(recordKey(id), "ver", record.ver, "changed-meanwhile")],
        indexWrites([{ type, id, before: termsOf(record), after: [] }]),
      );
      return refused.size > 0 ? "changed-meanwhile" : "done";
    }),
  );
  deleted.add(id);
}

function read(table: Table, id: number): Promise<RecordItem | undefined> {
  return getItem(table, recordKey(id), RecordItem);
}

/** Random terms in every form of a term's key. Some are common, and some are rare. */
function randomTerms(random: Random): readonly Term[] {
  const species = Array.from({ length: below(random, 4) }, (): Term => ["sp", below(random, 6)]);
  return [
    ["*"],
    ["vs", below(random, 8)],
    ["ob", below(random, 3)],
    ...species,
    ...calendarTerms(Date.UTC(2023 + below(random, 3), below(random, 12), 1 + below(random, 31))),
    ["kv", "a=b", oneOf(random, ["", "c", "d=e", "#", "ö"])],
    ["nm", oneOf(random, ["wolf", "w".repeat(1500), `${"w".repeat(1500)}x`])],
  ];
}

/** Invariant 3 (docs/invariants.md): for any filters, pages and total equal those of a brute-force search. */
async function expectLists(table: Table, records: readonly RecordItem[], random: Random): Promise<void> {
  const named = records.map((record) => ({
    id: record.id,
    names: new Set(termsOf(record).map((term) => JSON.stringify(term))),
  }));
  for (let list = 0; list < 10; list++) {
    const filters = Array.from({ length: below(random, 4) }, () =>
      Array.from({ length: 1 + below(random, 2) }, () => oneOf(random, randomTerms(random))),
    );
    const passing = named.filter(({ names }) =>
      filters.every((filter) => filter.some((term) => names.has(JSON.stringify(term)))),
    );
    const ids = sorted(passing.map(({ id }) => id));
    for (let offset = 0; offset <= ids.length; offset += 37) {
      const page = await listIds(table, type, filters, { offset, limit: 37 });
      expect(page, JSON.stringify(filters)).toEqual({
        ids: ids.slice(offset, offset + 37),
        total: ids.length,
      });
    }
  }
}

function sorted(ids: readonly number[]): readonly number[] {
  return ids.toSorted((a, b) => a - b);
}
