import type { Filters } from "../../filters/filters.ts";
import type { Decisions } from "./decisions.ts";
import { loadItems } from "./load-items.ts";
import { Reviewing } from "./reviewing.ts";

let last: { readonly filters: string; readonly reviewing: Reviewing } | undefined;

/**
 * Returns the labels for some filters. After the browser's Back from Watch, the labels are as the person left them.
 * Otherwise, they are fetched again.
 */
export function reopen(filters: Filters, decisions: Decisions): Reviewing {
  const key = JSON.stringify(filters);
  const isSame = last?.filters === key && !last.reviewing.isDone.peek();
  if (last && isSame) return last.reviewing;
  last?.reviewing.close();
  last = { filters: key, reviewing: new Reviewing(loadItems(filters), decisions) };
  return last.reviewing;
}
