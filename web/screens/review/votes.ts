import { effect } from "@preact/signals";
import { outboxOf } from "../../saving/saving.ts";
import { Decisions } from "./decisions.ts";
import { countReviewed } from "./today.ts";

let decisions: Decisions | undefined;

/** What the person who is signed in decided since the page was opened. It goes on when another screen is opened. */
export function decisionsOf(person: number): Decisions {
  decisions ??= counted(new Decisions(outboxOf(person), person));
  return decisions;
}

/** Counts for today what is decided here. */
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
