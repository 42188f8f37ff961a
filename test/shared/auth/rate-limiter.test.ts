import { beforeEach, describe, expect, test } from "vitest";
import { rateLimiter } from "../../../shared/auth/rate-limiter.ts";
import { Fault } from "../../../shared/domain/wire/fault.ts";

/** State of the shared rate limit: the costs taken from it, and the time until which it refuses, if it does. */
let taken: [caller: string, cost: number, sinceMs: number][];
let emptyUntilMs: number | undefined;
let nowMs: number;
const container = () =>
  rateLimiter(
    {
      share: 4,
      take: async (caller, cost, sinceMs) => {
        if (emptyUntilMs === undefined) taken.push([caller, cost, sinceMs]);
        return emptyUntilMs;
      },
    },
    () => nowMs,
  );
beforeEach(() => {
  [taken, emptyUntilMs, nowMs] = [[], undefined, 1_000_000];
});

const waitOf = async (run: () => unknown) => {
  try {
    await run();
    return "let through";
  } catch (error) {
    return error instanceof Fault && error.code === "too-many-requests" ? error.retryAfterSeconds : error;
  }
};

describe("a container", () => {
  test("asks the shared limit at a caller's first request and after each share, with the cost since it last asked", async () => {
    const { spend } = container();
    const startMs = nowMs;
    for (let i = 0; i < 9; i++) {
      await spend("key", "source 1", 1);
      nowMs += 100;
    }
    expect(taken).toEqual([
      ["source 1", 1, startMs],
      ["source 1", 4, startMs + 100],
      ["source 1", 4, startMs + 500],
    ]);
  });

  test("asks the shared limit less often if requests cost less", async () => {
    const { spend } = container();
    for (let i = 0; i < 17; i++) await spend("token", "user a", 0.25);
    expect(taken.map(([, cost]) => cost)).toEqual([0.25, 4]);
  });

  test("adds a request's additional cost to the caller's next request", async () => {
    const { spend } = container();
    const countMore = await spend("key", "source 1", 1);
    countMore(20);
    await spend("key", "source 1", 1);
    expect(taken.map(([, cost]) => cost)).toEqual([1, 21]);
  });

  test("counts each caller separately", async () => {
    const { spend } = container();
    for (const caller of ["user a", "user b", "source 1"]) await spend(caller, caller, 1);
    expect(taken.map(([caller]) => caller)).toEqual(["user a", "user b", "source 1"]);
  });
});

describe("after a refusal, a container", () => {
  test("refuses requests until the wait is over, without asking the shared limit or verifying the credential", async () => {
    const { checkToken, spend } = container();
    checkToken("key");
    emptyUntilMs = nowMs + 5000;
    const wait = await waitOf(() => spend("key", "source 1", 1));
    expect([5, 6]).toContain(wait);
    emptyUntilMs = undefined;
    expect(await waitOf(() => checkToken("key"))).toBe(wait);
    nowMs += 4999;
    expect(await waitOf(() => checkToken("key"))).toBeTypeOf("number");
    nowMs += 1001;
    expect(await waitOf(() => checkToken("key"))).toBe("let through");
    await spend("key", "source 1", 1);
    expect(taken).toEqual([]);
  });

  test("refuses the caller's other credentials, but no other caller", async () => {
    const { checkToken, spend } = container();
    emptyUntilMs = nowMs + 5000;
    await waitOf(() => spend("key", "source 1", 1));
    emptyUntilMs = undefined;
    checkToken("second key");
    expect(await waitOf(() => spend("second key", "source 1", 1))).toBeTypeOf("number");
    expect(await waitOf(() => checkToken("second key"))).toBeTypeOf("number");
    checkToken("another key");
    await spend("another key", "source 2", 1);
    expect(taken).toEqual([["source 2", 1, nowMs]]);
  });

  test("still counts the requests that it let through, but no request that it refused", async () => {
    const { spend } = container();
    for (let i = 0; i < 4; i++) await spend("key", "source 1", 1);
    emptyUntilMs = nowMs;
    expect(await waitOf(() => spend("key", "source 1", 1))).toBe(1);
    expect(await waitOf(() => spend("key", "source 1", 1))).toBe(1);
    [emptyUntilMs, nowMs] = [undefined, nowMs + 1000];
    await spend("key", "source 1", 1);
    expect(taken.map(([, cost]) => cost)).toEqual([1, 4]);
  });

  test("tells the caller to wait at least one second", async () => {
    emptyUntilMs = nowMs - 10;
    expect(await waitOf(() => container().spend("key", "source 1", 1))).toBe(1);
  });
});

test("a container remembers at most 1,000 callers, and asks the shared limit again for a forgotten caller", async () => {
  const { spend } = container();
  for (let i = 0; i < 1001; i++) await spend(`${i}`, `user ${i}`, 1);
  await spend("0", "user 0", 1);
  expect(taken.filter(([caller]) => caller === "user 0")).toHaveLength(2);
});
