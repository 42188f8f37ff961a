/** Values that are made when they are first needed. The last `max` of them are kept. */
export class Recent<Value> {
  readonly #max: number;
  readonly #values = new Map<string | number, Promise<Value>>();

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Returns the value of a key. If it cannot be made, the next caller tries again.
   * @param isAhead `true`: the caller may give it up. A caller that needs the value makes it again then
   */
  async get(key: string | number, make: () => Promise<Value>, isAhead = false): Promise<Value> {
    for (;;) {
      try {
        return await this.#get(key, make);
      } catch (error) {
        const isGivenUp = error instanceof DOMException && error.name === "AbortError";
        if (isAhead || !isGivenUp) throw error;
      }
    }
  }

  #get(key: string | number, make: () => Promise<Value>): Promise<Value> {
    const value = this.#values.get(key) ?? make();
    this.#values.delete(key);
    this.#values.set(key, value);
    value.catch(() => {
      if (this.#values.get(key) === value) this.#values.delete(key);
    });
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#max && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }
}
