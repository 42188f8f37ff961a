import { setTimeout as sleep } from "node:timers/promises";

/** Returns a function that waits, so that at most `rowsPerSecond` rows are written per second. */
export function pacer(rowsPerSecond: number, nowMs = () => performance.now()) {
  let freeMs = nowMs();
  return async (rows: number): Promise<void> => {
    const startMs = Math.max(freeMs, nowMs());
    freeMs = startMs + (rows * 1000) / rowsPerSecond;
    const waitMs = startMs - nowMs();
    if (waitMs > 0) await sleep(waitMs);
  };
}
