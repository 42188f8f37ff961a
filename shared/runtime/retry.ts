import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { handled } from "./admission.ts";

/** The part of a request's time that is reserved for its response. */
const reserveMs = 1000;

/** Time limit of a `retry` outside any request. */
const defaultMs = 10_000;

const deadline = new AsyncLocalStorage<number>();

/** Runs a request that has `leftMs` left. Every `retry` in it stops early enough for a response. */
export function withTimeLeft<T>(leftMs: number, run: () => Promise<T>): Promise<T> {
  return deadline.run(performance.now() + leftMs - reserveMs, run);
}

/** Milliseconds until the request must start no more work. Infinite outside any request. */
export function timeLeftMs(): number {
  return (deadline.getStore() ?? Number.POSITIVE_INFINITY) - performance.now();
}

/** Returns true if the request is out of time and must start no more work. */
export function timeIsUp(): boolean {
  return timeLeftMs() < 0;
}

/**
 * Waits for work during this share (0 to 1) of the request's remaining time. The work must check `timeIsUp`, and then
 * start nothing more. What it has started continues, but the request does not wait for it.
 */
export async function withShareOfTime(share: number, work: () => Promise<void>): Promise<void> {
  const requestEnd = deadline.getStore();
  if (requestEnd === undefined) return work();
  const ms = Math.max(0, requestEnd - performance.now()) * share;
  const done = new AbortController();
  const timeout = sleep(ms, undefined, { signal: done.signal });
  await Promise.race([deadline.run(performance.now() + ms, work), handled(timeout)]).finally(() =>
    done.abort(),
  );
}

/**
 * Repeats `operation` while it returns `again`. Waits are random and grow (AWS Architecture Blog,
 * "Exponential Backoff And Jitter": full jitter), so that conflicting requests do not conflict again.
 * @param firstWaitMs maximum length of the first wait
 * @returns `again` when the request's time is up
 */
export async function retry<T, A extends string>(
  again: A,
  firstWaitMs: number,
  operation: () => Promise<T | A>,
): Promise<T | A> {
  const end = deadline.getStore() ?? performance.now() + defaultMs;
  for (let maxWaitMs = firstWaitMs; ; maxWaitMs = Math.min(2 * maxWaitMs, 1000)) {
    const result = await operation();
    const waitMs = Math.random() * maxWaitMs;
    if (result !== again || performance.now() + waitMs > end) return result;
    await sleep(waitMs);
  }
}
