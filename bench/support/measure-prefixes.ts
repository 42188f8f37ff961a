import { listSpecies } from "../../shared/store/species/reader.ts";
import type { Table } from "../../shared/table/table.ts";
import type { Meter } from "../../test/support/dynamo/meter.ts";
import { costOf, judged, maxOf, times } from "./cost.ts";
import { commonName, scientificName, speciesCount } from "./find-data.ts";

/** Maximum read capacity units without the rows of the page. */
const budgetRcu = 2;

const limit = 100;

type Prefixed = { readonly table: Table; readonly meter: Meter; readonly samples: number };

/**
 * Measures lists of species by the beginning of a word that one species has, a tenth of them, or all.
 * @throws Error when a page differs from the brute-force search
 */
export async function measurePrefixes({ table, meter, samples }: Prefixed) {
  const list = listSpecies(table);
  const all = Array.from({ length: speciesCount }, (_, i) => i + 1);
  const rows = [];
  for (const prefix of ["species77", "Genus3", "animal"]) {
    const costs = [];
    const expected = all.filter((id) =>
      `${commonName(id)} ${scientificName(id)}`
        .toLowerCase()
        .split(" ")
        .some((word) => word.startsWith(prefix.toLowerCase())),
    );
    // Each function checks once that the table is complete.
    await list({ prefix }, { offset: 0, limit: 0 });
    while (costs.length < samples) {
      const { result, cost } = await costOf(meter, () => list({ prefix }, { offset: 0, limit }));
      if (result.rows.map(({ id }) => id).join() !== expected.join())
        throw new Error(`${prefix}: ${result.rows.length} species instead of ${expected.length}`);
      costs.push({ ...cost, rcu: cost.rcu - result.rows.length });
    }
    const rcu = maxOf(costs, "rcu");
    rows.push({
      list: `\`prefix=${prefix}\``,
      ids: expected.length,
      RCU: rcu,
      ...judged(rcu, budgetRcu),
      requests: maxOf(costs, "requests"),
      ...times(costs),
    });
  }
  return rows;
}
