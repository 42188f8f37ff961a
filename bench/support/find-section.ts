import type { TestTable } from "../../test/support/dynamo/table.ts";
import { seededRandom } from "../../test/support/seeded-random.ts";
import { filterCases, orderCases } from "./find-cases.ts";
import { makeFindData } from "./find-data.ts";
import { findTable } from "./find-table.ts";
import { measureFinds } from "./measure-finds.ts";
import { measurePrefixes } from "./measure-prefixes.ts";
import { markdownTable } from "./print-table.ts";

/** Measures lists by when, who and how sure in a table of their own. Returns the rows and the report's parts. */
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
  progress("lists by when, who and how sure");
  const loaded = { ...table, annotations, samples };
  const filters = await measureFinds(loaded, filterCases(seededRandom(seed + 2)));
  progress("the latest first");
  const orders = await measureFinds(loaded, orderCases(count));
  const prefixes = await measurePrefixes(loaded);
  return {
    rows: [...filters, ...orders, ...prefixes],
    report: [
      "## Lists by when, who and how sure",
      "As `GET /annotations` reads them, in a table of their own with annotations of three years, whose ids are in the order in which their videos were registered: at their start, or for one in twenty up to ten days later. Cameras have seven time zones. Six in ten annotations are a program's with a confidence; people voted on three in ten of these. The maximum of several lists of a kind. RCU are without the rows of the page, which are one unit each. Index entries by time are read with eventual consistency, the rest with strong consistency. `time` windows start at any millisecond.",
      markdownTable(filters),
      "### The latest first",
      "`order=-start_time`, of all annotations and of those with an observation key. The budget is for what the order costs beside the filter's own bits. The design has no budget for 0.1 % and for an offset of 9,900: those are our own. Budgets are for 100,000 annotations or more: fewer in three years are fewer a day, and each day that a page reaches back costs half a unit.",
      markdownTable(orders),
      "### Species by the beginning of a word",
      markdownTable(prefixes),
    ],
  };
}
