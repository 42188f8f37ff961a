import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import { until } from "../keys/in-order.ts";
import type { Deed, Entry, Trouble } from "./entry.ts";
import { type News, newsOf, type Outcome } from "./outcome.ts";
import { sentTogether, unheld, withoutDone } from "./queue.ts";
import { type Change, memoryStore, type Store } from "./store.ts";

type Parts = {
  readonly store: Store;
  /** Sends the first entry, or the first votes on different labels. @returns the outcome of each */
  readonly send: (entries: readonly Entry[]) => Promise<readonly Outcome[]>;
  /** Runs a function while no other tab of the person runs one. */
  readonly exclusively: <T>(run: () => Promise<T>) => Promise<T>;
  /** Waits for a time, or until the network is back. */
  readonly pause: (ms: number) => Promise<void>;
  /** Sends news to other tabs. */
  readonly tell: (news: readonly News[]) => void;
};

type Listener = (news: readonly News[]) => void;
type Later = Extract<Outcome, { kind: "later" }>;
type Settled = { readonly kind: "settled" };

const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/**
 * Changes of one person that the service does not have yet. Each entry is stored first, then sent until the service
 * accepts or refuses it. The entries of one label are sent one after the other. An entry in trouble holds back later
 * entries of its label.
 */
export class Outbox {
  readonly entries: ReadonlySignal<readonly Entry[]>;
  /** `false` if this browser cannot store entries. Entries then exist only while the tab is open. */
  readonly canKeep = signal(true);
  /** `true` if all changes made in this tab are stored or sent, so that closing the tab loses nothing. */
  readonly isKept: ReadonlySignal<boolean>;
  /** `true` once a change has been saved in this tab. */
  readonly hasSaved = signal(false);
  readonly #stored = signal<readonly Entry[]>([]);
  readonly #unstored = signal<readonly Entry[]>([]);
  /** Number of changes in this tab whose storage has not been confirmed. */
  readonly #unconfirmed = signal(0);
  readonly #person: number;
  readonly #parts: Parts;
  readonly #ids = new Map<number, number>();
  readonly #listeners = new Set<Listener>();
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
    this.isKept = computed(
      () => this.#unconfirmed.value === 0 && (this.canKeep.value || this.entries.value.length === 0),
    );
  }

  /** Continues with the entries of an earlier visit. */
  async open(): Promise<void> {
    await this.#update((entries) => entries);
    void this.send();
  }

  /** Stores and sends changes, in this order. The changes are in `entries` at once. */
  add(stream: number, deeds: readonly (Deed & { readonly etag?: string | undefined })[]): void {
    this.addAll(deeds.map((deed) => ({ ...deed, stream })));
  }

  /** Like `add`, for labels of several streams. */
  addAll(deeds: readonly (Deed & Pick<Entry, "stream"> & { readonly etag?: string | undefined })[]): void {
    const waiting = new Set(this.entries.peek().map(({ label }) => this.idOf(label)));
    const added = deeds.map(({ stream, label: old, action, etag }): Entry => {
      const label = this.idOf(old);
      // A waiting entry makes a newer version of the label.
      const known = etag === undefined || waiting.has(label) ? {} : { etag };
      return { key: crypto.randomUUID(), person: this.#person, stream, order: 0, label, action, ...known };
    });
    this.#do(
      (entries) => {
        const last = entries.at(-1)?.order ?? 0;
        return [...entries, ...added.map((entry, i) => ({ ...this.#resolved(entry), order: last + 1 + i }))];
      },
      () => {
        const stored = new Set(added);
        this.#unstored.value = this.#unstored.peek().filter((entry) => !stored.has(entry));
      },
    );
    // Set after `#do`, because effects of this change may call `between`, which must run after these entries.
    this.#unstored.value = [...this.#unstored.peek(), ...added];
  }

  /** Returns the current id of a label. The service gives new labels an id of its own. */
  idOf(label: number): number {
    return this.#ids.get(label) ?? label;
  }

  /** Sends an entry in trouble once more, after a change, with a new idempotency key. */
  retry(key: string, change: (entry: Entry) => Entry): void {
    this.#do((entries) =>
      entries.map((entry) => {
        if (entry.key !== key) return entry;
        const { trouble: _, ...rest } = change(entry);
        return { ...rest, key: crypto.randomUUID() };
      }),
    );
  }

  /** Discards an entry, and later entries of the same label. */
  drop(key: string): void {
    this.#do((entries) => {
      const dropped = entries.find((entry) => entry.key === key);
      return dropped
        ? entries.filter(({ label, order }) => label !== dropped.label || order < dropped.order)
        : entries;
    });
  }

  /** Calls a listener with news about labels. @returns a function that removes the listener */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Handles changes of the entries by another tab. */
  async heard(news: readonly News[]): Promise<void> {
    for (const each of news) this.#learn(each);
    await this.#update(
      (entries) => entries.map((entry) => this.#resolved(entry)),
      () => this.#listenersHear(news),
    );
    void this.send();
  }

  /** Sends all entries that can be sent. */
  send(): Promise<void> {
    this.#isMore = true;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
      if (this.#isMore && !this.#isClosed) void this.send();
    });
    return this.#sending;
  }

  /** Runs a function while nothing is sent: after the entries that wait now, and before later ones. */
  async between<T>(run: () => Promise<T>): Promise<T> {
    const waiting = new Set(unheld(await this.#update((entries) => entries)).map(({ key }) => key));
    for (;;) {
      let seen = this.entries.peek();
      const done = await this.#parts.exclusively(async () => {
        const left = unheld(await this.#update((entries) => entries)).some(({ key }) => waiting.has(key));
        seen = this.entries.peek();
        return left ? undefined : { value: await run() };
      });
      if (done) return done.value;
      await until(() => this.entries.value !== seen);
    }
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

  /** @returns the outcomes, or a pause before the next attempt; `undefined` if there was nothing to send */
  async #sendNext(): Promise<Settled | Later | undefined> {
    const sent = sentTogether(unheld(await this.#update((entries) => entries)));
    if (sent.length === 0 || this.#isClosed) return undefined;
    // An unexpected error must not lose the entries.
    const outcomes = await this.#parts.send(sent).catch((): readonly Outcome[] => []);
    const troubles = new Map<string, Trouble>();
    const news = new Map<Entry, News>();
    let later: Later | undefined;
    for (const [i, entry] of sent.entries()) {
      const outcome = outcomes[i] ?? ({ kind: "later" } as const);
      if (outcome.kind === "later") later = outcome;
      else if (outcome.kind === "refused" || outcome.kind === "conflict") troubles.set(entry.key, outcome);
      else news.set(entry, newsOf(entry, outcome));
    }
    if (news.size + troubles.size === 0) return later;
    const all = [...news.values()];
    for (const each of all) this.#learn(each);
    await this.#update(
      (entries) =>
        withoutDone(entries, news).map((entry) => {
          const trouble = troubles.get(entry.key);
          return trouble ? { ...entry, trouble } : entry;
        }),
      () => this.#listenersHear(all),
    );
    if (all.length > 0) this.hasSaved.value = true;
    this.#parts.tell(all);
    return later ?? { kind: "settled" };
  }

  #learn({ label, id }: News): void {
    if (label !== id) this.#ids.set(label, id);
  }

  #listenersHear(news: readonly News[]): void {
    if (news.length === 0) return;
    for (const listener of this.#listeners) listener(news);
  }

  #resolved(entry: Entry): Entry {
    const label = this.idOf(entry.label);
    return label === entry.label ? entry : { ...entry, label };
  }

  /** Stores a change of the entries, then sends. */
  #do(change: Change, also?: () => void): void {
    this.#unconfirmed.value++;
    void this.#update(change, () => {
      this.#unconfirmed.value--;
      also?.();
    }).then(() => this.send());
  }

  /**
   * Stores changes of the entries one after the other.
   * @param also runs at the moment in which the change becomes visible
   */
  #update(change: Change, also?: () => void): Promise<readonly Entry[]> {
    const done = this.#last.then(async () => {
      const entries = await this.#store.update(change).catch(() => {
        // For example when the disk is full. The change stays in this tab, and the tab warns before it is closed.
        this.canKeep.value = false;
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

/** Adds a random part of up to half of the pause, so that not all clients retry at the same time. */
function pauseOf({ pauseMs }: { readonly pauseMs?: number }, failures: number): number {
  const ms = pauseMs ?? Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
  return ms * (1 + Math.random() / 2);
}
