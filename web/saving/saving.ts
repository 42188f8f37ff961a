import { computed, signal } from "@preact/signals";
import { queries } from "../api/query.ts";
import { deployment } from "../deployment.ts";
import { labelService } from "./label-service.ts";
import { Outbox } from "./outbox.ts";
import type { News } from "./outcome.ts";
import { sendEntries } from "./send-entries.ts";
import { mayHaveEntries, storedEntries } from "./stored-entries.ts";
import { warnBeforeClose } from "./warn-before-close.ts";

/** The outbox of the person who is signed in; `undefined` until it is needed. */
export const outbox = signal<Outbox | undefined>(undefined);

/** Opens the outbox if an earlier visit may have left entries in it. */
export async function resume(person: number): Promise<void> {
  if (await mayHaveEntries(deployment).catch(() => true)) outboxOf(person);
}

/** Returns the outbox of the person who is signed in. The page has only one person: for another person, it is reloaded. */
export function outboxOf(person: number): Outbox {
  const known = outbox.peek();
  if (known) return known;
  const name = `saving ${person} ${deployment}`;
  const channel = new BroadcastChannel(name);
  const made = new Outbox(person, {
    store: storedEntries(deployment, person),
    send: (entries) => sendEntries(labelService, entries),
    exclusively: (run) => navigator.locks.request(name, run),
    pause,
    tell: (news) => channel.postMessage(news),
  });
  channel.onmessage = ({ data }: MessageEvent<readonly News[]>) => void made.heard(data);
  // Stored entries wait for the next visit. Entries that are not stored would be lost when the tab is closed.
  warnBeforeClose(computed(() => !made.isKept.value));
  // Other screens count and show labels and votes, so they must fetch these again.
  made.listen(() => {
    for (const key of ["moments", "label counts"]) {
      void queries.invalidateQueries({ queryKey: [key], refetchType: "none" });
    }
  });
  outbox.value = made;
  void made.open();
  return made;
}

/** Waits for a time, or until the network is back. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
  });
}
