import { type Listed, parsePlaylist } from "./playlist.ts";

/** A segment of a stream's video. */
export type Segment = Listed & {
  /** Start of its first frame since the start of the stream, in milliseconds, rounded down. */
  readonly atMs: number;
};

/** A playlist of the service, as it is now. */
export type Playing = {
  readonly text: string;
  /**
   * Start of the stream, in milliseconds since 1970. `undefined` for a copy: times in its segments are those since the
   * start.
   */
  readonly startMs?: number | undefined;
};

/** Minimum time between two requests for the playlist. */
const pollMs = 5000;

/** The segments of a video. A playlist may get others, also between those that are there. */
export class SegmentList {
  /** By their starts. */
  all: readonly Segment[] = [];
  /** `true` if there will be no others. */
  isComplete = false;
  /** See `Playing`. */
  startMs: number | undefined;
  readonly #read: () => Promise<Playing>;
  readonly #onGrowth: (fromMs: number, untilMs: number) => void;
  #polling: Promise<void> | undefined;
  #waiting: (() => void)[] = [];
  #isClosed = false;

  /** @param onGrowth called with the start and end of each new segment */
  constructor(read: () => Promise<Playing>, onGrowth: (fromMs: number, untilMs: number) => void) {
    this.#read = read;
    this.#onGrowth = onGrowth;
  }

  /** Reads the playlist anew. Simultaneous callers share one request. */
  poll(): Promise<void> {
    this.#polling ??= this.#poll().finally(() => {
      this.#polling = undefined;
    });
    return this.#polling;
  }

  /** Reads the playlist again and again until it is complete, while the tab is visible. */
  async follow(): Promise<void> {
    while (!this.isComplete && !this.#isClosed) {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      // A lost connection may come back.
      if (!this.#isClosed && !document.hidden) await this.poll().catch(() => {});
    }
  }

  /** Returns the number of the last segment that begins at or before a time, else of the first one. */
  indexAt(ms: number): number {
    return Math.max(
      0,
      this.all.findLastIndex(({ atMs }) => atMs <= ms),
    );
  }

  /** Returns a segment with its current address. */
  current(segment: Segment): Segment {
    return this.all.find(({ atMs }) => atMs === segment.atMs) ?? segment;
  }

  /** Returns the segment after another one, if it is there. */
  following(segment: Segment): Segment | undefined {
    return this.all.find(({ atMs }) => atMs > segment.atMs);
  }

  /** Waits for the segment after another one. @returns `undefined` at the end of the video */
  async next(segment: Segment): Promise<Segment | undefined> {
    for (;;) {
      const next = this.following(segment);
      if (next !== undefined || this.isComplete || this.#isClosed) return next;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Returns the end of a part without segments at a time, in milliseconds; `undefined` if there is none. */
  gapUntil(ms: number): number | undefined {
    const last = this.all.findLast(({ atMs }) => atMs <= ms);
    const isGap = last !== undefined && ms >= last.atMs + last.lengthMs;
    return isGap ? this.following(last)?.atMs : undefined;
  }

  get endMs(): number {
    const last = this.all.at(-1);
    return last === undefined ? 0 : last.atMs + last.lengthMs;
  }

  close(): void {
    this.#isClosed = true;
    this.#notify();
  }

  async #poll(): Promise<void> {
    const { text, startMs } = await this.#read();
    const { segments, isComplete } = parsePlaylist(text);
    const known = new Set(this.all.map(({ atMs }) => atMs));
    const originMs = startMs ?? segments[0]?.dateMs ?? 0;
    this.all = segments
      .map((segment) => ({ ...segment, atMs: segment.dateMs - originMs }))
      .sort((a, b) => a.atMs - b.atMs);
    this.isComplete = isComplete;
    this.startMs = startMs;
    for (const { atMs, lengthMs } of this.all) if (!known.has(atMs)) this.#onGrowth(atMs, atMs + lengthMs);
    this.#notify();
  }

  #notify(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
