const longestRetryAfterMs = 3_600_000;

/**
 * How long to wait after so many failures in a row: exponential with full jitter (AWS Architecture Blog,
 * "Exponential Backoff And Jitter"), so that sites whose link came back together do not come together. What the
 * service asks for (`Retry-After`) comes first, an hour at most.
 * @param {{ failures: number, retryAfterMs?: number, baseMs: number, capMs: number, random: () => number }} wait
 */
export function backoffMs({ failures, retryAfterMs = 0, baseMs, capMs, random }) {
  const ceilingMs = Math.min(capMs, baseMs * 2 ** (failures - 1));
  return Math.min(retryAfterMs, longestRetryAfterMs) + random() * ceilingMs;
}

/**
 * `Retry-After` in milliseconds, seconds or a date (RFC 9110, section 10.2.3); 0 for none and for nonsense.
 * @param {string | null} header @param {number} nowMs
 */
export function parseRetryAfter(header, nowMs) {
  if (header === null) return 0;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  return / GMT$/.test(header) ? Math.max(0, Date.parse(header) - nowMs || 0) : 0;
}
