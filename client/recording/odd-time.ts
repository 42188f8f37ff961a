const hourMs = 3_600_000;

/** A camera that was never set, or lost its power, begins again at the start of a year such as 1970, 1980 or 2000. */
const firstUsualMs = Date.UTC(2001, 0, 1);

/**
 * The reason why the start of a recording seems wrong: it is before 2001, or in the future. An hour is allowed for the
 * drift of clocks. Undefined for a usual time. Both times are in milliseconds since 1970.
 */
export function oddTime(ms: number, nowMs: number): "early" | "future" | undefined {
  if (ms < firstUsualMs) return "early";
  return ms > nowMs + hourMs ? "future" : undefined;
}
