import { type Claim, claimOf } from "../../labels/claim.ts";
import { type Label, labelOf, type Row } from "../../labels/label.ts";
import { reviewText } from "../../text/review.ts";

/** A label to review. */
export type Item = {
  readonly id: number;
  readonly label: Label;
  /** The species that "agree" votes for. */
  readonly claim: Claim | undefined;
  /** The name that the label shows; `undefined` if nobody named it. */
  readonly name: string | undefined;
};

/**
 * Returns what the label shows as its name: the species, or else what the machine said, such as `animal`. `undefined` if
 * it says nothing.
 */
export function shownName({ name, label: { row } }: Item): string | undefined {
  const kind = row.observation?.["observationType"];
  return name ?? (kind === undefined ? undefined : reviewText.value.kind(kind));
}

export async function itemOf(row: Row, blanks: ReadonlySet<number>): Promise<Item> {
  const label = labelOf(row, blanks);
  const claim = await claimOf(row, blanks);
  const name = claim?.common_name ?? label.name;
  return { id: row.id, label: { ...label, claim, name }, claim, name };
}
