import { type Filters, steps } from "../../filters/filters.ts";
import type { Claim } from "../../labels/claim.ts";
import type { Row } from "../../labels/label.ts";
import type { Decision } from "./decisions.ts";
import type { Item } from "./item.ts";

/** Labels of machines for "agree with all". */
export type SureOnes = {
  readonly decisions: readonly Decision[];
  /** The species of the labels, the most frequent one first. */
  readonly bySpecies: readonly { readonly species: Claim; readonly count: number }[];
  /** Number of labels without a known species. They are not decided. */
  readonly unnamed: number;
  /** Number of labels left out because of the maximum for one reading. */
  readonly beyond: number;
};

const usualLeast = 0.9;

/** Returns the possible minimum confidences within the filters. */
export function leastChoices({ sure = { from: 0, to: 1 } }: Filters): readonly number[] {
  return steps.filter((step) => step >= sure.from && step < sure.to);
}

/** Returns the default choice: 0.90, otherwise the nearest choice below it, or above. */
export function firstLeast(filters: Filters): number {
  const choices = leastChoices(filters);
  return choices.findLast((step) => step <= usualLeast) ?? choices[0] ?? usualLeast;
}

/**
 * Returns filters for labels that only a machine has named, with at least this confidence. If a person named a label,
 * somebody must look at it, because the machine's confidence is not about that name.
 */
export function sureFilters(filters: Filters, least: number): Filters {
  return { ...filters, review: ["unreviewed"], sure: { from: least, to: filters.sure?.to ?? 1 } };
}

/** A page of labels, the number of labels to read, and the number of all that match. */
export type Part = { readonly rows: readonly Row[]; readonly all: number; readonly total: number };

/**
 * Reads the labels to agree with.
 * @param settled labels with a decision here
 * @param onProgress called with the number of labels so far, and with the number of all labels
 */
export async function readSureOnes(
  parts: AsyncIterable<Part>,
  itemOf: (row: Row) => Promise<Item>,
  settled: ReadonlySet<number>,
  onProgress: (done: number, all: number) => void,
): Promise<SureOnes> {
  const decisions: Decision[] = [];
  let [done, unnamed, beyond] = [0, 0, 0];
  for await (const { rows, all, total } of parts) {
    const items = await Promise.all(rows.filter(({ id }) => !settled.has(id)).map(itemOf));
    for (const { id, label, claim } of items) {
      if (claim) decisions.push({ label: id, stream: label.row.videostream.id, species: claim });
      else unnamed += 1;
    }
    done += rows.length;
    beyond = total - all;
    onProgress(done, all);
  }
  const bySpecies = [...Map.groupBy(decisions, ({ species }) => species.id).values()]
    .flatMap((own) => own.slice(0, 1).map(({ species }) => ({ species, count: own.length })))
    .toSorted((a, b) => b.count - a.count);
  return { decisions, bySpecies, unnamed, beyond };
}
