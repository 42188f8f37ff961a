import type { Frame } from "../../../web/picture/frame-clock.ts";

/** Returns a frame of a video with 25 frames a second. */
export const frameAt = (n: number): Frame => ({
  time: n / 25,
  until: (n + 1) / 25,
  ms: n * 40,
  fromMs: n * 40,
  toMs: n * 40 + 39,
});
