import { countWhile } from "../../shared/domain/count-while.ts";
import { FrameIndex, minSeconds, type ReadStretch, type Stretch } from "./frame-index.ts";

/** One frame of a video. Seconds are on the container's clock, milliseconds on the clock of labels. */
export type Frame = {
  readonly time: number;
  /** Start of the next frame. `Infinity` for the last one. */
  readonly until: number;
  /** Time for labels that are written on this frame. */
  readonly ms: number;
  /** The first and the last label time that belong to this frame. */
  readonly fromMs: number;
  readonly toMs: number;
};

/**
 * Tolerance for rounding in sums of seconds, the same as in the service's stills. It is shorter than a tick of any
 * container. Written times are early by half of it, so that reading them always finds their frame.
 */
const toleranceSeconds = 1e-6;

/** Maximum time by which a label may begin after the end of its video. Many tables have only whole seconds. */
const lateMs = 1000;

/** Length of the parts in which the index of a file is read and cached. */
const fileWindowSeconds = 60;

/** Maximum length of the index that is read in advance. */
const aheadSeconds = 20;

/**
 * The frames of a video, from the index in its file.
 * @param start the first time of picture or sound, at least 0. Times of labels count from it
 * @param end end of the video, if its file has it. Otherwise all later labels belong to the last frame
 * @param windowSeconds length of the parts in which the index is read: shorter where the index is as long as the video
 */
export class FrameClock {
  readonly start: number;
  #end: number;
  readonly #index: FrameIndex;

  constructor(
    start: number,
    read: ReadStretch,
    end = Number.POSITIVE_INFINITY,
    windowSeconds = fileWindowSeconds,
  ) {
    this.start = start;
    this.#end = end;
    this.#index = new FrameIndex(read, windowSeconds);
  }

  /** Reads the index anew around a part of the video that has just arrived, such as the newest of a live video. */
  grow(from: number, to: number): void {
    this.#end = Math.max(this.#end, to);
    this.#index.grow(from, to);
  }

  /** Reads the index soon after a time, so that `frameAt` will know it. */
  prepare(seconds: number): void {
    // If a part of the index cannot be read, the next picture asks for it again.
    this.load(seconds + Math.min(aheadSeconds, this.#index.windowSeconds)).catch(() => {});
  }

  /** Returns the frame at a time; `undefined` if that part of the index has not been read. */
  frameAt(seconds: number): Frame | undefined {
    const found = this.#find(seconds);
    return typeof found === "number" ? undefined : found;
  }

  /** Returns an approximate frame for a time whose part of the index has not been read. */
  unread(seconds: number): Frame {
    const ms = this.#ms(seconds);
    return { time: seconds, until: seconds, ms, fromMs: ms, toMs: ms };
  }

  /** Returns the frame at a time: the last one that begins at or before it, else the first one. */
  async load(seconds: number): Promise<Frame> {
    for (;;) {
      const found = this.#find(seconds);
      if (typeof found !== "number") return found;
      await this.#index.load(found);
    }
  }

  /** Returns the frame of a label's time. */
  frameOf(ms: number): Promise<Frame> {
    return this.load(this.start + ms / 1000 + toleranceSeconds);
  }

  /** Returns the frame that many frames later, or earlier if negative, at most the last or first one. */
  async step(from: Frame, frames: number): Promise<Frame> {
    let frame = from;
    for (let left = frames; left !== 0; left -= Math.sign(left)) {
      const next = left > 0 ? await this.#following(frame) : await this.load(frame.time - toleranceSeconds);
      if (next.time === frame.time) break;
      frame = next;
    }
    return frame;
  }

  async #following(frame: Frame): Promise<Frame> {
    // The next part may begin with a frame that is left out.
    for (let at = frame.until; Number.isFinite(at); at += minSeconds) {
      const next = await this.load(at);
      if (next.time > frame.time) return next;
      if (next.until === Number.POSITIVE_INFINITY) break;
    }
    return frame;
  }

  /** Returns the number of frames before this one; `undefined` until the index up to it has been read. */
  number(frame: Frame): number | undefined {
    let part = this.#index.at(frame.time);
    let count = part ? lastUntil(part.times, frame.time) : 0;
    while (part?.before !== undefined) {
      part = this.#index.at(part.before);
      count += part?.times.length ?? 0;
    }
    return part && count;
  }

  /** Reads the whole index, part by part. `pause` waits until there is time for the next part. */
  async readAll(pause: () => Promise<void>): Promise<void> {
    const first = await this.load(0);
    for (let at: number | undefined = first.time; at !== undefined; ) {
      await pause();
      at = (await this.#index.load(at)).after;
    }
  }

  /** Returns the frame at a time, or a time whose part of the index must be read first. */
  #find(seconds: number): Frame | number {
    for (let at = seconds; ; ) {
      const part = this.#index.at(at);
      if (part === undefined) return at;
      const index = lastUntil(part.times, seconds);
      if (index >= 0) return this.#frame(part, index);
      if (part.before !== undefined && at <= seconds) at = part.before;
      else if (part.times.length > 0) return this.#frame(part, 0);
      else if (part.after !== undefined) at = part.after;
      else throw new RangeError("The video has no frames.");
    }
  }

  #frame({ before, times, after }: Stretch, index: number): Frame {
    const time = times[index] ?? 0;
    const until = times[index + 1] ?? after ?? Number.POSITIVE_INFINITY;
    const ms = this.#ms(time);
    return {
      time,
      until,
      ms,
      fromMs: index === 0 && before === undefined ? 0 : ms,
      toMs: Number.isFinite(until) ? this.#ms(until) - 1 : Math.max(ms, this.#ms(this.#end) + lateMs),
    };
  }

  /**
   * Rounds up, so that the time is within the frame. At 29.97 frames a second, frame 1 begins at 33.4 ms: its time is
   * 34 ms; 33 ms would be frame 0.
   */
  #ms(time: number): number {
    return Math.max(0, Math.ceil((time - this.start - toleranceSeconds / 2) * 1000));
  }
}

/** Returns the index of the last time ≤ `seconds`; -1 if there is none. */
function lastUntil(times: readonly number[], seconds: number): number {
  return countWhile(times.length, (index) => (times[index] ?? 0) <= seconds) - 1;
}
