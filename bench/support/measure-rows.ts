import type { PageRequest } from "../../shared/domain/wire/page.ts";
import { annotationLookups } from "../../shared/store/annotation/lookups.ts";
import { listAnnotations } from "../../shared/store/annotation/reader.ts";
import { listVideoStreams } from "../../shared/store/stream/reader.ts";
import type { Table } from "../../shared/table/table.ts";
import type { Meter } from "../../test/support/dynamo/meter.ts";
import { costOf, maxOf, times } from "./cost.ts";
import type { DataSet } from "./data-set.ts";

const samples = 20;

/** Measures whole pages, ids and rows, as a function reads them before it joins other records. */
export async function measureRows(table: Table, meter: Meter, { annotations }: DataSet) {
  const annotationPage = listAnnotations(table, { ...annotationLookups(table), usersCalled: async () => [] });
  const streamPage = listVideoStreams(table);
  const observer = annotations[0]?.observer;
  const pages: Record<string, (page: PageRequest) => Promise<{ rows: readonly unknown[] }>> = {
    "of all annotations": (page) => annotationPage({ observation: [] }, page),
    "of an observer's annotations": (page) => annotationPage({ observer, observation: [] }, page),
    "of all streams": (page) => streamPage({ timespan: {} }, page),
  };
  const measured = [];
  for (const [name, read] of Object.entries(pages))
    for (const limit of [1, 20, 100]) {
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
