import { Changes } from "../changes.ts";
import { type Listed, parsePlaylist, type Range } from "./playlist.ts";

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
  /** Start of the next playlist, in milliseconds since the start of the stream. */
  readonly nextMs?: number | undefined;
};

/** Reads the playlist of a part of a stream, in milliseconds since its start, as it is now. */
export type ReadPlaylist = (fromMs: number, untilMs?: number) => Promise<Playing>;

/** Length of the part of a playlist whose addresses are renewed together. */
const renewedMs = 600_000;

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
  readonly #read: ReadPlaylist;
  readonly #onGrowth: (fromMs: number, untilMs: number) => void;
  /** Start of the stream on the clock of the dates. */
  #originMs: number | undefined;
  #polling: Promise<void> | undefined;
  readonly #changes = new Changes();
  #isClosed = false;

  /** @param onGrowth called with the start and end of each new segment */
  constructor(read: ReadPlaylist, onGrowth: (fromMs: number, untilMs: number) => void) {
    this.#read = read;
    this.#onGrowth = onGrowth;
  }

  /** Reads what the playlist has got. Simultaneous callers share one request. */
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

  /** Gets other addresses of a segment and of those after it. */
  async renew({ atMs }: Segment): Promise<void> {
    this.#add(await this.#read(atMs, atMs + renewedMs));
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
      await this.#changes.next();
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
    this.#changes.notify();
  }

  async #poll(): Promise<void> {
    // The last segment is listed once more: it tells the start of the stream on the clock of the dates.
    for (let fromMs: number | undefined = this.all.at(-1)?.atMs ?? 0; fromMs !== undefined; ) {
      const part = await this.#read(fromMs);
      this.isComplete = this.#add(part) && part.nextMs === undefined;
      fromMs = part.nextMs;
    }
    this.#changes.notify();
  }

  /** @returns `true` if the part has an end */
  #add({ text, startMs }: Playing): boolean {
    const { segments, isComplete } = parsePlaylist(text);
    const known = new Map(this.all.map((segment) => [segment.atMs, segment]));
    this.startMs = startMs;
    this.#originMs = startMs ?? this.#originOf(segments);
    for (const segment of segments) {
      const atMs = segment.dateMs - this.#originMs;
      if (!known.has(atMs)) this.#onGrowth(atMs, atMs + segment.lengthMs);
      known.set(atMs, { ...segment, atMs });
    }
    this.all = [...known.values()].sort((a, b) => a.atMs - b.atMs);
    return isComplete;
  }

  /** Returns the date of a copy's start. It is another one when the start of the stream was corrected. */
  #originOf(segments: readonly Listed[]): number {
    const known = new Map(this.all.map((segment) => [placeOf(segment), segment.atMs]));
    for (const segment of segments) {
      const atMs = known.get(placeOf(segment));
      if (atMs !== undefined) return segment.dateMs - atMs;
    }
    return this.#originMs ?? segments[0]?.dateMs ?? 0;
  }
}

/** Returns where a range is. Signed addresses differ after the question mark only. */
export function placeOf({ url, from }: Range): string {
  return `${url.split("?")[0]} ${from}`;
}
