/** A part of a video's index, in seconds. */
export type Stretch = {
  /** Start of the last frame before the part; `undefined` if there is none. */
  readonly before: number | undefined;
  /** Starts of its frames, sorted. */
  readonly times: readonly number[];
  /** Start of the first frame after the part; `undefined` if there is none. */
  readonly after: number | undefined;
};

/** Reads the index of the frames that begin in `from` ≤ time < `to`. */
export type ReadStretch = (from: number, to: number) => Promise<Stretch>;

/** Labels have whole milliseconds. Of two frames that are closer than this, labels can only refer to the later one. */
export const minSeconds = 0.0015;

/** The index of a video. It is read in windows of equal length, when they are needed. */
export class FrameIndex {
  readonly windowSeconds: number;
  readonly #read: ReadStretch;
  readonly #windows = new Map<number, Stretch>();
  readonly #reading = new Map<number, Promise<Stretch>>();

  constructor(read: ReadStretch, windowSeconds: number) {
    this.#read = read;
    this.windowSeconds = windowSeconds;
  }

  /** Returns the window at a time; `undefined` if it has not been read. */
  at(seconds: number): Stretch | undefined {
    return this.#windows.get(this.#numberOf(seconds));
  }

  /** Reads the window at a time. */
  async load(seconds: number): Promise<Stretch> {
    const number = this.#numberOf(seconds);
    const known = this.#windows.get(number);
    if (known) return known;
    const other = this.#reading.get(number);
    if (other !== undefined) return other;
    const reading = this.#readWindow(number);
    this.#reading.set(number, reading);
    try {
      const part = await reading;
      if (this.#reading.get(number) === reading) this.#windows.set(number, part);
      return part;
    } finally {
      if (this.#reading.get(number) === reading) this.#reading.delete(number);
    }
  }

  /** Forgets the index around a part of the video that has just arrived. */
  grow(from: number, to: number): void {
    for (const [number, { before = -Infinity, after = Infinity }] of this.#windows) {
      if (before < to && after > from) this.#windows.delete(number);
    }
    // What is being read may lack the part.
    this.#reading.clear();
  }

  #numberOf(seconds: number): number {
    return Math.max(0, Math.floor(seconds / this.windowSeconds));
  }

  async #readWindow(number: number): Promise<Stretch> {
    const length = this.windowSeconds;
    const part = await this.#read(number * length, (number + 1) * length);
    const { before, times, after } = number === 0 ? fromZero(part) : part;
    const next = (index: number) => times[index + 1] ?? after ?? Number.POSITIVE_INFINITY;
    return { before, times: times.filter((time, index) => next(index) - time > minSeconds), after };
  }
}

/** The edit list of an MP4 hides frames that end before 0. The frame at 0 is the first one. */
function fromZero({ before, times, after }: Stretch): Stretch {
  const isShown = before !== undefined && (times[0] ?? after ?? Number.POSITIVE_INFINITY) > 0;
  return { before: undefined, times: isShown ? [before, ...times] : times, after };
}
