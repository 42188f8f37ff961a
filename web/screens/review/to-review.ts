import { computed, signal } from "@preact/signals";
import type { Decisions } from "./decisions.ts";
import type { Item } from "./item.ts";

const pageSize = 60;

/** A part of the labels that are to be reviewed now, and their number. */
export type LoadItems = (
  offset: number,
  limit: number,
  signal: AbortSignal,
) => Promise<{ readonly items: readonly Item[]; readonly total: number }>;

type Reading = {
  readonly met: ReadonlySet<number>;
  readonly isNew: boolean;
  /** Number of labels when it began, with those that this person had decided by then. */
  readonly all: number;
};

/** The labels to review with some filters, as far as they have been fetched. What was decided stays in its place. */
export class ToReview {
  readonly items = signal<readonly Item[]>([]);
  readonly isLoading = signal(false);
  readonly error = signal<unknown>(undefined);
  /** Whether all have been fetched. */
  readonly isComplete = signal(false);
  /** How many there were when they were counted last, and the labels that had been done by then. */
  readonly #counted = signal<{ readonly total: number; readonly done: ReadonlySet<number> } | undefined>(
    undefined,
  );
  /** Number of labels that are left; `undefined` until they have been counted. */
  readonly left = computed(() => {
    const counted = this.#counted.value;
    if (counted === undefined) return undefined;
    const { settled, own } = this.#decisions;
    // Votes on other labels, in Watch, are no matter of this list.
    const known = new Set([...this.items.value.map(({ id }) => id), ...own.value]);
    const countOf = (labels: ReadonlySet<number>) => [...known].filter((id) => labels.has(id)).length;
    return Math.max(0, counted.total - (countOf(settled.value) - countOf(counted.done)));
  });
  readonly #load: LoadItems;
  readonly #decisions: Decisions;
  readonly #closed = new AbortController();
  /** What this reading of the list has met. Votes make the list shorter meanwhile, so that it is read until nothing is new. */
  #reading: Reading | undefined;

  /** Labels came back while a page was fetched. */
  #isOutdated = false;

  constructor(load: LoadItems, decisions: Decisions) {
    this.#load = load;
    this.#decisions = decisions;
  }

  /** Fetches the next page, unless one is being fetched, or none is left. */
  async more(): Promise<void> {
    if (this.isLoading.peek() || this.isComplete.peek()) return;
    this.isLoading.value = true;
    this.error.value = undefined;
    try {
      // In the order of the votes: each makes the list shorter.
      const found = await this.#decisions.inOrder(() => this.#page());
      if (found.length > 0) this.items.value = [...this.items.peek(), ...found];
    } catch (error) {
      if (!this.#closed.signal.aborted) this.error.value = error;
    } finally {
      this.isLoading.value = false;
    }
  }

  /** Looks for labels that came back, from the beginning. */
  readAgain(): void {
    this.#reading = undefined;
    this.#isOutdated = this.isLoading.peek();
    this.isComplete.value = false;
  }

  close(): void {
    this.#closed.abort();
  }

  async #page(): Promise<readonly Item[]> {
    const before = this.#decisions.done;
    const offset = [...(this.#reading?.met ?? [])].filter((id) => !before.has(id)).length;
    const { items, total } = await this.#load(offset, pageSize, this.#closed.signal);
    const { done } = this.#decisions;
    const decided = done.size;
    this.#counted.value = { total, done };
    const known = new Set(this.items.peek().map(({ id }) => id));
    const found = items.filter(({ id }) => !known.has(id));
    if (this.#isOutdated) {
      this.#isOutdated = false;
      return found;
    }
    const { met, isNew, all } = this.#reading ?? { met: [], isNew: false, all: total + decided };
    const reading = {
      met: new Set([...met, ...items.map(({ id }) => id)]),
      isNew: isNew || found.length > 0,
      all,
    };
    const isEnd = offset + pageSize >= total;
    this.#reading = isEnd ? undefined : reading;
    // One page was all, or a whole reading met nothing new while only this person voted.
    const isSame = !reading.isNew && all === total + decided;
    this.isComplete.value = isEnd && (offset === 0 || isSame);
    return found;
  }
}
