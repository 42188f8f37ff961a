/** Period over which the rate is averaged. It is short, so that the remaining time is estimated from the present rate. */
const windowMs = 15_000;

/** Measures the rate at which bytes are sent. */
export function rateMeter(nowMs: () => number = Date.now) {
  const startMs = nowMs();
  let samples: { readonly atMs: number; readonly bytes: number }[] = [];
  return {
    /** @param bytes a negative number subtracts bytes that did not arrive */
    sent(bytes: number): void {
      samples.push({ atMs: nowMs(), bytes });
    },
    bytesPerSecond(): number {
      const atMs = nowMs();
      samples = samples.filter((sample) => sample.atMs > atMs - windowMs);
      const seconds = Math.max(1000, Math.min(windowMs, atMs - startMs)) / 1000;
      return Math.max(0, samples.reduce((sum, { bytes }) => sum + bytes, 0) / seconds);
    },
  };
}
