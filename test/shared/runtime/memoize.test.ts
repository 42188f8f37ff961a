import { expect, test } from "vitest";
import { memoize } from "../../../shared/runtime/memoize.ts";

test("looks up each key once", async () => {
  const asked: string[] = [];
  const lookUp = memoize(async (key: string) => {
    asked.push(key);
    return key.length;
  });
  expect(await Promise.all([lookUp("a"), lookUp("bb"), lookUp("a")])).toEqual([1, 2, 1]);
  expect(asked).toEqual(["a", "bb"]);
});

test("repeats a look-up that failed", async () => {
  let calls = 0;
  const lookUp = memoize(async () => {
    if (++calls === 1) throw new Error("throttled");
    return calls;
  });
  const [first, second] = await Promise.allSettled([lookUp("a"), lookUp("a")]);
  expect([first.status, second.status]).toEqual(["rejected", "rejected"]);
  expect(await lookUp("a")).toBe(2);
});
