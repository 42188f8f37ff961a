import type { TestTable } from "../../test/support/dynamo/table.ts";
import { seededRandom } from "../../test/support/seeded-random.ts";
import { filterCases, orderCases } from "./find-cases.ts";
import { makeFindData } from "./find-data.ts";
import { findTable } from "./find-table.ts";
import { measureFinds } from "./measure-finds.ts";
import { measurePrefixes } from "./measure-prefixes.ts";
import { markdownTable } from "./print-table.ts";

/** Measures lists by time, observer and confidence in a table of their own. Returns the rows and the report's parts. */
export async function findSection(
  database: TestTable,
  count: number,
  { seed, samples }: { readonly seed: number; readonly samples: number },
  progress: (what: string) => void,
) {
  progress("making labels of three years");
  const annotations = makeFindData(count, seededRandom(seed));
  const table = await findTable(database, annotations, (written) => {
    if (written % 1000 < 25) progress(`${written} labels written`);
  });
  progress("lists by time, observer and confidence");
  const loaded = { ...table, annotations, samples };
  const filters = await measureFinds(loaded, filterCases(seededRandom(seed + 2)));
  progress("the latest first");
  const orders = await measureFinds(loaded, orderCases(count));
  const prefixes = await measurePrefixes(loaded);
  return {
    rows: [...filters, ...orders, ...prefixes],
    report: [
      "## Lists by time, observer and confidence",
      "Lists as `GET /annotations` reads them, in a table of their own with annotations of three years. Their ids are in the order in which their videos were registered: at their start, or for one in twenty up to ten days later. Cameras have seven time zones. Programs made 60 % of the annotations, with a confidence, and people voted on 30 % of these. Numbers are maxima of several lists of a kind. RCU are without the rows of the page, which are one unit each. Index entries by time are read with eventual consistency, the rest with strong consistency. `time` windows start at any millisecond.",
      markdownTable(filters),
      "### The latest first",
      "Lists with `order=-start_time`, of all annotations and of those with an observation key. Budgets are for the units that the order takes in addition to the filter's own bits. The design has no budgets for 0.1 % and for an offset of 9,900: we chose these. Budgets apply to 100,000 annotations or more: with fewer annotations, a page reaches back more days, and each day costs half a unit.",
      markdownTable(orders),
      "### Species by the beginning of a word",
      markdownTable(prefixes),
    ],
  };
}
