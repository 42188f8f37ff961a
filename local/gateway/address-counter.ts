/** The window moves on in steps of this part of it. */
const steps = 10;

/**
 * Counts requests of each network address as a rate-based rule of AWS WAF does (Developer Guide, "Rate-based rule"):
 * within a window that looks back from now, blocked requests included. AWS counts approximately and acts within about
 * ten seconds; this acts at once.
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
