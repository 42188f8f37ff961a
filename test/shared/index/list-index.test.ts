import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type Filter, indexWrites, listIds, type TermChange } from "../../../shared/index/list-index.ts";
import { idAt } from "../../../shared/index/position.ts";
import type { Term } from "../../../shared/index/term.ts";
import { meterReads } from "../../../shared/runtime/read-units.ts";
import { openTable } from "../../../shared/table/table.ts";
import { transact } from "../../../shared/table/transaction.ts";
import { putAll, segmentItems } from "../../support/dynamo/bulk.ts";
import { intercept } from "../../support/dynamo/call.ts";
import { dynamoMeter } from "../../support/dynamo/meter.ts";
import { useTable } from "../../support/dynamo/use-table.ts";
import { seededRandom } from "../../support/seeded-random.ts";

const idsPerSuperblock = 131_072;
const type = "annotation";
/** Dense terms end long before the last id, so that the test is fast. */
const lastDenseId = 1_000_000;
const lastId = 3_000_000;

/** Ids of each term. Terms have from all ids to none, close together or spread out. */
const idsOf = new Map<string, readonly number[]>([
  ["*", [...oneIn(1), lastId]],
  ["half", [...oneIn(2), lastId]],
  ["third", oneIn(3)],
  ["every other", oneIn(1).filter((id) => id % 2 === 0)],
  ["rare", oneIn(50_000)],
  ["four of each superblock", inEachSuperblock(4)],
  ["five of each superblock", inEachSuperblock(5)],
  ["first superblock", Array.from({ length: 700 }, (_, i) => i * 187 + 1)],
  ["last superblock", [lastDenseId - 2000, lastDenseId - 1, lastDenseId]],
  ["two far apart", [1, lastId]],
  ["edges", [1, 32, 33, idsPerSuperblock, idsPerSuperblock + 1, 2 * idsPerSuperblock, lastId]],
  ["one", [idsPerSuperblock * 7 + 5]],
  ["emptied", []],
]);
const names = [...idsOf.keys(), "never used"];

const database = useTable();
const meter = dynamoMeter();
let underWay = 0;
let maxUnderWay = 0;
beforeAll(async () => {
  meter.addTo(database.client);
  intercept(database.client, "around retries", async (_call, send) => {
    maxUnderWay = Math.max(maxUnderWay, ++underWay);
    return send().finally(() => underWay--);
  });
  for (const [name, ids] of idsOf) await putAll(database.table, segmentItems(type, [name], ids));
  const [emptied] = segmentItems(type, ["emptied"], [1]);
  if (emptied) await putAll(database.table, [{ ...emptied, ...{ n: 0, bits: Uint8Array.of(0) } }]);
});

const page = { offset: 0, limit: 50 };
const terms = (...names: string[]): Filter => names.map((name): Term => [name]);

const members = new Map(
  [...idsOf].map(([name, ids]) => {
    const flags = new Uint8Array(lastId + 1);
    for (const id of ids) flags[id] = 1;
    return [name, flags];
  }),
);

/** Ids that pass every filter, found by checking each id. */
function bruteForce(filters: readonly (readonly string[])[]): readonly number[] {
  const flags = (filters.length > 0 ? filters : [["*"]]).map((filter) =>
    filter.flatMap((name) => members.get(name) ?? []),
  );
  const passing: number[] = [];
  for (let id = 1; id <= lastId; id++)
    if (flags.every((filter) => filter.some((has) => has[id] === 1))) passing.push(id);
  return passing;
}

const list = (
  filters: readonly (readonly string[])[],
  offset: number,
  limit: number,
  order?: "ascending" | "descending",
) =>
  listIds(
    database.table,
    type,
    filters.map((names) => terms(...names)),
    { offset, limit, order },
  );

