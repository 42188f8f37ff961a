import type { Entry } from "../../../../web/saving/entry.ts";
import { Outbox } from "../../../../web/saving/outbox.ts";
import type { Outcome } from "../../../../web/saving/outcome.ts";
import { memoryStore } from "../../../../web/saving/store.ts";
import { ben } from "../../saving/row.ts";

/** An outbox of one tab without pauses. It sends its entries one by one, in their order. */
export function outboxWith(send: (entry: Entry) => Promise<Outcome>, store = memoryStore()): Outbox {
  return outboxOf(async (entries) => {
    const outcomes: Outcome[] = [];
    for (const entry of entries) outcomes.push(await send(entry));
    return outcomes;
  }, store);
}

/** Like `outboxWith`, but votes on different labels are sent together. */
export function outboxOf(
  send: (entries: readonly Entry[]) => Promise<readonly Outcome[]>,
  store = memoryStore(),
): Outbox {
  let last: Promise<unknown> = Promise.resolve();
  return new Outbox(ben.id, {
    store,
    send,
    exclusively: (run) => {
      const done = last.then(run);
      last = done.catch(() => {});
      return done;
    },
    pause: async () => {},
    tell: () => {},
  });
}
