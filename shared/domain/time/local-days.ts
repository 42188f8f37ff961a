import { offsetMinutes } from "./zone-offset.ts";

export const dayMs = 86_400_000;

/** From `fromMs` (inclusive) to `toMs` (exclusive), in milliseconds since 1970. */
export type Span = { readonly fromMs: number; readonly toMs: number };

/** A part of a span that lies on one local day, given as days since 1970-01-01. */
export type DayPart = { readonly day: number; readonly ms: number };

/** Returns the text of a day, such as `2026-03-01`. `day` counts from 1970-01-01. */
export function dayName(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, -"T00:00:00.000Z".length);
}

/** Returns the text of an instant's day in UTC, such as `2026-03-01`. */
export function dayOf(ms: number): string {
  return dayName(Math.floor(ms / dayMs));
}

/** Returns the start of an instant's day in UTC. */
export function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}

/**
 * Returns a function that splits spans into local days by the clocks of a zone; without a zone, the clocks show UTC. A
 * day may have 23 or 25 hours. A day is missing when a zone crosses the date line. When clocks are set back across
 * midnight, the day before is returned twice. Use the returned function for several spans: it remembers the offsets
 * that it has looked up.
 */
export function splitByDay(timeZone: string | undefined): (span: Span) => Generator<DayPart> {
  const steadyUntil = offsetsOf(timeZone);
  return function* ({ fromMs, toMs }) {
    for (let atMs = fromMs; atMs < toMs; ) {
      const { offsetMs, untilMs } = steadyUntil(atMs);
      const day = Math.floor((atMs + offsetMs) / dayMs);
      const endMs = Math.min(toMs, untilMs, (day + 1) * dayMs - offsetMs);
      yield { day, ms: endMs - atMs };
      atMs = endMs;
    }
  };
}

/** An offset from UTC, and the instant until which it holds. */
type SteadyOffset = { readonly offsetMs: number; readonly untilMs: number };

/** Looks up offsets once for each UTC day. No zone changes its offset twice within one day. */
function offsetsOf(timeZone = "+00:00"): (atMs: number) => SteadyOffset {
  const offsetAt = (ms: number) => offsetMinutes(timeZone, ms) * 60_000;
  const known = new Map<number, readonly SteadyOffset[]>();
  const offsetsWithin = (fromMs: number): readonly SteadyOffset[] => {
    const [before, after] = [offsetAt(fromMs), offsetAt(fromMs + dayMs)];
    const last = { offsetMs: after, untilMs: fromMs + dayMs };
    if (before === after) return [last];
    let [low, high] = [fromMs, fromMs + dayMs];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    return [{ offsetMs: before, untilMs: high }, last];
  };
  return (atMs) => {
    const day = Math.floor(atMs / dayMs);
    const offsets = known.get(day) ?? offsetsWithin(day * dayMs);
    known.set(day, offsets);
    const found = offsets.find(({ untilMs }) => atMs < untilMs);
    if (found === undefined) throw new Error(`No offset of ${timeZone} at ${atMs}`);
    return found;
  };
}

/** Returns the same time as spans in order, without overlaps. */
export function unionOf(spans: readonly Span[]): readonly Span[] {
  const union: { fromMs: number; toMs: number }[] = [];
  for (const { fromMs, toMs } of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = union.at(-1);
    if (last !== undefined && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs);
    else union.push({ fromMs, toMs });
  }
  return union;
}
