export type Span = { readonly startMs: number; readonly endMs: number };

/**
 * Assigns a lane to each span: the first lane that is free when the span begins. This needs the fewest lanes.
 * @param spans sorted by start
 * @param gapMs minimum time between two spans of a lane
 */
export function layOut(spans: readonly Span[], gapMs = 0): { lanes: Uint32Array; count: number } {
  const lanes = new Uint32Array(spans.length);
  const busy = new Heap();
  const free = new Heap();
  let count = 0;
  for (const [index, { startMs, endMs }] of spans.entries()) {
    for (let next = busy.top(); next && next.order + gapMs < startMs; next = busy.top()) {
      busy.pop();
      free.push(next.lane, next.lane);
    }
    const lane = free.pop()?.lane ?? count++;
    lanes[index] = lane;
    busy.push(endMs, lane);
  }
  return { lanes, count };
}

type Entry = { readonly order: number; readonly lane: number };

/** A binary heap. The entry with the lowest order is on top. */
class Heap {
  readonly #entries: Entry[] = [];

  top(): Entry | undefined {
    return this.#entries[0];
  }

  push(order: number, lane: number): void {
    let at = this.#entries.length;
    const entry = { order, lane };
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = this.#entries[parent];
      if (above === undefined || above.order <= order) break;
      this.#entries[at] = above;
      at = parent;
    }
    this.#entries[at] = entry;
  }

  pop(): Entry | undefined {
    const top = this.#entries[0];
    const last = this.#entries.pop();
    if (top === undefined || last === undefined || this.#entries.length === 0) return top;
    let at = 0;
    for (;;) {
      const left = this.#entries[2 * at + 1];
      const right = this.#entries[2 * at + 2];
      const isRight = left !== undefined && right !== undefined && right.order < left.order;
      const least = isRight ? right : left;
      if (least === undefined || least.order >= last.order) break;
      this.#entries[at] = least;
      at = 2 * at + (isRight ? 2 : 1);
    }
    this.#entries[at] = last;
    return top;
  }
}
