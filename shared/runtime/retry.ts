import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** Kept back of a request's time for its answer. */
const reserveMs = 1000;

/** For what runs outside any request. */
const defaultMs = 10_000;

const deadline = new AsyncLocalStorage<number>();

/** Runs a request that has `leftMs` to go: every `retry` in it gives up in time for an answer. */
export function withTimeLeft<T>(leftMs: number, run: () => Promise<T>): Promise<T> {
  return deadline.run(performance.now() + leftMs - reserveMs, run);
}

/** Whether a request should begin nothing more. */
export function timeIsUp(): boolean {
  return performance.now() > (deadline.getStore() ?? Number.POSITIVE_INFINITY);
}

/**
 * Tries again until `attempt` gives something else than `again`. The waits grow and are random (AWS
 * Architecture Blog, "Exponential Backoff And Jitter": full jitter), so that those who met do not meet again.
 * @param firstWaitMs the longest that the first wait can be
 * @returns `again` when the request's time is up
 */
export async function retry<T, A extends string>(
  again: A,
  firstWaitMs: number,
  attempt: () => Promise<T | A>,
): Promise<T | A> {
  const end = deadline.getStore() ?? performance.now() + defaultMs;
  for (let longestMs = firstWaitMs; ; longestMs = Math.min(2 * longestMs, 1000)) {
    const result = await attempt();
    const waitMs = Math.random() * longestMs;
    if (result !== again || performance.now() + waitMs > end) return result;
    await sleep(waitMs);
  }
}
