import { expect, test } from "vitest";
import { memoize } from "../../../shared/runtime/memoize.ts";

test("a memoized look-up runs once for each key", async () => {
  const asked: string[] = [];
  const lookUp = memoize(async (key: string) => {
    asked.push(key);
    return key.length;
  });
  expect(await Promise.all([lookUp("a"), lookUp("bb"), lookUp("a")])).toEqual([1, 2, 1]);
  expect(asked).toEqual(["a", "bb"]);
});

test("a memoized look-up runs again after it failed", async () => {
  let calls = 0;
  const lookUp = memoize(async () => {
    if (++calls === 1) throw new Error("throttled");
    return calls;
  });
  const [first, second] = await Promise.allSettled([lookUp("a"), lookUp("a")]);
  expect([first.status, second.status]).toEqual(["rejected", "rejected"]);
  expect(await lookUp("a")).toBe(2);
});
