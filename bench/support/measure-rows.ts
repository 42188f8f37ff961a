import type { PageRequest } from "../../shared/domain/wire/page.ts";
import { annotationLookups } from "../../shared/store/annotation/lookups.ts";
import { listAnnotations } from "../../shared/store/annotation/reader.ts";
import { listVideoStreams } from "../../shared/store/stream/reader.ts";
import type { Table } from "../../shared/table/table.ts";
import type { Meter } from "../../test/support/dynamo/meter.ts";
import { costOf, maxOf, times } from "./cost.ts";
import type { DataSet } from "./data-set.ts";

const samples = 20;

type Pages = {
  /** The number of rows on all pages. */
  readonly total: number;
  readonly read: (page: PageRequest) => Promise<{ rows: readonly unknown[] }>;
};

/**
 * Measures whole pages, ids and rows, as a function reads them before it joins other records. Pages are smaller where a
 * small data set has fewer rows.
 */
export async function measureRows(table: Table, meter: Meter, { annotations, streams }: DataSet) {
  const annotationPage = listAnnotations(table, { ...annotationLookups(table), usersCalled: async () => [] });
  const streamPage = listVideoStreams(table);
  const observer = annotations[0]?.observer;
  const pages: Record<string, Pages> = {
    "of all annotations": {
      total: annotations.length,
      read: (page) => annotationPage({ observation: [] }, page),
    },
    "of an observer's annotations": {
      total: annotations.filter((each) => each.observer === observer).length,
      read: (page) => annotationPage({ observer, observation: [] }, page),
    },
    "of all streams": { total: streams.length, read: (page) => streamPage({ timespan: {} }, page) },
  };
  const measured = [];
  for (const [name, { total, read }] of Object.entries(pages))
    for (const limit of limitsWithin(total)) {
      const costs = [];
      for (let i = 0; i < samples; i++) {
        const { result, cost } = await costOf(meter, () => read({ limit, offset: i }));
        if (result.rows.length !== limit)
          throw new Error(`${result.rows.length} rows ${name} instead of ${limit}`);
        costs.push(cost);
      }
      measured.push({
        page: `${limit} ${name}`,
        RCU: maxOf(costs, "rcu"),
        requests: maxOf(costs, "requests"),
        ...times(costs),
      });
    }
  return measured;
}

/** Returns the limits of pages that are full at every offset that is measured. */
function limitsWithin(total: number): readonly number[] {
  const largest = total - (samples - 1);
  return [...new Set([1, 20, 100].map((limit) => Math.min(limit, largest)))].filter((limit) => limit > 0);
}
