import { blankSpecies } from "../../api/species.ts";
import type { Filters } from "../../filters/filters.ts";
import { momentPage } from "../../filters/moments.ts";
import { itemOf } from "./item.ts";
import type { LoadItems } from "./to-review.ts";

/** The labels that a person has not voted on and that at most one other person has. */
export function toReview(filters: Filters): Filters {
  return { ...filters, review: ["unreviewed", "one"], voted: "!me" };
}

/** Loads the labels to review, the newest first. */
export function loadItems(filters: Filters): LoadItems {
  return async (offset, limit, signal) => {
    const [{ results, total }, blanks] = await Promise.all([
      momentPage(toReview(filters), "-start_time", offset, limit, signal),
      blankSpecies(),
    ]);
    const ids = new Set(blanks.map(({ id }) => id));
    return { items: await Promise.all(results.map((row) => itemOf(row, ids))), total };
  };
}
