import type { Frame } from "../picture/frame-clock.ts";

/** The frame that a person wants to see. Of several times the last one counts, and steps add up. */
export class Goals {
  readonly #reach: (frame: Frame) => Promise<boolean>;
  #goal: Promise<Frame> | undefined;
  #arriving: Promise<boolean> | undefined;

  /** @param reach shows a frame, and returns `true` if it is shown */
  constructor(reach: (frame: Frame) => Promise<boolean>) {
    this.#reach = reach;
  }

  /** Settles when the last goal is reached; `undefined` if there is none. */
  get arriving(): Promise<boolean> | undefined {
    return this.#arriving;
  }

  /**
   * Sets another goal.
   * @param shown the frame on the stage
   * @param next returns the goal, from the frame that earlier goals will reach
   */
  go(shown: Frame, next: (from: Frame) => Promise<Frame>): Promise<boolean> {
    this.#goal = (this.#goal ?? Promise.resolve(shown)).then(next);
    this.#arriving ??= this.#arrive().finally(() => {
      this.#arriving = undefined;
      this.#goal = undefined;
    });
    return this.#arriving;
  }

  async #arrive(): Promise<boolean> {
    for (let isShown = false, goal: Promise<Frame> | undefined; ; ) {
      if (goal === this.#goal || this.#goal === undefined) return isShown;
      goal = this.#goal;
      isShown = await this.#reach(await goal);
    }
  }
}
