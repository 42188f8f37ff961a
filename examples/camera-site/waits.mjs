import { backoffMs } from "./backoff.mjs";

/** @typedef {ReturnType<typeof createWaits>} Waits */

/**
 * Who waits until when after how many failures in a row. Kept in memory: a sender that starts anew tries anew.
 * @param {{ baseMs: number, capMs: number, nowMs: () => number, random: () => number }} options
 */
export function createWaits({ baseMs, capMs, nowMs, random }) {
  /** @type {Map<string, { failures: number, dueMs: number }>} */
  const waits = new Map();
  return {
    /** @param {string} name */
    isDue: (name) => (waits.get(name)?.dueMs ?? 0) <= nowMs(),
    /** @param {string} name */
    hasFailed: (name) => waits.has(name),
    /** @param {string} name @param {number} [retryAfterMs] */
    failed(name, retryAfterMs = 0) {
      const failures = (waits.get(name)?.failures ?? 0) + 1;
      const waitMs = backoffMs({ failures, retryAfterMs, baseMs, capMs, random });
      waits.set(name, { failures, dueMs: nowMs() + waitMs });
    },
    /** @param {string} name */
    worked: (name) => void waits.delete(name),
    clear: () => waits.clear(),
    /** Milliseconds until the next one is due; `undefined` when nobody waits. */
    untilNextMs() {
      const due = [...waits.values()].map(({ dueMs }) => dueMs);
      return due.length === 0 ? undefined : Math.max(0, due.reduce((a, b) => Math.min(a, b)) - nowMs());
    },
  };
}
