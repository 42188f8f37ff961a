import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Deed, Species } from "../../saving/entry.ts";
import type { Outbox } from "../../saving/outbox.ts";
import type { News } from "../../saving/outcome.ts";
import { votesOf } from "../../saving/overlay.ts";
import { reviewText } from "../../text/review.ts";
import { afterVote, type Votes, withEntries } from "./own-votes.ts";

/** A person's decision about the species of a label. */
export type Decision = { readonly label: number; readonly stream: number; readonly species: Species };

type Wish = { readonly label: number; readonly stream: number; readonly species: Species | undefined };

const maxUndo = 100;

/**
 * One person's decisions on labels. Decisions are shown at once, and the outbox sends them until the service responds. A
 * refused decision is removed, with the reason. Decisions of an earlier visit that are still in the outbox are
 * included.
 */
export class Decisions {
  /** The species that the person voted for, by label, as shown. */
  readonly shown: ReadonlySignal<ReadonlyMap<number, Species>>;
  /** The reason for which the last decision on a label was refused. */
  readonly refused: ReadonlySignal<ReadonlyMap<number, string>>;
  /** Labels that need no decision: they have one, or were deleted. */
  readonly settled: ReadonlySignal<ReadonlySet<number>>;
  /** Labels that were undecided until this person decided here. */
  readonly own = signal<ReadonlySet<number>>(new Set());
  readonly canUndo: ReadonlySignal<boolean>;
  /** The step that `undo` reverts next. Each decision makes a new step. */
  readonly last: ReadonlySignal<readonly { readonly label: number }[] | undefined>;
  /** The votes that the service has. */
  readonly #kept = signal<Votes>(new Map());
  /** The votes that the service will have after all entries are sent. */
  readonly #votes: ReadonlySignal<Votes>;
  readonly #gone = signal<ReadonlySet<number>>(new Set());
  readonly #steps = signal<readonly (readonly Wish[])[]>([]);
  readonly #person: number;
  readonly #outbox: Outbox;
  /** Keys of entries that are being discarded. */
  readonly #dropped = new Set<string>();

  constructor(outbox: Outbox, person: number) {
    this.#outbox = outbox;
    this.#person = person;
    const entries = computed(() => outbox.entries.value.filter(({ key }) => !this.#dropped.has(key)));
    this.#votes = computed(() => withEntries(this.#kept.value, entries.value));
    this.shown = computed(
      () =>
        new Map(
          [...this.#votes.value].flatMap(([label, species]) => {
            const last = species.at(-1);
            return last ? [[label, last]] : [];
          }),
        ),
    );
    this.refused = computed(
      () =>
        new Map([
          ...entries.value.flatMap(({ label, action, trouble }) =>
            action.kind === "vote" && trouble?.kind === "refused" ? [[label, trouble.detail] as const] : [],
          ),
          ...[...this.#gone.value].map((label) => [label, reviewText.value.gone] as const),
        ]),
    );
    this.settled = computed(() => new Set([...this.shown.value.keys(), ...this.#gone.value]));
    this.last = computed(() => this.#steps.value.at(-1));
    this.canUndo = computed(() => this.last.value !== undefined);
    outbox.listen((news) => this.#hear(news));
  }

  /** Labels that the service no longer lists for review because of this person's decisions. */
  get done(): ReadonlySet<number> {
    return new Set([...this.#kept.peek().keys(), ...this.#gone.peek()]);
  }

  /** Decides on some labels. One `undo` reverts all of these decisions. */
  decide(decisions: readonly Decision[]): void {
    const shown = this.shown.peek();
    const step = decisions.map(({ label, stream }) => ({ label, stream, species: shown.get(label) }));
    const first = step.flatMap(({ label, species }) => (species ? [] : [label]));
    this.#steps.value = [...this.#steps.peek(), step].slice(-maxUndo);
    this.own.value = new Set([...this.own.peek(), ...first]);
    this.#wish(decisions);
  }

  /** Undoes the last decision. @returns its labels; `undefined` if there is none */
  undo(): readonly number[] | undefined {
    const steps = this.#steps.peek();
    const step = steps.at(-1);
    if (step === undefined) return undefined;
    this.#steps.value = steps.slice(0, -1);
    this.#wish(step.filter(({ label }) => !this.#gone.peek().has(label)));
    return step.map(({ label }) => label);
  }

  /** Runs a function after earlier decisions have been sent, and before later ones. */
  inOrder<T>(run: () => Promise<T>): Promise<T> {
    return this.#outbox.between(run);
  }

  #wish(wishes: readonly Wish[]): void {
    const troubled = new Set(
      this.#outbox.entries.peek().flatMap(({ label, trouble }) => (trouble ? [label] : [])),
    );
    for (const { label } of wishes) if (troubled.has(label)) this.#dropRefused(label);
    const deeds = wishes.flatMap((wish) =>
      this.#deedsTo(wish).map((deed) => ({ ...deed, stream: wish.stream })),
    );
    if (deeds.length > 0) this.#outbox.addAll(deeds);
  }

  /** Discards refused entries of a label, and the entries behind them, because a new decision replaces all of these. */
  #dropRefused(label: number): void {
    const own = this.#outbox.entries.peek().filter((entry) => entry.label === label);
    const refused = own.findIndex(({ key, trouble }) => trouble && !this.#dropped.has(key));
    const first = own[refused];
    if (first === undefined) return;
    for (const { key } of own.slice(refused)) this.#dropped.add(key);
    this.#outbox.drop(first.key);
  }

  /** The new vote is added before the old one is removed, so that a refusal loses neither. */
  #deedsTo({ label, species }: Wish): readonly Deed[] {
    const votes = this.#votes.peek().get(label) ?? [];
    const voteOf = ({ id, common_name, scientific_name }: Species, isFor: boolean): Deed => ({
      label,
      action: { kind: "vote", species: { id, common_name, scientific_name }, isFor },
    });
    const isThere = votes.some(({ id }) => id === species?.id);
    return [
      ...(species && !isThere ? [voteOf(species, true)] : []),
      ...votes.filter(({ id }) => id !== species?.id).map((other) => voteOf(other, false)),
    ];
  }

  #hear(news: readonly News[]): void {
    const kept = new Map(this.#kept.peek());
    const gone = news.filter(({ label, isGone }) => isGone && this.own.peek().has(label));
    if (gone.length > 0) {
      this.#gone.value = new Set([...this.#gone.peek(), ...gone.map(({ label }) => label)]);
    }
    for (const { id, row, vote } of news) {
      const known = row ? votesOf(row, this.#person) : (vote && kept.get(id)) || [];
      const votes = vote ? afterVote(known, vote) : known;
      if (votes.length > 0) kept.set(id, votes);
      else kept.delete(id);
    }
    this.#kept.value = kept;
  }
}
