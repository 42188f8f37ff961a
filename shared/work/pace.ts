import { setTimeout as sleep } from "node:timers/promises";

/** Waits, so that at most so many rows are written in a second. */
export function pacer(rowsPerSecond: number, nowMs = () => performance.now()) {
  let freeMs = nowMs();
  return async (rows: number): Promise<void> => {
    const startMs = Math.max(freeMs, nowMs());
    freeMs = startMs + (rows * 1000) / rowsPerSecond;
    const waitMs = startMs - nowMs();
    if (waitMs > 0) await sleep(waitMs);
  };
}
