/** Number of steps in a window. The window moves one step at a time. */
const steps = 10;

/**
 * Counts the requests of each network address as a rate-based rule of AWS WAF does (Developer Guide, "Rate-based
 * rule"): in a window that ends now, including blocked requests. AWS counts approximately and blocks within about ten
 * seconds. This counter blocks at once.
 */
export function addressCounter(
  limit: { requests: number; windowMs: number },
  nowMs: () => number = () => performance.now(),
): { isOver: (address: string) => boolean } {
  const stepMs = limit.windowMs / steps;
  const counts = new Map<number, Map<string, number>>();
  return {
    isOver: (address) => {
      const step = Math.floor(nowMs() / stepMs);
      for (const old of counts.keys()) if (old <= step - steps) counts.delete(old);
      let sent = 0;
      for (const each of counts.values()) sent += each.get(address) ?? 0;
      const current = counts.get(step) ?? new Map<string, number>();
      counts.set(step, current.set(address, (current.get(address) ?? 0) + 1));
      return sent >= limit.requests;
    },
  };
}
