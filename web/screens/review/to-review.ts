import { computed, signal } from "@preact/signals";
import { blankSpecies } from "../../api/species.ts";
import type { Filters } from "../find/filters.ts";
import { momentPage } from "../find/moments.ts";
import type { Decisions } from "./decisions.ts";
import { type Item, itemOf } from "./item.ts";

const pageSize = 60;

/** The labels that a person has not voted on and that at most one other person has. */
export function toReview(filters: Filters): Filters {
  return { ...filters, review: ["unreviewed", "one"], voted: "!me" };
}

/** The labels to review with some filters, as far as they have been fetched. What was decided stays in its place. */
export class ToReview {
  readonly items = signal<readonly Item[]>([]);
  readonly isLoading = signal(false);
  readonly error = signal<unknown>(undefined);
  /** Whether all have been fetched. */
  readonly isComplete = signal(false);
  /** How many there were when they were counted last, and what had been decided by then. */
  readonly #counted = signal<{ readonly total: number; readonly decided: number } | undefined>(undefined);
  /** Number of labels that are left; `undefined` until they have been counted. */
  readonly left = computed(() => {
    const counted = this.#counted.value;
    return counted && Math.max(0, counted.total - (this.#decisions.shown.value.size - counted.decided));
  });
  readonly #filters: Filters;
  readonly #decisions: Decisions;
  readonly #closed = new AbortController();
  /** Where a second reading goes on: other people's votes move labels to earlier pages. */
  #again: number | undefined;
  #foundAgain = 0;

  constructor(filters: Filters, decisions: Decisions) {
    this.#filters = toReview(filters);
    this.#decisions = decisions;
  }

  /** Fetches the next page, unless one is being fetched, or none is left. */
  async more(): Promise<void> {
    if (this.isLoading.peek() || this.isComplete.peek()) return;
    this.isLoading.value = true;
    this.error.value = undefined;
    try {
      // In the order of the votes: each makes the list shorter.
      const page = await this.#decisions.inOrder(() => this.#page());
      this.#add(await Promise.all(page.rows));
      this.#goOn(page);
    } catch (error) {
      if (!this.#closed.signal.aborted) this.error.value = error;
    } finally {
      this.isLoading.value = false;
    }
  }

  close(): void {
    this.#closed.abort();
  }

  async #page() {
    const offset = this.#again ?? this.#undecided();
    const [{ results, total }, blanks] = await Promise.all([
      momentPage(this.#filters, "-start_time", offset, pageSize, this.#closed.signal),
      blankSpecies(),
    ]);
    this.#counted.value = { total, decided: this.#decisions.keptCount };
    const known = new Set(this.items.peek().map(({ id }) => id));
    const ids = new Set(blanks.map(({ id }) => id));
    const rows = results.filter(({ id }) => !known.has(id)).map((row) => itemOf(row, ids));
    return { rows, offset, total };
  }

  #add(items: readonly Item[]): void {
    this.#foundAgain += items.length;
    if (items.length > 0) this.items.value = [...this.items.peek(), ...items];
  }

  #goOn({ offset, total }: { readonly offset: number; readonly total: number }): void {
    const isEnd = offset + pageSize >= total;
    if (this.#undecided() >= total && isEnd) this.isComplete.value = true;
    else if (!isEnd) this.#again = this.#again === undefined ? undefined : offset + pageSize;
    else if (this.#again !== undefined && this.#foundAgain === 0) this.isComplete.value = true;
    else {
      this.#again = 0;
      this.#foundAgain = 0;
    }
  }

  /** Number of fetched labels that the service still counts. */
  #undecided(): number {
    return this.items.peek().filter(({ id }) => !this.#decisions.isKept(id)).length;
  }
}
