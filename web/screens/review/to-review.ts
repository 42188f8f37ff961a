import { computed, signal } from "@preact/signals";
import type { Decisions } from "./decisions.ts";
import type { Item } from "./item.ts";

const pageSize = 60;

/** Loads a page of the labels that are to be reviewed now, and their number. */
export type LoadItems = (
  offset: number,
  limit: number,
  signal: AbortSignal,
) => Promise<{ readonly items: readonly Item[]; readonly total: number }>;

type Reading = {
  readonly met: ReadonlySet<number>;
  readonly isNew: boolean;
  /** Number of labels at the beginning, including those that this person had decided by then. */
  readonly all: number;
};

/** The fetched part of the labels to review for some filters. Decided labels keep their place. */
export class ToReview {
  readonly items = signal<readonly Item[]>([]);
  readonly isLoading = signal(false);
  readonly error = signal<unknown>(undefined);
  /** `true` if all labels have been fetched. */
  readonly isComplete = signal(false);
  /** The last count of the labels, and the labels that were done at that moment. */
  readonly #counted = signal<{ readonly total: number; readonly done: ReadonlySet<number> } | undefined>(
    undefined,
  );
  /** Number of labels left; `undefined` until they have been counted. */
  readonly left = computed(() => {
    const counted = this.#counted.value;
    if (counted === undefined) return undefined;
    const { settled, own } = this.#decisions;
    // Ignores votes on labels that are not in this list, such as votes in Watch.
    const known = new Set([...this.items.value.map(({ id }) => id), ...own.value]);
    const countOf = (labels: ReadonlySet<number>) => [...known].filter((id) => labels.has(id)).length;
    return Math.max(0, counted.total - (countOf(settled.value) - countOf(counted.done)));
  });
  readonly #load: LoadItems;
  readonly #decisions: Decisions;
  readonly #closed = new AbortController();
  /**
   * The state of reading the list. Votes shorten the list while it is being read, so it is read again until a reading
   * finds no new label.
   */
  #reading: Reading | undefined;

  /** `true` if labels came back to the list while a page was fetched. */
  #isOutdated = false;

  constructor(load: LoadItems, decisions: Decisions) {
    this.#load = load;
    this.#decisions = decisions;
  }

  /** Fetches the next page, unless one is being fetched or all have been fetched. */
  async more(): Promise<void> {
    if (this.isLoading.peek() || this.isComplete.peek()) return;
    this.isLoading.value = true;
    this.error.value = undefined;
    try {
      // Runs between votes, because each vote shortens the list.
      const found = await this.#decisions.inOrder(() => this.#page());
      if (found.length > 0) this.items.value = [...this.items.peek(), ...found];
    } catch (error) {
      if (!this.#closed.signal.aborted) this.error.value = error;
    } finally {
      this.isLoading.value = false;
    }
  }

  /** Reads the list again from the beginning, to find labels that came back. */
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
    // Complete if one page had all labels, or if a whole reading found no new label and only this person voted
    // meanwhile.
    const isSame = !reading.isNew && all === total + decided;
    this.isComplete.value = isEnd && (offset === 0 || isSame);
    return found;
  }
}
