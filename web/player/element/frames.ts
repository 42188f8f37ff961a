import type { Frame } from "../../picture/frame-clock.ts";
import type { Size } from "../../picture/view.ts";

/** The current picture of a video element. */
export type Shown = {
  readonly frame: Frame;
  readonly image: CanvasImageSource;
  readonly size: Size;
  close(): void;
};

/** Identifies and reaches the frames of a video element. */
export type Frames = {
  /** `undefined` while there is no picture. */
  now(): Shown | undefined;
  /** Returns the frame of a label's time. */
  frameOf(ms: number): Promise<Frame>;
  /** Returns the frame that many frames later, or earlier if negative. */
  step(from: Frame, frames: number): Promise<Frame>;
  /** Shows a frame. `draw` draws the current picture and returns its frame. @returns `true` if the frame is shown */
  reach(wanted: Frame, draw: () => Frame | undefined): Promise<boolean>;
};

/** Sets the element's time, and waits until it shows it. @throws Error if the video fails */
export function seek(video: HTMLVideoElement, seconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = new AbortController();
    const once = (type: "seeked" | "error", settle: () => void) =>
      video.addEventListener(
        type,
        () => {
          done.abort();
          settle();
        },
        done,
      );
    once("seeked", resolve);
    once("error", () => reject(new Error("The video failed.")));
    video.currentTime = Math.max(0, seconds);
  });
}
