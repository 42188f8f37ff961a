import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Row } from "../labels/label.ts";
import { type Deed, newLocalLabel } from "./entry.ts";
import { recreation } from "./recreation.ts";

/** Changes that were made at once, in their order. One undo reverts all of them. */
type Step = readonly Deed[];

/** Returns the current state of a label. */
type RowOf = (label: number) => Row | undefined;

const maxSteps = 100;

/** The changes of one person in this window, for undo and redo. */
export class History {
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  readonly #done = signal<readonly Step[]>([]);
  readonly #undone = signal<readonly Step[]>([]);
  readonly #person: number;
  readonly #rowOf: RowOf;

  constructor(person: number, rowOf: RowOf) {
    this.#person = person;
    this.#rowOf = rowOf;
    this.canUndo = computed(() => this.#done.value.length > 0);
    this.canRedo = computed(() => this.#undone.value.length > 0);
  }

  add(step: Step): void {
    this.#done.value = [...this.#done.peek(), step].slice(-maxSteps);
    this.#undone.value = [];
  }

  /** @returns the changes that revert the last step; `undefined` if there is none */
  undo(): Step | undefined {
    return this.#move(this.#done, this.#undone);
  }

  /** @returns the changes that repeat the last undone step; `undefined` if there is none */
  redo(): Step | undefined {
    return this.#move(this.#undone, this.#done);
  }

  /** Replaces the temporary id of a label by its real one. */
  rename(label: number, id: number): void {
    if (label === id) return;
    this.#change((steps) =>
      steps.map((step) => step.map((deed) => (deed.label === label ? { ...deed, label: id } : deed))),
    );
  }

  /** Forgets the changes to a label that was deleted, or whose changes were discarded. */
  forget(label: number): void {
    this.#change((steps) =>
      steps.map((step) => step.filter((deed) => deed.label !== label)).filter((step) => step.length > 0),
    );
  }

  #change(change: (steps: readonly Step[]) => readonly Step[]): void {
    for (const steps of [this.#done, this.#undone]) steps.value = change(steps.peek());
  }

  #move(from: Signal<readonly Step[]>, to: Signal<readonly Step[]>): Step | undefined {
    const last = from.peek().at(-1);
    if (last === undefined) return undefined;
    from.value = from.peek().slice(0, -1);
    const inverse = inverseOf(last, this.#person, this.#rowOf);
    to.value = [...to.peek(), inverse];
    // A deleted label that is made again gets a new id. The label's earlier changes then belong to the new id.
    for (const { label, action } of last) {
      const again = action.kind === "remove" ? inverse[0]?.label : undefined;
      if (again !== undefined) this.rename(label, again);
    }
    return inverse;
  }
}

/** Returns the changes that revert a step: the inverse of each part, the last one first. */
function inverseOf(step: Step, person: number, rowOf: RowOf): Step {
  const [first] = step;
  // A label that was made in this step is deleted as a whole.
  if (first?.action.kind === "create") {
    const before = rowOf(first.label);
    return before ? [{ label: first.label, action: { kind: "remove", before } }] : [];
  }
  return step.toReversed().flatMap(({ label, action }): Step => {
    switch (action.kind) {
      case "change":
        return [{ label, action: { kind: "change", before: action.after, after: action.before } }];
      case "vote":
        return [{ label, action: { ...action, isFor: !action.isFor } }];
      case "remove":
        return recreation(action.before, newLocalLabel(), person);
      default:
        return [];
    }
  });
}
