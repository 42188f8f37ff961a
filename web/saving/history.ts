import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Row } from "../labels/label.ts";
import { type Deed, newLocalLabel } from "./entry.ts";
import { recreation } from "./recreation.ts";

/** What was done at once, in its order. One undo takes all of it back. */
type Step = readonly Deed[];

/** A label as it is shown now. */
type RowOf = (label: number) => Row | undefined;

const maxSteps = 100;

/** What one person did here, so that it can be taken back and done again. */
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

  /** @returns what takes the last step back; `undefined` if there is none */
  undo(): Step | undefined {
    return this.#move(this.#done, this.#undone);
  }

  /** @returns what does again what was taken back last */
  redo(): Step | undefined {
    return this.#move(this.#undone, this.#done);
  }

  /** A label has got its id. */
  rename(label: number, id: number): void {
    if (label === id) return;
    for (const steps of [this.#done, this.#undone]) {
      steps.value = steps
        .peek()
        .map((step) => step.map((deed) => (deed.label === label ? { ...deed, label: id } : deed)));
    }
  }

  /** Forgets what was done to a label: it is gone, or what was done is thrown away. */
  forget(label: number): void {
    for (const steps of [this.#done, this.#undone]) {
      steps.value = steps
        .peek()
        .map((step) => step.filter((deed) => deed.label !== label))
        .filter((step) => step.length > 0);
    }
  }

  #move(from: Signal<readonly Step[]>, to: Signal<readonly Step[]>): Step | undefined {
    const last = from.peek().at(-1);
    if (last === undefined) return undefined;
    from.value = from.peek().slice(0, -1);
    const inverse = inverseOf(last, this.#person, this.#rowOf);
    to.value = [...to.peek(), inverse];
    // A label that is made again is another one for the service. What was done to it before is for the new one.
    for (const { label, action } of last) {
      const again = action.kind === "remove" ? inverse[0]?.label : undefined;
      if (again !== undefined) this.rename(label, again);
    }
    return inverse;
  }
}

/** What takes a step back: the inverse of each part, the last one first. */
function inverseOf(step: Step, person: number, rowOf: RowOf): Step {
  const [first] = step;
  // A label that was made goes as a whole.
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
