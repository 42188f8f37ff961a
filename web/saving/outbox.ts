import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Row } from "../labels/label.ts";
import type { Deed, Entry, Trouble } from "./entry.ts";

/** Keeps one person's entries, in their order. */
export type Store = {
  /** Replaces the entries by what `change` makes of them, all at once: other tabs change them, too. */
  update(change: (entries: readonly Entry[]) => readonly Entry[]): Promise<readonly Entry[]>;
};

/** What became of an entry that was sent. */
export type Outcome =
  /** The service has it. `row` is the label now; a label that was deleted has none. */
  | { readonly kind: "done"; readonly row?: Row }
  /** Somebody else deleted the label. */
  | { readonly kind: "gone" }
  | Trouble
  /** Not now. `pauseMs`: what the service asks for. */
  | { readonly kind: "later"; readonly pauseMs?: number };

/** What happened to a label, for all tabs that show it. `id`: the one that a new label has got. */
export type News = {
  readonly stream: number;
  readonly label: number;
  readonly id: number;
  /** The label as the service has it; `undefined`: it is deleted. */
  readonly row: Row | undefined;
  /** Whether somebody else deleted it. */
  readonly isGone: boolean;
};

type Parts = {
  readonly store: Store;
  readonly send: (entry: Entry) => Promise<Outcome>;
  /** Runs while no other tab of the person does. */
  readonly exclusively: <T>(run: () => Promise<T>) => Promise<T>;
  /** Waits for a time, or until the network is back. */
  readonly pause: (ms: number) => Promise<void>;
  /** Tells other tabs. */
  readonly tell: (news: News | undefined) => void;
};

const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/**
 * What one person did and the service does not have yet. Each entry is stored first, then sent until the service has it
 * or refuses it. The entries of a label are sent one after the other; one that is in trouble holds back those after it.
 */
export class Outbox {
  readonly entries: ReadonlySignal<readonly Entry[]>;
  /** Whether entries outlive this tab. */
  readonly isKept = signal(true);
  /** Whether something was saved in this tab. */
  readonly hasSaved = signal(false);
  readonly #stored = signal<readonly Entry[]>([]);
  readonly #unstored = signal<readonly Entry[]>([]);
  readonly #person: number;
  readonly #parts: Parts;
  readonly #ids = new Map<number, number>();
  readonly #listeners = new Set<(news: News) => void>();
  #store: Store;
  #last: Promise<unknown> = Promise.resolve();
  #sending: Promise<void> | undefined;
  #isMore = false;
  #isClosed = false;

