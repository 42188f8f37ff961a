import { countIds, matchingIds, type Term, valuesOf } from "../../shared/index/list-index.ts";
import { openTable } from "../../shared/table/table.ts";
import { segmentItems } from "../../test/support/dynamo/bulk.ts";
import { dynamoMeter } from "../../test/support/dynamo/meter.ts";
import type { TestTable } from "../../test/support/dynamo/table.ts";
import { below, type Random } from "../../test/support/seeded-random.ts";
import { bulkWrite } from "./bulk-write.ts";
import { type Cost, costOf, judged, maxOf, times } from "./cost.ts";

const [speciesCount, hours] = [20, 24];

/** Maximum cost with a million annotations: read capacity units, and time of a function with 1 GB. */
const budget = { rcu: 1700, ms: 2000 } as const;
const superblocksOfMillion = 8;

/** Lambda assigns 1 core per 1,769 MB (Lambda Developer Guide, "Configure Lambda function memory"). */
const coresOfFunction = 1024 / 1769;

/**
 * Measures the counts of 20 species by 24 hours in a table with only their bits.
 * @throws Error when a count differs from the brute-force count
 */
export async function measureCounts(
  database: TestTable,
  annotations: number,
  random: Random,
  samples: number,
) {
  const { name } = await database.fresh();
  const client = database.connect();
  const meter = dynamoMeter();
  meter.addTo(client);
  const table = openTable(name, client);
  const expected = await writeBits(table, annotations, random);
  const [species, hour] = [values("sp", 1, speciesCount), values("hour", 0, hours)];
  const costs: (Cost & { readonly cpuMs: number })[] = [];
  while (costs.length < samples) {
    const before = process.cpuUsage();
    const { result, cost } = await costOf(meter, async () => {
      const within = await matchingIds(table, "annotation", []);
      return countIds(table, "annotation", within, [valuesOf(species, { overlaps: true }), valuesOf(hour)], {
        cells: 5000,
        values: 200,
      });
    });
    const { user, system } = process.cpuUsage(before);
    costs.push({ ...cost, cpuMs: (user + system) / 1000 });
    if ("tooMany" in result) throw new Error("There are too many cells");
    for (const { values, count } of result)
      if (expected.get(values.join()) !== count) throw new Error(`${values} has the count ${count}`);
    if (result.length !== expected.size) throw new Error(`${result.length} cells`);
  }
  const share = Math.ceil(annotations / 131_072) / superblocksOfMillion;
  const functionMs = Math.round(Math.max(...costs.map(({ cpuMs }) => cpuMs)) / coresOfFunction);
  const rcu = judged(maxOf(costs, "rcu"), budget.rcu * Math.max(1 / superblocksOfMillion, share));
  const time = judged(functionMs, budget.ms);
  return {
    counts: `${speciesCount} species by ${hours} hours`,
    annotations,
    cells: expected.size,
    RCU: maxOf(costs, "rcu"),
    budget: rcu.budget,
    requests: maxOf(costs, "requests"),
    "CPU ms in 1 GB": functionMs,
    "budget ms": time.budget,
    holds: rcu.holds === "NO" ? rcu.holds : time.holds,
    ...times(costs),
  };
}

function values(name: string, first: number, count: number) {
  return Array.from({ length: count }, (_, i) => ({
    value: first + i,
    terms: [[name, first + i] as const],
  }));
}

/** Writes bits of annotations with one species each, 10 % of them with another one. Returns the count of each species and hour. */
async function writeBits(
  table: Parameters<typeof bulkWrite>[0],
  annotations: number,
  random: Random,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, { readonly term: Term; readonly ids: number[] }>();
  const counts = new Map<string, number>();
  const add = (term: Term, id: number) => {
    const entry = ids.get(term.join()) ?? { term, ids: [] };
    ids.set(term.join(), entry);
    entry.ids.push(id);
  };
  for (let id = 1; id <= annotations; id++) {
    const hour = below(random, hours);
    const first = 1 + below(random, speciesCount);
    const species = random() < 0.1 ? [first, 1 + (first % speciesCount)] : [first];
    add(["*"], id);
    add(["hour", hour], id);
    for (const each of species) {
      add(["sp", each], id);
      counts.set([each, hour].join(), (counts.get([each, hour].join()) ?? 0) + 1);
    }
  }
  for (const { term, ids: found } of ids.values())
    await bulkWrite(table, segmentItems("annotation", term, found)[Symbol.iterator]());
  return counts;
}
