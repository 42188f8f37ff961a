import type { Frame } from "./frame-clock.ts";
import type { Size } from "./view.ts";

/** What a video element shows now. */
export type Shown = {
  readonly frame: Frame;
  readonly image: CanvasImageSource;
  readonly size: Size;
  close(): void;
};

/** How frames of a video element are told apart and reached. */
export type Frames = {
  /** `undefined` while there is no picture. */
  now(): Shown | undefined;
  /** The frame that a label's time means. */
  frameOf(ms: number): Promise<Frame>;
  /** The frame this many frames on or back. */
  step(from: Frame, frames: number): Promise<Frame>;
  /** Shows a frame. `draw` draws what is there and returns its frame. @returns whether it is shown */
  reach(wanted: Frame, draw: () => Frame | undefined): Promise<boolean>;
};

/** Waits until the element has arrived at a time. @throws Error if it cannot */
export function seek(video: HTMLVideoElement, seconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = new AbortController();
    const end = (settle: () => void) => () => {
      done.abort();
      settle();
    };
    video.addEventListener("seeked", end(resolve), { signal: done.signal });
    video.addEventListener(
      "error",
      end(() => reject(new Error("The video failed."))),
      {
        signal: done.signal,
      },
    );
    video.currentTime = Math.max(0, seconds);
  });
}

/** The next refresh of the screen; a moment later where there is none, in a hidden tab. */
export function nextRefresh(): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
