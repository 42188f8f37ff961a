import { effect } from "@preact/signals";
import { outboxOf } from "../../saving/saving.ts";
import { Decisions } from "./decisions.ts";
import { countReviewed } from "./today.ts";

let decisions: Decisions | undefined;

/** Returns the person's decisions since the page was opened. The decisions are kept while other screens are open. */
export function decisionsOf(person: number): Decisions {
  decisions ??= counted(new Decisions(outboxOf(person), person));
  return decisions;
}

/** Counts the decisions made here in today's number. */
function counted(made: Decisions): Decisions {
  let last = 0;
  effect(() => {
    const shown = made.shown.value;
    const count = [...made.own.value].filter((label) => shown.has(label)).length;
    if (count !== last) countReviewed(count - last);
    last = count;
  });
  return made;
}