test.each<[string, string[][]]>([
  ["no filter", []],
  ["a filter that most records pass", [["half"]]],
  ["a filter that few records pass", [["rare"]]],
  ["a filter on the edges of superblocks", [["edges"]]],
  ["a filter that one record passes", [["one"]]],
  ["a filter whose term no record has any more", [["emptied"]]],
  ["a filter whose term no record ever had", [["never used"]]],
  ["an empty filter", [[]]],
  ["a filter of several terms", [["rare", "edges", "one"]]],
  ["a filter of a frequent and a rare term", [["third", "two far apart"]]],
  ["a filter with full and empty segments in turn", [["every other"]]],
  ["two dense filters", [["half"], ["third"]]],
  ["a dense and a rare filter", [["half"], ["rare"]]],
  ["a rare and a dense filter", [["rare"], ["half"]]],
  ["a filter whose few segments in each superblock are read by key", [["half"], ["four of each superblock"]]],
  [
    "a filter whose segments in each superblock are too many to read by key",
    [["half"], ["five of each superblock"]],
  ],
  ["a filter in the first superblock only", [["third"], ["first superblock"]]],
  ["a filter in the last superblock only", [["third"], ["last superblock"]]],
  ["two filters that exclude each other", [["first superblock"], ["last superblock"]]],
  ["a filter and an empty filter", [["half"], []]],
  ["a filter and another whose term no record has any more", [["half"], ["emptied"]]],
  [
    "three filters of several terms each",
    [
      ["half", "one"],
      ["third", "edges"],
      ["rare", "first superblock"],
    ],
  ],
  ["the same filter twice", [["rare"], ["rare"]]],
])("every page and total of a list with %s equal those of a brute-force search", async (_, filters) => {
  const expected = bruteForce(filters);
  const total = expected.length;
  for (const offset of [0, 1, 137, total >> 1, total - 3, total - 1, total, total + 1, 10 * total + 5]) {
    if (offset < 0) continue;
    expect(await list(filters, offset, 50)).toEqual({ ids: expected.slice(offset, offset + 50), total });
  }
});

test("a page with any filters at any offset equals that of a brute-force search", async () => {
  const filter = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 });
  const filters = fc.array(filter, { maxLength: 3 });
  const place = fc.double({ min: 0, max: 1.1, noNaN: true });
  await fc.assert(
    fc.asyncProperty(filters, place, fc.integer({ min: 1, max: 100 }), async (filters, where, limit) => {
      const expected = bruteForce(filters);
      const offset = Math.floor(where * expected.length);
      const page = { ids: expected.slice(offset, offset + limit), total: expected.length };
      expect(await list(filters, offset, limit)).toEqual(page);
    }),
    { numRuns: 25 },
  );
});

test("a list in descending order is the ascending list reversed, at the same cost, for any filters", async () => {
  const filter = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3 });
  const filters = fc.array(filter, { maxLength: 3 });
  const place = fc.double({ min: 0, max: 1.1, noNaN: true });
  await fc.assert(
    fc.asyncProperty(filters, place, fc.integer({ min: 1, max: 100 }), async (filters, where, limit) => {
      const expected = bruteForce(filters).toReversed();
      const offset = Math.floor(where * expected.length);
      meter.reset();
      await list(filters, offset, limit);
      const ascending = meter.rcu;
      meter.reset();
      const page = { ids: expected.slice(offset, offset + limit), total: expected.length };
      expect(await list(filters, offset, limit, "descending")).toEqual(page);
      expect(meter.rcu).toBe(ascending);
    }),
    { numRuns: 25 },
  );
});

test.each<[string, string[][]]>([
  ["20 filters", Array.from({ length: 20 }, (_, i) => [["half", "third", "rare"][i % 3] ?? "one"])],
  ["a filter of 60 terms", [Array.from({ length: 60 }, (_, i) => names[i % names.length] ?? "one")]],
])("a list with %s runs at most 8 queries at a time", async (_, filters) => {
  maxUnderWay = 0;
  const ids = bruteForce(filters);
  expect(await list(filters, 0, 10)).toEqual({ ids: ids.slice(0, 10), total: ids.length });
  expect(maxUnderWay).toBe(8);
});

test("consecutive pages of a list have no gap and no repetition", async () => {
  const filters = [["five of each superblock", "rare"], ["half"]];
  const found: number[] = [];
  for (let total = 1; found.length < total; ) {
    const page = await list(filters, found.length, 7);
    ({ total } = page);
    found.push(...page.ids);
  }
  expect(found).toEqual(bruteForce(filters));
});

test("a rare filter reduces the reads of a dense filter", async () => {
  const costOf = async (filters: string[][]) => {
    meter.reset();
    await list(filters, 0, 50);
    return meter.rcu;
  };
  const dense = await costOf([["half"]]);
  expect(await costOf([["half"], ["two far apart"]])).toBeLessThan(dense / 4);
  expect(await costOf([["half"], ["first superblock"]])).toBeLessThan(dense / 3);
});

test.each<[string, string[][], number]>([
  ["one filter", [["half"]], 25],
  ["filters read by key and by range", [["half"], ["four of each superblock"]], 25],
  ["20 filters", Array.from({ length: 20 }, (_, i) => [["half", "third", "*"][i % 3] ?? "one"]), 400],
])("a request counts the read units of a list with %s", async (_, filters, atLeast) => {
  // The meter makes its own client ask for the units of every call. This client has no meter.
  const unmetered = openTable(database.table.name, database.connect());
  const reads = { units: 0 };
  await meterReads(reads, () =>
    listIds(
      unmetered,
      type,
      filters.map((names) => terms(...names)),
      page,
    ),
  );
  meter.reset();
  await list(filters, page.offset, page.limit);
  expect(reads.units).toBe(meter.rcu);
  expect(reads.units).toBeGreaterThan(atLeast);
});

