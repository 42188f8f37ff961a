import type { Species } from "../../api/species.ts";
import { speciesNamed } from "../../api/species.ts";
import { type Label, labelOf, type Row } from "../../labels/label.ts";

/** A label to review. */
export type Item = {
  readonly id: number;
  readonly label: Label;
  /** The species that it is said to show, which "agree" votes for; `undefined` if it names none, or an unknown one. */
  readonly claim: Pick<Species, "id" | "common_name" | "scientific_name"> | undefined;
};

/** Fields of an observation that name a species, the most exact one first. */
const nameFields = ["species", "scientific_name", "common_name"] as const;

/** What a label is said to show: by its votes, else by its observation. */
export async function itemOf(row: Row, blanks: ReadonlySet<number>): Promise<Item> {
  const label = labelOf(row, blanks);
  return { id: row.id, label, claim: label.species ?? (await written(row)) };
}

async function written({ observation }: Row): Promise<Item["claim"]> {
  for (const field of nameFields) {
    const name = observation?.[field];
    const species = name ? await speciesNamed(name) : undefined;
    if (species) return species;
  }
  return undefined;
}
