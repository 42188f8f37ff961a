import type { Frame } from "../../picture/frame-clock.ts";
import { nextRefresh } from "../../picture/next-refresh.ts";
import { type Frames, type Shown, seek } from "./frames.ts";

/** Shorter than a frame at 120 frames a second. */
const stepSeconds = 0.008;

/** Maximum duration of a frame. */
const longestSeconds = 2;

/**
 * Frames of a video whose bytes the page may not read, or in a browser without `VideoFrame`. Only the element's own
 * clock tells the frame. This clock may be a frame late while the video plays.
 */
export class BlindFrames implements Frames {
  readonly #video: HTMLVideoElement;
  readonly #mediaTime: () => number | undefined;
  /** Time of the first picture. Times of labels count from it. */
  #start = 0;

  /** @param mediaTime returns the time of the current picture, from the element's last frame callback */
  constructor(video: HTMLVideoElement, mediaTime: () => number | undefined) {
    this.#video = video;
    this.#mediaTime = mediaTime;
  }

  /** Waits for the first picture. */
  async begin(): Promise<void> {
    for (let waited = 0; waited < 100 && this.#mediaTime() === undefined; waited++) await nextRefresh();
    this.#start = this.#mediaTime() ?? 0;
  }

  get #shown(): number {
    return this.#mediaTime() ?? this.#start;
  }

  now(): Shown | undefined {
    const { readyState, videoWidth: width, videoHeight: height } = this.#video;
    if (readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
    return { frame: this.#frame(this.#shown), image: this.#video, size: { width, height }, close() {} };
  }

  async frameOf(ms: number): Promise<Frame> {
    return this.#frame(this.#start + ms / 1000);
  }

  /** Seeks by less than a frame at a time, until the element shows another frame. */
  async step(from: Frame, frames: number): Promise<Frame> {
    const direction = Math.sign(frames) * stepSeconds;
    for (let left = Math.abs(frames); left > 0; left--) {
      const before = this.#shown;
      for (let moved = direction; Math.abs(moved) < longestSeconds; moved += direction) {
        await this.#arrive(before + moved);
        if (this.#shown !== before) break;
      }
      if (this.#shown === before) break;
    }
    return frames === 0 ? from : this.#frame(this.#shown);
  }

  async reach(wanted: Frame, draw: () => Frame | undefined): Promise<boolean> {
    if (this.#shown !== wanted.time) await this.#arrive(wanted.time + stepSeconds / 4);
    draw();
    return true;
  }

  async #arrive(seconds: number): Promise<void> {
    await seek(this.#video, seconds);
    // The frame callback of a new picture runs with the refresh after it.
    for (let waited = 0; waited < 6; waited++) await nextRefresh();
  }

  #frame(time: number): Frame {
    const ms = Math.max(0, Math.ceil((time - this.#start) * 1000 - 0.001));
    return { time, until: time, ms, fromMs: ms, toMs: ms };
  }
}