  constructor(person: number, parts: Parts) {
    this.#person = person;
    this.#parts = parts;
    this.#store = parts.store;
    this.entries = computed(() => [...this.#stored.value, ...this.#unstored.value]);
  }

  /** Goes on with what an earlier visit left. */
  async open(): Promise<void> {
    await this.#update((entries) => entries);
    void this.send();
  }

  /** Stores and sends what was done, in this order. It is in `entries` at once. */
  add(stream: number, deeds: readonly (Deed & { readonly etag?: string | undefined })[]): void {
    const added = deeds.map(({ label, action, etag }): Entry => {
      const known = etag === undefined ? {} : { etag };
      const key = crypto.randomUUID();
      return { key, person: this.#person, stream, order: 0, label: this.idOf(label), action, ...known };
    });
    this.#unstored.value = [...this.#unstored.peek(), ...added];
    void this.#update(
      (entries) => {
        const last = entries.at(-1)?.order ?? 0;
        return [...entries, ...added.map((entry, i) => ({ ...this.#resolved(entry), order: last + 1 + i }))];
      },
      () => {
        this.#unstored.value = this.#unstored.peek().filter((entry) => !added.includes(entry));
      },
    ).then(() => this.send());
  }

  /** The id that a label has now: the service gives a new one its own. */
  idOf(label: number): number {
    return this.#ids.get(label) ?? label;
  }

  /** Sends an entry that is in trouble once more, changed. Its idempotency key is a new one. */
  retry(key: string, change: (entry: Entry) => Entry): void {
    void this.#update((entries) =>
      entries.map((entry) => {
        if (entry.key !== key) return entry;
        const { trouble: _, ...rest } = change(entry);
        return { ...rest, key: crypto.randomUUID() };
      }),
    ).then(() => this.send());
  }

  /** Throws away an entry, and what was done to the same label after it. */
  drop(key: string): void {
    void this.#update((entries) => {
      const dropped = entries.find((entry) => entry.key === key);
      return dropped
        ? entries.filter(({ label, order }) => label !== dropped.label || order < dropped.order)
        : entries;
    }).then(() => this.send());
  }

  /** Is told what became of labels. @returns a function that ends that */
  listen(listener: (news: News) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Another tab changed the entries. */
  async heard(news: News | undefined): Promise<void> {
    if (news) this.#learn(news);
    await this.#update(
      (entries) => entries.map((entry) => this.#resolved(entry)),
      () => news && this.#listenersHear(news),
    );
    void this.send();
  }

  /** Sends all that can be sent. */
  send(): Promise<void> {
    this.#isMore = true;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
      if (this.#isMore && !this.#isClosed) void this.send();
    });
    return this.#sending;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #sendAll(): Promise<void> {
    for (let failures = 0; this.#isMore && !this.#isClosed; ) {
      this.#isMore = false;
      const outcome = await this.#parts.exclusively(() => this.#sendNext());
      if (outcome === undefined) continue;
      this.#isMore = true;
      if (outcome.kind !== "later") failures = 0;
      else await this.#parts.pause(pauseOf(outcome, failures++));
    }
  }

  /** @returns `undefined` if there was nothing to send */
  async #sendNext(): Promise<Outcome | undefined> {
    const next = firstSendable(await this.#update((entries) => entries));
    if (next === undefined || this.#isClosed) return undefined;
    // An error that nobody foresaw must not lose the entry.
    const outcome = await this.#parts.send(next).catch((): Outcome => ({ kind: "later" }));
    if (outcome.kind === "later") return outcome;
    if (outcome.kind === "refused" || outcome.kind === "conflict") {
      await this.#update((entries) =>
        entries.map((entry) => (entry.key === next.key ? { ...entry, trouble: outcome } : entry)),
      );
      this.#parts.tell(undefined);
      return outcome;
    }
    const row = outcome.kind === "done" ? outcome.row : undefined;
    const { stream, label } = next;
    const news: News = { stream, label, id: row?.id ?? label, row, isGone: outcome.kind === "gone" };
    this.#learn(news);
    await this.#update(
      (entries) => withoutDone(entries, next, news),
      () => this.#listenersHear(news),
    );
    this.hasSaved.value = true;
    this.#parts.tell(news);
    return outcome;
  }

  #learn({ label, id }: News): void {
    if (label !== id) this.#ids.set(label, id);
  }

  #listenersHear(news: News): void {
    for (const listener of this.#listeners) listener(news);
  }

  #resolved(entry: Entry): Entry {
    const label = this.idOf(entry.label);
    return label === entry.label ? entry : { ...entry, label };
  }

  /**
   * Changes what is stored, one change after the other.
   * @param also what is seen at the same moment
   */
  #update(
    change: (entries: readonly Entry[]) => readonly Entry[],
    also?: () => void,
  ): Promise<readonly Entry[]> {
    const done = this.#last.then(async () => {
      const entries = await this.#store.update(change).catch(() => {
        // Such as a full disk. What was done stays in this tab, and the tab warns before it is closed.
        this.isKept.value = false;
        this.#store = memoryStore(this.#stored.peek());
        return this.#store.update(change);
      });
      batch(() => {
        this.#stored.value = entries;
        also?.();
      });
      return entries;
    });
    this.#last = done.catch(() => {});
    return done;
  }
}

/** Keeps entries as long as the tab is open. */
export function memoryStore(initial: readonly Entry[] = []): Store {
  let entries = initial;
  return {
    update: async (change) => {
      entries = change(entries);
      return entries;
    },
  };
}

/** The first entry that nothing holds back. */
function firstSendable(entries: readonly Entry[]): Entry | undefined {
  const held = new Set<number>();
  for (const entry of entries) {
    if (held.has(entry.label)) continue;
    const isUnknown = entry.label < 0 && entry.action.kind !== "create";
    if (entry.trouble === undefined && !isUnknown) return entry;
    held.add(entry.label);
  }
  return undefined;
}

/** What is left after an entry. */
function withoutDone(entries: readonly Entry[], done: Entry, { id, isGone }: News): readonly Entry[] {
  const rest = entries.filter(({ key }) => key !== done.key);
  if (isGone) return rest.filter(({ label }) => label !== done.label);
  return rest.map((entry) => {
    if (entry.label !== done.label) return entry;
    // The version that they were done to is an older one now.
    const { etag: _, ...later } = entry;
    return { ...later, label: id };
  });
}

/** Up to half as long again, so that not all return together. */
function pauseOf({ pauseMs }: { readonly pauseMs?: number }, failures: number): number {
  const ms = pauseMs ?? Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
  return ms * (1 + Math.random() / 2);
}