test("each term takes one query if its ids are in a single superblock", async () => {
  const ids = Array.from({ length: 40 }, (_, i) => i + 1);
  await putAll(database.table, [...segmentItems("user", ["a"], ids), ...segmentItems("user", ["b"], ids)]);
  meter.reset();
  await listIds(database.table, "user", [terms("a"), terms("b")], { offset: 0, limit: 50 });
  expect(meter.requests).toEqual(new Map([["Query", 2]]));
});

/** Changes a record's terms in its own transaction. */
const change = (id: number, before: readonly Term[], after: readonly Term[]) =>
  transact(database.table, [], indexWrites([{ type: "species", id, before, after }]));

test("a change of a record adds its new terms and removes its old terms", async () => {
  const id = idAt({ superblock: 76, stripe: 31, place: 4095 });
  const has = async (term: Term) => {
    const { ids } = await listIds(database.table, "species", [[term]], { offset: 0, limit: 10 });
    return ids.includes(id);
  };
  await change(id, [], [["*"], ["nm", "wolf"], ["kv", "a", 1]]);
  await change(id, [["*"], ["nm", "wolf"], ["kv", "a", 1]], [["*"], ["nm", "dog"], ["kv", "a", 1]]);
  expect(await Promise.all([has(["nm", "wolf"]), has(["nm", "dog"]), has(["kv", "a", 1])])).toEqual([
    false,
    true,
    true,
  ]);
  await change(id, [["*"], ["nm", "dog"], ["kv", "a", 1]], []);
  expect(await listIds(database.table, "species", [], { offset: 0, limit: 10 })).toEqual({
    ids: [],
    total: 0,
  });
});

test("several records of one segment change in one write", async () => {
  const changes = [1, 33, 65].map((id): TermChange => ({ type: "media", id, before: [], after: [["*"]] }));
  expect((await indexWrites(changes)(database.table)).length).toBe(1);
  await transact(database.table, [], indexWrites(changes));
  expect(await listIds(database.table, "media", [], { offset: 1, limit: 10 })).toEqual({
    ids: [33, 65],
    total: 3,
  });
});

test("a term that does not change is not written, even if it is listed twice", async () => {
  const staying: TermChange = { type: "media", id: 9, before: [["*"]], after: [["*"], ["*"]] };
  expect(await indexWrites([staying])(database.table)).toEqual([]);
});

test("terms of one partition are kept apart even if they begin with the same text", async () => {
  await change(7, [], [["month", "2023-01"]]);
  await change(8, [], [["month", "2023-02"]]);
  for (const [month, ids] of [
    ["2023-01", [7]],
    ["2023-02", [8]],
    ["2023", []],
  ] as const) {
    const filters: Filter[] = [
      [["month", month]],
      [
        ["month", "2023-01"],
        ["month", "2023-02"],
      ],
    ];
    const page = await listIds(database.table, "species", filters, { offset: 0, limit: 10 });
    expect(page).toEqual({ ids, total: ids.length });
  }
});

test.each<[string, Term, Term]>([
  ["an equals sign in a key and one in a value", ["kv", "a=b", "c"], ["kv", "a", "b=c"]],
  ["a hash in a value and two values", ["h", "x#y"], ["h", "x", "y"]],
  ["two ways to write a letter", ["nm", "é"], ["nm", "e\u0301"]],
  ["two long values that differ at their end", ["nm", "a".repeat(2000)], ["nm", `${"a".repeat(1999)}b`]],
  ["one number and two numbers with the same digits", ["cs", 12], ["cs", 1, 2]],
])("different terms have different keys (%s)", async (_, one, other) => {
  await change(5, [], [one]);
  const page = { offset: 0, limit: 10 };
  expect((await listIds(database.table, "species", [[one]], page)).ids).toContain(5);
  expect((await listIds(database.table, "species", [[other]], page)).ids).not.toContain(5);
});

/** A random selection of about one id in `count`. */
function oneIn(count: number): readonly number[] {
  const random = seededRandom(count);
  return Array.from({ length: lastDenseId }, (_, i) => i + 1).filter(() => random() * count < 1);
}

/** `count` consecutive ids in each superblock, each in another segment. */
function inEachSuperblock(count: number): readonly number[] {
  const superblocks = Array.from({ length: Math.floor(lastDenseId / idsPerSuperblock) }, (_, i) => i);
  return superblocks.flatMap((s) => Array.from({ length: count }, (_, i) => s * idsPerSuperblock + 1000 + i));
}
