import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { backoffMs, parseRetryAfter } from "../../../camera-site/link/backoff.mjs";

const times = { baseMs: 1000, capMs: 300_000 };

describe("backoffMs()", () => {
  test.each([
    [1, 1000],
    [2, 2000],
    [5, 16_000],
    [9, 256_000],
    [10, 300_000],
    [5000, 300_000],
  ])("after %i failures returns 0 to %i ms", (failures, maxMs) => {
    expect(backoffMs({ failures, random: () => 0, ...times })).toBe(0);
    expect(backoffMs({ failures, random: () => 0.999_999, ...times })).toBeCloseTo(maxMs, -1);
  });

  test("adds Retry-After of up to an hour", () => {
    const draw = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), fc.nat(), draw, (failures, retryAfterMs, drawn) => {
        const waitMs = backoffMs({ failures, retryAfterMs, random: () => drawn, ...times });
        expect(waitMs).toBeGreaterThanOrEqual(Math.min(retryAfterMs, 3_600_000));
        expect(waitMs).toBeLessThanOrEqual(3_600_000 + 300_000);
      }),
    );
  });
});

test.each<[string | null, number]>([
  [null, 0],
  ["0", 0],
  ["120", 120_000],
  ["Thu, 01 Jan 1970 00:01:30 GMT", 30_000],
  ["Thu, 01 Jan 1970 00:00:30 GMT", 0],
  ["soon", 0],
  ["-5", 0],
])("parseRetryAfter(%j) returns %i ms at 60 s after 1970", (header, ms) => {
  expect(parseRetryAfter(header, 60_000)).toBe(ms);
});
