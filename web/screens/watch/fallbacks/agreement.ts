import { signal } from "@preact/signals";

/** Streams for which the person has agreed in this tab. */
const agreed = new Set<number>();

/** Boxes are drawn on a video whose frames are in doubt only after the person has agreed, once for each video. */
export class Agreement {
  /** The act that waits for the person's answer. */
  readonly waiting = signal<(() => void) | undefined>(undefined);
  readonly #stream: number;
  readonly #isInDoubt: () => boolean;

  constructor(stream: number, isInDoubt: () => boolean) {
    this.#stream = stream;
    this.#isInDoubt = isInDoubt;
  }

  /** Makes or moves a box, at once or after the person has agreed. */
  before(act: () => void): void {
    if (agreed.has(this.#stream) || !this.#isInDoubt()) act();
    else this.waiting.value = act;
  }

  /** After "no", nothing is drawn, and the next box asks again. */
  answer(isAgreed: boolean): void {
    const act = this.waiting.peek();
    this.waiting.value = undefined;
    if (!isAgreed) return;
    agreed.add(this.#stream);
    act?.();
  }
}
