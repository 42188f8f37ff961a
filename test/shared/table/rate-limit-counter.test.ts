import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { rateLimiter } from "../../../shared/auth/rate-limiter.ts";
import { itemCost, rateLimitOf, requestCost } from "../../../shared/domain/wire/rate-limit.ts";
import { takeFromRateLimit } from "../../../shared/table/rate-limit-counter.ts";
import { useTable } from "../../support/dynamo/use-table.ts";

const database = useTable();

let nowMs: number;
let caller: string;
beforeEach(() => {
  nowMs = 1_800_000_000_000;
  caller = `user ${crypto.randomUUID()}@example.org`;
});
/** A rate limit of 10 requests per second, 30 at once. */
const counter = () => {
  const take = takeFromRateLimit(database.table, rateLimitOf(10), () => nowMs);
  return (name: string, cost: number, sinceMs = nowMs) => take(name, cost, sinceMs);
};

describe("the rate limit of a caller", () => {
  test("allows the requests of three seconds at once, then refills steadily", async () => {
    const take = counter();
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

  test("can be exceeded once, and then blocks until it has refilled", async () => {
    const take = counter();
    expect(await take(caller, 50)).toBeUndefined();
    expect(await take(caller, 0.25)).toBe(nowMs + 2000);
    nowMs += 2000;
    expect(await take(caller, 0.25)).toBe(nowMs);
    nowMs += 1;
    expect(await take(caller, 0.25)).toBeUndefined();
  });

  test("refills from the time at which a cost arose, even if the cost is reported later", async () => {
    const take = counter();
    expect(await take(caller, 30, nowMs - 3000)).toBeUndefined();
    for (let i = 0; i < 30; i++) expect(await take(caller, 1)).toBeUndefined();
    expect(await take(caller, 1, nowMs - 3000)).toBe(nowMs);
  });

  test("does not depend on other callers", async () => {
    const take = counter();
    expect(await take(caller, 100)).toBeUndefined();
    expect(await take(`${caller}.au`, 100)).toBeUndefined();
  });

  test("holds for any number of concurrent requests", async () => {
    const take = counter();
    const asked = await Promise.all(Array.from({ length: 80 }, () => take(caller, 1)));
    expect(asked.filter((wait) => wait === undefined).length).toBe(30);
  });
});

describe("the default rate limit never blocks", () => {
  const events = (count: number, everyMs: number, cost: number, more = 0) =>
    Array.from({ length: count }, (_, i) => ({ atMs: i * everyMs, cost, more }));
  const page = (atMs: number) =>
    Array.from({ length: 50 }, () => ({ atMs, cost: requestCost("GET"), more: 0 }));
  const write = requestCost("POST");

  test.each([
    [
      "a site that sends an event and a batch of 500 every second",
      [...events(60, 1000, write), ...events(60, 1000, write, 500 * itemCost)],
    ],
    ["a front end that loads four pages of 50 parallel GETs", [0, 0, 0, 0].flatMap(page)],
    [
      "a user who opens a page of 50 parallel GETs every second",
      Array.from({ length: 30 }, (_, i) => page(i * 1000)).flat(),
    ],
    ["a script that sends a POST every 60 ms", events(300, 60, write)],
  ])("%s", async (_, requests) => {
    const take = takeFromRateLimit(database.table, rateLimitOf(20), () => nowMs);
    // Lambda has a container for each of 50 concurrent requests.
    const containers = Array.from({ length: 50 }, () => rateLimiter({ share: 4, take }, () => nowMs));
    const startMs = nowMs;
    let allowed = 0;
    for (const [i, { atMs, cost, more }] of requests.toSorted((a, b) => a.atMs - b.atMs).entries()) {
      nowMs = startMs + atMs;
      // A refusal throws.
      const countMore = await containers[i % 50]?.spend("token", caller, cost);
      countMore?.(more);
      allowed += 1;
    }
    expect(allowed).toBe(requests.length);
  });
});

test("containers exceed the rate limit by at most one share each", { timeout: 120_000 }, async () => {
  const burst = 30;
  const share = 2;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.tuple(fc.nat(4), fc.nat(120)), { minLength: 60, maxLength: 150 }),
      async (size, arrivals) => {
        const own = `source ${crypto.randomUUID()}`;
        const take = counter();
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
