import { expect, test } from "vitest";
import { tokenBucket } from "../../../local/gateway/token-bucket.ts";

test("allows a burst and then requests at the rate, and never stores more tokens than a burst needs", () => {
  let nowMs = 0;
  const bucket = tokenBucket({ ratePerSecond: 2, burst: 3 }, () => nowMs);
  const taken = (times: number) => Array.from({ length: times }, () => bucket.take());
  expect(taken(4)).toEqual([true, true, true, false]);
  nowMs = 499;
  expect(taken(1)).toEqual([false]);
  nowMs = 1000;
  expect(taken(3)).toEqual([true, true, false]);
  nowMs = 1_000_000;
  expect(taken(4)).toEqual([true, true, true, false]);
});

test("allows nothing with a burst of 0", () => {
  const bucket = tokenBucket({ ratePerSecond: 100, burst: 0 }, () => 1e9);
  expect(bucket.take()).toBe(false);
});
