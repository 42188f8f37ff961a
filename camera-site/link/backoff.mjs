const maxRetryAfterMs = 3_600_000;

/**
 * Milliseconds to wait before the next try, after `failures` failures in a row: exponential backoff with full jitter
 * (AWS Architecture Blog, "Exponential Backoff And Jitter"). The jitter spreads the requests of sites whose links come
 * back at the same moment. The service's `Retry-After` is added, up to an hour.
 * @param {{ failures: number, retryAfterMs?: number, baseMs: number, capMs: number, random: () => number }} options
 */
export function backoffMs({ failures, retryAfterMs = 0, baseMs, capMs, random }) {
  const ceilingMs = Math.min(capMs, baseMs * 2 ** (failures - 1));
  return Math.min(retryAfterMs, maxRetryAfterMs) + random() * ceilingMs;
}

/**
 * `Retry-After` in milliseconds, from seconds or a date (RFC 9110, section 10.2.3); 0 when missing or invalid.
 * @param {string | null} header @param {number} nowMs
 */
export function parseRetryAfter(header, nowMs) {
  if (header === null) return 0;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  return / GMT$/.test(header) ? Math.max(0, Date.parse(header) - nowMs || 0) : 0;
}
