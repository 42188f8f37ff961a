import { annotationTerms } from "../../shared/domain/annotation/annotation.ts";
import { listIds, type Term } from "../../shared/index/list-index.ts";
import type { Table } from "../../shared/table/table.ts";
import type { DataSet } from "./data-set.ts";
import { idsByTerm, termName } from "./data-set-items.ts";
import type { ListQuery } from "./list-queries.ts";
import type { ListCase } from "./measure-pages.ts";

/** Maximum cost of a page of ids among a million, in read capacity units, with strong consistency. */
const budgetsRcu = { "one filter": 42, "two filters": 85 } as const;

/** Number of superblocks of 131,072 ids in a million. A superblock is read as a whole. */
const superblocksOfMillion = 8;

/** Lists of annotations with the results of a brute-force search. Budgets are proportional to the superblocks begun. */
export function listCases(
  table: Table,
  { annotations }: DataSet,
  queries: readonly ListQuery[],
): readonly ListCase[] {
  const names = new Set(queries.flatMap(({ lists }) => lists.flat(2)).map(termName));
  const found = idsByTerm(annotations, (one) =>
    annotationTerms(one).filter((term) => names.has(termName(term))),
  );
  const matching = (filters: readonly (readonly Term[])[]) => {
    const sets = filters.map(
      (filter) => new Set(filter.flatMap((term) => found.get(termName(term))?.ids ?? [])),
    );
    return annotations.map(({ id }) => id).filter((id) => sets.every((set) => set.has(id)));
  };
  const share = Math.ceil(annotations.length / 131_072) / superblocksOfMillion;
  return queries.map(({ name, budget, lists }) => ({
    name,
    budgetRcu: budget && budgetsRcu[budget] * share,
    lists: lists.map((filters) => ({
      expected: matching(filters),
      page: (page) => listIds(table, "annotation", filters, page),
    })),
  }));
}
