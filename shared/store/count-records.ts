import { type Annotation, annotationTerms } from "../domain/annotation/annotation.ts";
import type { Countable } from "../domain/annotation/counts.ts";
import type { Cell, Term } from "../index/list-index.ts";
import type { Table } from "../table/table.ts";
import { type CountedValue, shownObservers, termNames } from "./annotation/dimensions.ts";

/** Counts these annotations by the same terms as the index. */
export async function countRecords(
  table: Table,
  annotations: readonly Annotation[],
  by: readonly Countable[],
): Promise<readonly Cell<CountedValue>[]> {
  const shown = by.includes("observer") ? await shownObservers(table, annotations) : undefined;
  const valuesIn = (annotation: Annotation, each: Countable): readonly CountedValue[] => {
    if (each === "observer") return shown ? [shown(annotation)] : [];
    const terms: readonly Term[] = annotationTerms(annotation);
    return terms.flatMap(([name, value]) => (name === termNames[each] && value !== undefined ? [value] : []));
  };
  return sumCells(
    annotations.flatMap((annotation) =>
      combinations(by.map((each) => valuesIn(annotation, each))).map((values) => ({ values, count: 1 })),
    ),
  );
}

/** Merges cells with the same values. */
export function sumCells(cells: readonly Cell<CountedValue>[]): readonly Cell<CountedValue>[] {
  const sums = new Map<string, Cell<CountedValue>>();
  for (const { values, count } of cells) {
    const name = JSON.stringify(values);
    sums.set(name, { values, count: count + (sums.get(name)?.count ?? 0) });
  }
  return [...sums.values()];
}

/** Every choice of one value from each list. */
function combinations<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return lists.reduce<readonly (readonly T[])[]>(
    (chosen, list) => chosen.flatMap((values) => list.map((value) => [...values, value])),
    [[]],
  );
}
