import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { rateLimiter } from "../../../shared/auth/rate-limiter.ts";
import { itemCost, rateLimitOf, requestCost } from "../../../shared/domain/rate-limit.ts";
import { takeFromRateLimit } from "../../../shared/table/rate-limit-counter.ts";
import { startTable, type TestTable } from "../../support/dynamo/table.ts";

let database: TestTable;
beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.close());

let nowMs: number;
let caller: string;
beforeEach(() => {
  nowMs = 1_800_000_000_000;
  caller = `user ${crypto.randomUUID()}@example.org`;
});
/** 10 a second, 30 at once. */
const budget = () => {
  const take = takeFromRateLimit(database.table, rateLimitOf(10), () => nowMs);
  return (who: string, cost: number, sinceMs = nowMs) => take(who, cost, sinceMs);
};

describe("a caller's budget", () => {
  test("gives three seconds' worth at once, then refills steadily", async () => {
    const take = budget();
    for (let i = 0; i < 30; i++) expect(await take(caller, 1)).toBeUndefined();
    expect(await take(caller, 1)).toBe(nowMs);
    nowMs += 1;
    expect(await take(caller, 1)).toBeUndefined();
    expect(await take(caller, 1)).toBe(nowMs + 99);
    nowMs += 1000;
    const later = await Promise.all(Array.from({ length: 20 }, () => take(caller, 1)));
    expect(later.filter((wait) => wait === undefined).length).toBe(10);
    nowMs += 3_600_000;
    expect(await take(caller, 30)).toBeUndefined();
    expect(await take(caller, 1)).toBe(nowMs);
  });

  test("may be overdrawn once, and is then waited for", async () => {
    const take = budget();
    expect(await take(caller, 50)).toBeUndefined();
    expect(await take(caller, 0.25)).toBe(nowMs + 2000);
    nowMs += 2000;
    expect(await take(caller, 0.25)).toBe(nowMs);
    nowMs += 1;
    expect(await take(caller, 0.25)).toBeUndefined();
  });

  test("has refilled for what is told late", async () => {
    const take = budget();
    expect(await take(caller, 30, nowMs - 3000)).toBeUndefined();
    for (let i = 0; i < 30; i++) expect(await take(caller, 1)).toBeUndefined();
    expect(await take(caller, 1, nowMs - 3000)).toBe(nowMs);
  });

  test("is its own", async () => {
    const take = budget();
    expect(await take(caller, 100)).toBeUndefined();
    expect(await take(`${caller}.au`, 100)).toBeUndefined();
  });

  test("gives no more than it has, however many ask at once", async () => {
    const take = budget();
    const asked = await Promise.all(Array.from({ length: 80 }, () => take(caller, 1)));
    expect(asked.filter((wait) => wait === undefined).length).toBe(30);
  });
});

describe("the default budget never stops", () => {
  const events = (count: number, everyMs: number, cost: number, more = 0) =>
    Array.from({ length: count }, (_, i) => ({ atMs: i * everyMs, cost, more }));
  const page = (atMs: number) =>
    Array.from({ length: 50 }, () => ({ atMs, cost: requestCost("GET"), more: 0 }));
  const write = requestCost("POST");

  test.each([
    [
      "a site with an event and a batch of 500 every second",
      [...events(60, 1000, write), ...events(60, 1000, write, 500 * itemCost)],
    ],
    ["a front end that loads four pages of 50 parallel GETs", [0, 0, 0, 0].flatMap(page)],
    [
      "a person who opens such a page every second",
      Array.from({ length: 30 }, (_, i) => page(i * 1000)).flat(),
    ],
    ["a script that posts one after the other, each 60 ms", events(300, 60, write)],
  ])("%s", async (_, requests) => {
    const take = takeFromRateLimit(database.table, rateLimitOf(20), () => nowMs);
    // Lambda has one for each of the 50 that come together.
    const containers = Array.from({ length: 50 }, () => rateLimiter({ share: 4, take }, () => nowMs));
    const startMs = nowMs;
    for (const [i, { atMs, cost, more }] of requests.toSorted((a, b) => a.atMs - b.atMs).entries()) {
      nowMs = startMs + atMs;
      (await containers[i % 50]?.spend("token", caller, cost))?.(more);
    }
  });
});

test("containers let through what the budget has, and each no more than a share besides", async () => {
  const burst = 30;
  const share = 2;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.tuple(fc.nat(4), fc.nat(120)), { minLength: 60, maxLength: 150 }),
      async (size, arrivals) => {
        const own = `source ${crypto.randomUUID()}`;
        const take = budget();
        const containers = Array.from({ length: size }, () => rateLimiter({ share, take }, () => nowMs));
        const startMs = nowMs;
        let through = 0;
        for (const [i, afterMs] of arrivals) {
          nowMs += afterMs;
          const spent = containers[i % size]?.spend("key", own, 1);
          if (await spent?.then(Boolean, () => false)) through += 1;
        }
        const refilled = (10 * (nowMs - startMs)) / 1000;
        expect(through).toBeLessThanOrEqual(burst + refilled + size * share + 1);
      },
    ),
    { numRuns: 30 },
  );
});
