import { blankSpecies } from "../../api/species.ts";
import type { Filters } from "../../filters/filters.ts";
import { momentPage } from "../../filters/moments.ts";
import { itemOf } from "./item.ts";
import type { LoadItems } from "./to-review.ts";

/** Returns filters for labels without the person's vote and with a vote of at most one other person. */
export function toReview(filters: Filters): Filters {
  return { ...filters, review: ["unreviewed", "one"], voted: "!me" };
}

/** Returns a function that loads the labels to review, the newest first. */
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
