import { type Filters, steps } from "../../filters/filters.ts";
import type { Claim } from "../../labels/claim.ts";
import type { Row } from "../../labels/label.ts";
import type { Decision } from "./decisions.ts";
import type { Item } from "./item.ts";

/** Machines' labels that can be agreed with at once. */
export type SureOnes = {
  readonly decisions: readonly Decision[];
  /** The species that they are said to show, the most frequent one first. */
  readonly bySpecies: readonly { readonly species: Claim; readonly count: number }[];
  /** Number of labels that name no known species. They stay. */
  readonly unnamed: number;
  /** Number of labels that were left out because one reading has no room for them. */
  readonly beyond: number;
};

const usualLeast = 0.9;

/** How sure a machine may be asked to be at least, within the filters. */
export function leastChoices({ sure = { from: 0, to: 1 } }: Filters): readonly number[] {
  return steps.filter((step) => step >= sure.from && step < sure.to);
}

/** The choice to begin with: 0.90, or else the nearest below it, or above. */
export function firstLeast(filters: Filters): number {
  const choices = leastChoices(filters);
  return choices.findLast((step) => step <= usualLeast) ?? choices[0] ?? usualLeast;
}

/**
 * The labels of some filters that only a machine has named, at least so sure. What a person has named already is looked
 * at: a machine's confidence says nothing of that name.
 */
export function sureFilters(filters: Filters, least: number): Filters {
  return { ...filters, review: ["unreviewed"], sure: { from: least, to: filters.sure?.to ?? 1 } };
}

/** Some of the labels, the number of all that are read, and of all that there are. */
export type Part = { readonly rows: readonly Row[]; readonly all: number; readonly total: number };

/**
 * Reads the labels to agree with.
 * @param settled labels that were decided here already
 * @param onProgress gets the number of labels so far, and of all
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
