import type { Entry } from "../../../../web/saving/entry.ts";
import { Outbox } from "../../../../web/saving/outbox.ts";
import type { Outcome } from "../../../../web/saving/outcome.ts";
import { memoryStore } from "../../../../web/saving/store.ts";
import { ben } from "../../saving/row.ts";

/** An outbox of one tab without pauses. */
export function outboxWith(send: (entry: Entry) => Promise<Outcome>, store = memoryStore()): Outbox {
  let last: Promise<unknown> = Promise.resolve();
  return new Outbox(ben.id, {
    store,
    // One after the other, as the service does what comes in one request.
    send: async (entries) => {
      const outcomes: Outcome[] = [];
      for (const entry of entries) outcomes.push(await send(entry));
      return outcomes;
    },
    exclusively: (run) => {
      const done = last.then(run);
      last = done.catch(() => {});
      return done;
    },
    pause: async () => {},
    tell: () => {},
  });
}
