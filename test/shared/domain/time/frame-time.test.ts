import { expect, test } from "vitest";
import { frameTimeMs } from "../../../../shared/domain/time/frame-time.ts";

const hour = 3600;

test.each([1, 5, 15, 24, 24_000 / 1001, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60, 120, 240])(
  "the times of frames are within their frames during an hour at %d frames a second",
  (rate) => {
    for (let frame = 0; frame < hour * rate; frame++) {
      const seconds = frameTimeMs(frame, rate) / 1000;
      // The frame shown at a time is the last one that begins then or before.
      if (Math.floor(seconds * rate + 1e-6) !== frame) expect({ frame, seconds }).toBeUndefined();
    }
    expect(frameTimeMs(0, rate)).toBe(0);
  },
);

test("a frame that begins at a whole millisecond has that time", () => {
  expect([25, 50, 1000].map((rate) => frameTimeMs(7 * rate, rate))).toEqual([7000, 7000, 7000]);
  expect(frameTimeMs(3, 30)).toBe(100);
});
