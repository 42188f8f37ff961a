import { effect, untracked } from "@preact/signals";

/** Runs the actions of keys one after the other. Each action waits until its data have been loaded. */
export class InOrder {
  #last: Promise<void> | undefined;

  /** `true` while a key waits. */
  get isWaiting(): boolean {
    return this.#last !== undefined;
  }

  /**
   * @param needs called after all earlier actions; returns a promise of missing data, `undefined` if nothing is missing
   */
  do(needs: () => Promise<void> | undefined, act: () => unknown): void {
    const needed = this.#last === undefined ? needs() : this.#last.then(needs);
    if (needed === undefined) {
      act();
      return;
    }
    const done = needed
      .then(() => {
        act();
      })
      .catch((error: unknown) => reportError(error))
      .finally(() => {
        if (this.#last === done) this.#last = undefined;
      });
    this.#last = done;
  }

  /** Waits until no key waits. */
  async done(): Promise<void> {
    for (let last = this.#last; last !== undefined; last = this.#last) await last;
  }
}

/** Resolves when a condition on signals is true. Returns `undefined` if it is true now. */
export function until(isSo: () => boolean): Promise<void> | undefined {
  if (untracked(isSo)) return undefined;
  return new Promise((resolve) => {
    const end = effect(() => {
      if (!isSo()) return;
      end();
      resolve();
    });
  });
}
