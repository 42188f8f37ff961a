import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { Refusal } from "../../api/answer.ts";
import type { Species } from "../../api/species.ts";

/** How votes reach the service. Each may be sent again: a vote that is there, or gone, already changes nothing. */
export type Votes = {
  /** @param key the same for each attempt of one decision, so that a late one does not bring back what was undone */
  readonly add: (label: number, species: number, key: string) => Promise<void>;
  readonly remove: (label: number, species: number) => Promise<void>;
};

/** What a person says that a label shows. */
export type Decision = { readonly label: number; readonly species: Species };

type Wish = { readonly species: Species | undefined; readonly key: string };
type Step = readonly { readonly label: number; readonly before: Species | undefined }[];

const maxUndo = 100;

/** Between attempts while the service cannot be reached. The client has tried for two minutes by then. */
const pauseMs = 5000;

/**
 * What one person decided on labels: shown at once, sent in the background one after the other. A decision is sent
 * until the service has answered. One that it refuses is taken back, with the reason.
 */
export class Decisions {
  /** What is shown: the species that the person voted for, by label. */
  readonly shown = signal<ReadonlyMap<number, Species>>(new Map());
  /** Why the last decision on a label was refused. */
  readonly refused = signal<ReadonlyMap<number, string>>(new Map());
  /** Number of labels on which something is still to be sent. */
  readonly waiting: ReadonlySignal<number>;
  readonly canUndo: ReadonlySignal<boolean>;
  /** The decisions that the service has. */
  readonly #kept = new Map<number, Species>();
  /** Votes that the service may have: also those whose answer was lost. */
  readonly #possible = new Map<number, Set<number>>();
  readonly #wishes = signal<ReadonlyMap<number, Wish>>(new Map());
  readonly #steps = signal<readonly Step[]>([]);
  readonly #votes: Votes;
  readonly #sleep: (ms: number) => Promise<void>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(votes: Votes, sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))) {
    this.#votes = votes;
    this.#sleep = sleep;
    this.waiting = computed(() => this.#wishes.value.size);
    this.canUndo = computed(() => this.#steps.value.length > 0);
  }

  /** Number of labels with a decision that the service has. */
  get keptCount(): number {
    return this.#kept.size;
  }

  /** Whether the service has a decision on a label. */
  isKept(label: number): boolean {
    return this.#kept.has(label);
  }

  /** Decides on some labels. One `undo` takes all of them back. */
  decide(decisions: readonly Decision[]): void {
    const shown = this.shown.peek();
    const step = decisions.map(({ label }) => ({ label, before: shown.get(label) }));
    this.#steps.value = [...this.#steps.peek(), step].slice(-maxUndo);
    for (const { label, species } of decisions) this.#wish(label, species);
  }

  /** Takes back the last decision. @returns its labels; `undefined` if there is none */
  undo(): readonly number[] | undefined {
    const steps = this.#steps.peek();
    const step = steps.at(-1);
    if (step === undefined) return undefined;
    this.#steps.value = steps.slice(0, -1);
    for (const { label, before } of step) this.#wish(label, before);
    return step.map(({ label }) => label);
  }

  /** Does something after what was decided before has been sent, and before what is decided later. */
  inOrder<T>(run: () => Promise<T>): Promise<T> {
    const done = this.#last.then(run);
    this.#last = done.catch(() => {});
    return done;
  }

  #wish(label: number, species: Species | undefined): void {
    this.shown.value = withEntry(this.shown.peek(), label, species);
    this.refused.value = withEntry(this.refused.peek(), label, undefined);
    this.#wishes.value = withEntry(this.#wishes.peek(), label, { species, key: crypto.randomUUID() });
    void this.inOrder(() => this.#send(label));
  }

  /** Sends what is wished of a label now: an earlier wish has then been replaced, and needs no request. */
  async #send(label: number): Promise<void> {
    for (;;) {
      const wish = this.#wishes.peek().get(label);
      if (wish === undefined) return;
      try {
        await this.#settle(label, wish);
      } catch (error) {
        if (!isFinal(error)) {
          await this.#sleep(pauseMs);
          continue;
        }
        if (this.#isWished(label, wish)) this.#refuse(label, error);
      }
      if (this.#isWished(label, wish)) {
        this.#wishes.value = withEntry(this.#wishes.peek(), label, undefined);
        return;
      }
    }
  }

  #isWished(label: number, wish: Wish): boolean {
    return this.#wishes.peek().get(label) === wish;
  }

  /** The new vote is added before the old one is removed: a refusal loses neither. */
  async #settle(label: number, { species, key }: Wish): Promise<void> {
    const possible = this.#possible.get(label) ?? new Set();
    this.#possible.set(label, possible);
    if (species && this.#kept.get(label)?.id !== species.id) {
      const mayBeThere = possible.has(species.id);
      possible.add(species.id);
      try {
        await this.#votes.add(label, species.id, key);
      } catch (error) {
        if (isFinal(error) && !mayBeThere) possible.delete(species.id);
        throw error;
      }
      this.#kept.set(label, species);
    }
    for (const other of possible) {
      if (other === species?.id) continue;
      await this.#votes.remove(label, other).catch((error: unknown) => {
        // The label was deleted, with its votes.
        if (!(error instanceof Refusal && error.status === 404)) throw error;
      });
      possible.delete(other);
      if (this.#kept.get(label)?.id === other) this.#kept.delete(label);
    }
  }

  #refuse(label: number, error: Refusal): void {
    this.shown.value = withEntry(this.shown.peek(), label, this.#kept.get(label));
    this.refused.value = withEntry(this.refused.peek(), label, error.message);
  }
}

/** Whether the service has decided. Otherwise it was busy, or the answer did not arrive. */
function isFinal(error: unknown): error is Refusal {
  return (
    error instanceof Refusal &&
    error.status >= 400 &&
    error.status < 500 &&
    ![408, 429].includes(error.status)
  );
}

function withEntry<V>(
  map: ReadonlyMap<number, V>,
  key: number,
  value: V | undefined,
): ReadonlyMap<number, V> {
  const next = new Map(map);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
}
