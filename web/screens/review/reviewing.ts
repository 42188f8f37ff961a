import { computed, effect, signal } from "@preact/signals";
import { blankSpecies } from "../../api/species.ts";
import { placeAfter } from "../../keys/grid.ts";
import type { Claim } from "../../labels/claim.ts";
import { favouriteSpecies } from "../../parts/species/offers.ts";
import type { Decision, Decisions } from "./decisions.ts";
import type { Item } from "./item.ts";
import { type LoadItems, ToReview } from "./to-review.ts";

/** The last decision, for repeating it. */
type Verdict = { readonly kind: "agree" } | { readonly kind: "species"; readonly species: Claim };

/** When fewer labels than this are left after the cursor, more are fetched. */
const ahead = 40;

/** The labels to review, the cursor, the selection, and the actions of the keys. */
export class Reviewing {
  readonly list: ToReview;
  readonly decisions: Decisions;
  readonly cursor = signal(0);
  /** The selected labels, besides the one at the cursor. */
  readonly selected = signal<ReadonlySet<number>>(new Set());
  readonly current = computed<Item | undefined>(() => this.list.items.value[this.cursor.value]);
  /** The selected labels; without a selection, the label at the cursor. */
  readonly chosen = computed<readonly Item[]>(() => {
    const selected = this.selected.value;
    if (selected.size > 0) return this.list.items.value.filter(({ id }) => selected.has(id));
    return this.current.value ? [this.current.value] : [];
  });
  /** `true` while the box for another species is open. */
  readonly isNaming = signal(false);
  /** Number of labels without a species for which the person wanted to agree. */
  readonly unnamed = signal(0);
  /** The reason for which the last key decided nothing. */
  readonly failure = signal<unknown>(undefined);
  readonly isDone = computed(
    () =>
      this.list.isComplete.value &&
      this.list.items.value.every(({ id }) => this.decisions.settled.value.has(id)),
  );
  /** Number of labels in the last "agree with all", until the next decision or its undo. */
  readonly agreedWith = computed(() => {
    const last = this.decisions.last.value;
    return last !== undefined && last === this.#atOnce.value ? last.length : undefined;
  });
  readonly #atOnce = signal<Decisions["last"]["value"]>(undefined);
  #anchor = 0;
  #last: Verdict | undefined;
  readonly #end: () => void;

