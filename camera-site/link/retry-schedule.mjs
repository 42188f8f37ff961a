import { backoffMs } from "./backoff.mjs";

/** @typedef {ReturnType<typeof createRetrySchedule>} RetrySchedule */

/**
 * Time of the next try of each name, and its number of failures in a row. The schedule is kept in memory: a restarted sender
 * tries everything at once.
 * @param {{ baseMs: number, capMs: number, nowMs: () => number, random: () => number }} options
 */
export function createRetrySchedule({ baseMs, capMs, nowMs, random }) {
  /** @type {Map<string, { failures: number, dueMs: number }>} */
  const retries = new Map();
  return {
    /** @param {string} name */
    isDue: (name) => (retries.get(name)?.dueMs ?? 0) <= nowMs(),
    /** @param {string} name */
    hasFailed: (name) => retries.has(name),
    /** Failures in a row. @param {string} name */
    failures: (name) => retries.get(name)?.failures ?? 0,
    /** @param {string} name @param {number} [retryAfterMs] */
    failed(name, retryAfterMs = 0) {
      const failures = (retries.get(name)?.failures ?? 0) + 1;
      const waitMs = backoffMs({ failures, retryAfterMs, baseMs, capMs, random });
      retries.set(name, { failures, dueMs: nowMs() + waitMs });
    },
    /** @param {string} name */
    succeeded: (name) => void retries.delete(name),
    clear: () => retries.clear(),
    /** Milliseconds until the next name is due; `undefined` when none has failed. */
    untilNextMs() {
      const due = [...retries.values()].map(({ dueMs }) => dueMs);
      return due.length === 0 ? undefined : Math.max(0, due.reduce((a, b) => Math.min(a, b)) - nowMs());
    },
  };
}
