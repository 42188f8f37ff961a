/**
 * Throttles as API Gateway does (Developer Guide, "Throttle requests to your REST APIs"): each request takes a token
 * from a bucket that holds `burst` tokens and is refilled at `ratePerSecond`. A stage's limits apply to each method.
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
