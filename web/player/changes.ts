/** Lets several tasks wait until something has changed. Each looks then whether it was what it waits for. */
export class Changes {
  #waiting: (() => void)[] = [];

  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  notify(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
