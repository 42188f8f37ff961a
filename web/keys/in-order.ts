import { effect, untracked } from "@preact/signals";

/** Does what keys say one after the other: each once what it needs is there. */
export class InOrder {
  #last: Promise<void> | undefined;

  /** Whether a key waits. */
  get isWaiting(): boolean {
    return this.#last !== undefined;
  }

  /** @param needs asked when those before are done; nothing if all is there */
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

/** Waits until what signals say is so; nothing if it is so now. */
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
