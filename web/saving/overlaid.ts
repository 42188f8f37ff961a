import { type Claims, type Label, labelOf } from "../labels/label.ts";
import type { LabelSet } from "../labels/label-set.ts";
import type { Entry } from "./entry.ts";
import { type NewRow, withEntries } from "./overlay.ts";

/** Returns the labels of a stream after all unsent changes: with new and changed labels, without deleted ones. */
export function overlaid(
  served: LabelSet,
  entries: readonly Entry[],
  made: NewRow,
  blanks: ReadonlySet<number>,
  claims: Claims,
): LabelSet {
  if (entries.length === 0) return served;
  const byLabel = Map.groupBy(entries, ({ label }) => label);
  const changed = [...byLabel].flatMap(([label, own]): Label[] => {
    const row = withEntries(served.get(label)?.row, shownOf(own), made);
    return row ? [{ ...labelOf(row, blanks, claims), saving: savingOf(own) }] : [];
  });
  return served.without(new Set(byLabel.keys())).withMore(changed);
}

/** Leaves out deletions in trouble, because their labels still exist. */
function shownOf(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ action, trouble }) => action.kind !== "remove" || trouble === undefined);
}

function savingOf(entries: readonly Entry[]): NonNullable<Label["saving"]> {
  return entries.find(({ trouble }) => trouble)?.trouble?.kind ?? "waiting";
}
