/**
 * API Gateway's throttling (Developer Guide, "Throttle requests to your REST APIs"): a bucket of `burst`
 * tokens that fills with `ratePerSecond`; each request takes one. A stage's limits apply to each of its methods.
 */
export function tokenBucket(
  limit: { ratePerSecond: number; burst: number },
  nowMs: () => number = () => performance.now(),
): { take: () => boolean } {
  let tokens = limit.burst;
  let filledAtMs = nowMs();
  return {
    take: () => {
      const now = nowMs();
      tokens = Math.min(limit.burst, tokens + ((now - filledAtMs) / 1000) * limit.ratePerSecond);
      filledAtMs = now;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
