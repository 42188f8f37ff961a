import { beforeEach, expect, test, vi } from "vitest";
import type { Sandbox } from "../../../local/lambda/sandbox.ts";
import { createSandboxPool } from "../../../local/lambda/sandbox-pool.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  return () => void vi.useRealTimers();
});

/** A pool of sandboxes that only count. `running`: the functions of its sandboxes, in the order of their start. */
function poolOf(idle: number) {
  const running: string[] = [];
  let starts = 0;
  const start = (functionName: string): Sandbox => {
    let isAlive = true;
    starts += 1;
    running.push(functionName);
    const kill = () => {
      if (isAlive) running.splice(running.indexOf(functionName), 1);
      isAlive = false;
    };
    return { invoke: () => Promise.reject(), isAlive: () => isAlive, kill, ended: new Promise(() => {}) };
  };
  const limits = { concurrencyPerFunction: 4, sandboxes: 96, idle, idleMs: 120_000 };
  const pool = createSandboxPool({ limits, start, onRoom: () => {} });
  /** Calls functions at the same time. @returns the number of sandboxes that started */
  const call = (...names: string[]) => {
    const before = starts;
    const used = names.map((name) => pool.acquire(name));
    for (const sandbox of used) if (sandbox) pool.release(sandbox);
    return starts - before;
  };
  return { call, running };
}

test("a function that is called by several callers all the time keeps its sandboxes, and others end", () => {
  const { call, running } = poolOf(6);
  call("a", "b", "c", "d", "e");
  const busy = ["x", "x", "x", "x"];
  expect(Array.from({ length: 10 }, () => call(...busy))).toEqual([4, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(running.toSorted()).toEqual(["d", "e", ...busy]);
});

test("after a second without calls, a function's second sandbox ends before the only one of another", () => {
  const { call, running } = poolOf(4);
  call("a");
  call("x", "x", "x");
  vi.advanceTimersByTime(1000);
  expect(call("b", "c")).toBe(2);
  expect(running.toSorted()).toEqual(["a", "b", "c", "x"]);
  expect(call("d")).toBe(1);
  expect(running.toSorted()).toEqual(["b", "c", "d", "x"]);
});
