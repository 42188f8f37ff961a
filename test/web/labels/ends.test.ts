import fc from "fast-check";
import { expect, test } from "vitest";
import { endAt, withEndAt } from "../../../web/labels/ends.ts";

test.each([
  // A bar from 100 to 200, with a reach of 5 pixels.
  [94, 100, 200, undefined],
  [95, 100, 200, "start"],
  [105, 100, 200, "start"],
  [106, 100, 200, undefined],
  [150, 100, 200, undefined],
  [195, 100, 200, "end"],
  [205, 100, 200, "end"],
  [206, 100, 200, undefined],
  // In a small bar, a press in the middle third selects the bar.
  [98, 100, 109, "start"],
  [103, 100, 109, "start"],
  [104, 100, 109, undefined],
  [106, 100, 109, "end"],
  [101.5, 100, 103, undefined],
])("a pointer at %d on a bar from %d to %d holds: %s", (x, left, right, end) => {
  expect(endAt(x, left, right, 5)).toBe(end);
});

test("a dragged end passes neither the other end nor the beginning of the video", () => {
  const span = fc
    .tuple(fc.nat({ max: 5000 }), fc.nat({ max: 5000 }))
    .map(([startMs, length]) => ({ startMs, endMs: startMs + length }));
  const ms = fc.integer({ min: -1000, max: 12_000 });
  fc.assert(
    fc.property(span, fc.constantFrom("start", "end"), ms, (before, end, to) => {
      const after = withEndAt(before, end, to);
      expect(after.startMs).toBeGreaterThanOrEqual(0);
      expect(after.startMs).toBeLessThanOrEqual(after.endMs);
      // The other end does not move.
      if (end === "start") expect(after.endMs).toBe(before.endMs);
      else expect(after.startMs).toBe(before.startMs);
    }),
  );
});
