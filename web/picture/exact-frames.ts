import type { Frame, FrameClock } from "./frame-clock.ts";
import { type Frames, nextRefresh, type Shown, seek } from "./frames.ts";

/** Times of a `VideoFrame` are whole microseconds. Frames are at least 1.5 ms apart. */
const toleranceSeconds = 0.0005;

/** Returns `true` if the browser tells which frame it shows: with CORS, from Firefox 130 and Safari 16.4. */
export function isExact(video: HTMLVideoElement): boolean {
  try {
    new VideoFrame(video).close();
    return true;
  } catch (error) {
    // Chromium may have no picture for a moment after `loadeddata`.
    return error instanceof DOMException && error.name === "InvalidStateError";
  }
}

/** Frames with exact times: each picture is a `VideoFrame`, and the file's index tells its frame. */
export class ExactFrames implements Frames {
  readonly #video: HTMLVideoElement;
  readonly #clock: FrameClock;
  /** The element's time minus the container's time. With HLS, players use a clock of their own. */
  #offset = 0;

  constructor(video: HTMLVideoElement, clock: FrameClock) {
    this.#video = video;
    this.#clock = clock;
  }

  /** Compares the two clocks while the element shows the first frame. */
  async calibrate(): Promise<void> {
    const first = await this.#clock.load(0);
    for (let waited = 0; waited < 100; waited++) {
      const image = this.#grab();
      if (image) {
        this.#offset = image.timestamp / 1e6 - first.time;
        image.close();
        return;
      }
      await nextRefresh();
    }
    throw new Error("The video shows no picture.");
  }

  now(): Shown | undefined {
    const image = this.#grab();
    if (image === undefined) return undefined;
    const { videoWidth: width, videoHeight: height } = this.#video;
    const seconds = image.timestamp / 1e6 - this.#offset;
    const frame = this.#clock.frameAt(seconds + toleranceSeconds) ?? this.#clock.unread(seconds);
    this.#clock.prepare(seconds);
    return { frame, image, size: { width, height }, close: () => image.close() };
  }

  frameOf(ms: number): Promise<Frame> {
    return this.#clock.frameOf(ms);
  }

  async step(from: Frame, frames: number): Promise<Frame> {
    return this.#clock.step(await this.#clock.load(from.time + toleranceSeconds), frames);
  }

  async reach(wanted: Frame, draw: () => Frame | undefined): Promise<boolean> {
    const isShown = () => draw()?.time === wanted.time;
    if (!this.#video.seeking && isShown()) return true;
    if (!this.#video.paused) {
      // Sets the element to the frame from which it continues to play.
      await seek(this.#video, middleOf(wanted) + this.#offset);
      return true;
    }
    for (let attempt = 0; attempt < 3; attempt++) {
      await seek(this.#video, middleOf(wanted) + this.#offset);
      for (let waited = 0; waited < 60; waited++) {
        if (isShown()) return true;
        await nextRefresh();
      }
    }
    return false;
  }

  #grab(): VideoFrame | undefined {
    if (this.#video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined;
    try {
      return new VideoFrame(this.#video);
    } catch (error) {
      if (error instanceof DOMException && error.name === "InvalidStateError") return undefined;
      throw error;
    }
  }
}

/**
 * Returns a time in the middle of a frame, so that rounding cannot reach a neighbour. The last frame has no end, but no
 * frame is shorter than 1.5 ms.
 */
function middleOf({ time, until }: Frame): number {
  return Number.isFinite(until) ? (time + until) / 2 : time + 0.001;
}