  constructor(load: LoadItems, decisions: Decisions) {
    this.decisions = decisions;
    this.list = new ToReview(load, decisions);
    this.#end = effect(() => {
      const { items, isLoading, isComplete, error } = this.list;
      const settled = decisions.settled.value;
      const left = items.value.slice(this.cursor.value).filter(({ id }) => !settled.has(id)).length;
      if (left < ahead && !isLoading.value && !isComplete.value && error.value === undefined)
        void this.list.more();
    });
  }

  close(): void {
    this.#end();
    this.list.close();
  }

  /**
   * Moves the cursor by a key such as `ArrowDown`, in a grid with this number of columns. @returns `false` for other
   * keys
   */
  move(key: string, columns: number, isSelecting: boolean): boolean {
    const next = placeAfter(key, this.cursor.peek(), this.list.items.peek().length, columns);
    if (next === undefined) return false;
    this.goTo(next, isSelecting);
    return true;
  }

  goTo(place: number, isSelecting = false): void {
    if (!isSelecting) this.#anchor = place;
    this.cursor.value = place;
    const [from, to] = [this.#anchor, place].toSorted((a, b) => a - b);
    const chosen = isSelecting ? this.list.items.peek().slice(from, (to ?? 0) + 1) : [];
    this.selected.value = new Set(chosen.map(({ id }) => id));
    this.unnamed.value = 0;
    this.failure.value = undefined;
  }

  /** Adds a label to the selection or removes it, as a click with Ctrl does. */
  toggle(place: number): void {
    const item = this.list.items.peek()[place];
    if (item === undefined) return;
    const { current } = this;
    const next = new Set(this.selected.peek());
    if (next.size === 0 && current.peek()) next.add(current.peek()?.id ?? 0);
    if (!next.delete(item.id)) next.add(item.id);
    this.selected.value = next;
    this.#anchor = place;
    this.cursor.value = place;
  }

  /** Selects all fetched labels without a decision. */
  selectAll(): void {
    const settled = this.decisions.settled.peek();
    this.selected.value = new Set(this.list.items.peek().flatMap(({ id }) => (settled.has(id) ? [] : [id])));
  }

  /** Agrees with the species of the chosen labels. For labels without a species, asks for one. */
  agree(): void {
    const chosen = this.chosen.peek();
    const named = chosen.flatMap((item) => (item.claim ? [decisionOn(item, item.claim)] : []));
    this.#last = { kind: "agree" };
    if (named.length > 0) this.decisions.decide(named);
    const left = chosen.filter(({ claim }) => claim === undefined);
    const [first] = left;
    if (first === undefined) {
      this.#next(chosen);
      return;
    }
    this.cursor.value = this.list.items.peek().indexOf(first);
    this.selected.value = new Set(left.length > 1 ? left.map(({ id }) => id) : []);
    this.unnamed.value = left.length;
    this.isNaming.value = true;
  }

  /** Agrees with many labels at once, including labels that this list has not fetched. */
  agreeWithAll(all: readonly Decision[]): void {
    this.decisions.decide(all);
    this.#atOnce.value = this.decisions.last.peek();
    const current = this.current.peek();
    if (current && this.decisions.settled.peek().has(current.id)) this.#next([current]);
  }

  async nothingThere(): Promise<void> {
    await this.#decideLater(async () => (await blankSpecies())[0]);
  }

  choose(species: Claim, chosen = this.chosen.peek()): void {
    this.#decide(chosen, species);
  }

  /** Chooses the favourite of a digit, 1 to 9. Without a favourite, opens the box, where the person can set it. */
  async chooseFavourite(digit: number): Promise<void> {
    await this.#decideLater(
      () => favouriteSpecies(digit),
      () => {
        this.isNaming.value = true;
      },
    );
  }

  /** @returns `false` if there is no decision to repeat */
  repeat(): boolean {
    if (this.#last?.kind === "agree") this.agree();
    else if (this.#last) this.choose(this.#last.species);
    return this.#last !== undefined;
  }

  skip(): void {
    this.#next(this.chosen.peek());
  }

  /** Undoes the last decision, and moves the cursor to its label. */
  undo(): void {
    const wasAtOnce = this.agreedWith.peek() !== undefined;
    const labels = this.decisions.undo();
    const items = this.list.items.peek();
    const fetched = new Set(items.map(({ id }) => id));
    if (labels?.some((label) => !fetched.has(label))) this.list.readAgain();
    const place = items.findIndex(({ id }) => labels?.includes(id));
    if (place < 0) return;
    this.goTo(place);
    // Labels of "agree with all" are reviewed one by one after the undo, so they are not selected.
    if (labels && labels.length > 1 && !wasAtOnce) this.selected.value = new Set(labels);
  }

  /** Moves the cursor to the first label whose decision was refused. */
  toRefused(): void {
    const refused = this.decisions.refused.peek();
    const place = this.list.items.peek().findIndex(({ id }) => refused.has(id));
    if (place >= 0) this.goTo(place);
  }

  #decide(chosen: readonly Item[], species: Claim): void {
    if (chosen.length === 0) return;
    this.#last = { kind: "species", species };
    this.decisions.decide(chosen.map((item) => decisionOn(item, species)));
    // If the person has moved the cursor in the meantime, it stays at its new place.
    if (this.#isStill(chosen)) this.#next(chosen);
  }

  /** Decides once the species is known, unless the person has made another decision by then. */
  async #decideLater(find: () => Promise<Claim | undefined>, onNone = () => {}): Promise<void> {
    const chosen = this.chosen.peek();
    const before = this.decisions.shown.peek();
    this.failure.value = undefined;
    try {
      const species = await find();
      const now = this.decisions.shown.peek();
      const left = chosen.filter(({ id }) => now.get(id)?.id === before.get(id)?.id);
      if (species) this.#decide(left, species);
      else if (this.#isStill(chosen)) onNone();
    } catch (error) {
      this.failure.value = error;
    }
  }

  #isStill(chosen: readonly Item[]): boolean {
    const now = this.chosen.peek();
    return now.length === chosen.length && now.every((item, i) => item === chosen[i]);
  }

  /**
   * Moves the cursor to the next label without a decision, after the last chosen one. Until it is fetched, no label is
   * at the cursor, so that an early key changes no decision. After the last label, the cursor goes to the first label
   * left, or stays.
   */
  #next(chosen: readonly Item[]): void {
    this.isNaming.value = false;
    if (chosen.length === 0) return;
    const items = this.list.items.peek();
    const settled = this.decisions.settled.peek();
    const last = items.findLastIndex((item) => chosen.includes(item));
    const isOpen = ({ id }: Item, place: number) => place !== last && !settled.has(id);
    const after = items.findIndex((item, place) => place > last && isOpen(item, place));
    if (after >= 0) this.goTo(after);
    else if (!this.list.isComplete.peek()) this.goTo(items.length);
    else this.goTo([items.findIndex(isOpen), last].find((place) => place >= 0) ?? 0);
  }
}

function decisionOn({ id, label }: Item, species: Claim): Decision {
  return { label: id, stream: label.row.videostream.id, species };
}
