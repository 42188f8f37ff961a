import { expect, test } from "vitest";
import { tokenBucket } from "../../../local/gateway/token-bucket.ts";

test("a bucket gives its burst at once, then its rate, and never holds more than the burst", () => {
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

test("a burst of none takes nothing", () => {
  const bucket = tokenBucket({ ratePerSecond: 100, burst: 0 }, () => 1e9);
  expect(bucket.take()).toBe(false);
});
