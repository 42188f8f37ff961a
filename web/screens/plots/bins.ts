import { startOf } from "../../parts/local-time.ts";

/** Unit of the horizontal axis. */
export type Per = "day" | "month";

/** A part of the horizontal axis. `key`: `2026-03-02` or `2026-03`. */
export type TimeBin = { readonly key: string; readonly labels: number; readonly recordedSeconds: number };

type LabelRow = { readonly day?: string; readonly count: number };
type EffortRow = { readonly day?: string; readonly seconds: number };

const dayMs = 86_400_000;

/** Default maximum number of days. Longer periods are shown as months. */
const maxDays = 120;

/** Maximum number of days that can be drawn. */
const mostDays = 800;

/** Returns the unit for the days of some labels. */
export function perOf(days: readonly string[], chosen: Per | undefined): Per {
  const [first, last] = span(days);
  const count = first === undefined || last === undefined ? 0 : (startOf(last) - startOf(first)) / dayMs + 1;
  return count > mostDays ? "month" : (chosen ?? (count > maxDays ? "month" : "day"));
}

/**
 * Returns the labels and recorded seconds of each day or month, from the first with labels to the last, without gaps.
 */
export function timeBins(
  labels: readonly LabelRow[],
  effort: readonly EffortRow[],
  per: Per,
): readonly TimeBin[] {
  const keyOf = (day: string) => (per === "day" ? day : day.slice(0, 7));
  const bins = new Map<string, { labels: number; recordedSeconds: number }>();
  const [first, last] = span(labels.flatMap(({ day }) => (day === undefined ? [] : [day])));
  if (first === undefined || last === undefined) return [];
  for (let ms = startOf(first); ms <= startOf(last); ms += dayMs) {
    bins.set(keyOf(new Date(ms).toISOString().slice(0, 10)), { labels: 0, recordedSeconds: 0 });
  }
  for (const { day, count } of labels) {
    const bin = day === undefined ? undefined : bins.get(keyOf(day));
    if (bin) bin.labels += count;
  }
  for (const { day, seconds } of effort) {
    const bin = day === undefined ? undefined : bins.get(keyOf(day));
    if (bin) bin.recordedSeconds += seconds;
  }
  return [...bins].map(([key, bin]) => ({ key, ...bin }));
}

/** Returns the first and last day of a bin. */
export function daysOf(key: string): { readonly from: string; readonly to: string } {
  if (key.length === 10) return { from: key, to: key };
  const [year = 0, month = 1] = key.split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return { from: `${key}-01`, to: `${key}-${String(lastDay).padStart(2, "0")}` };
}

/** Returns the number of labels in each hour of the day. */
export function hourBins(
  rows: readonly { readonly hour?: number; readonly count: number }[],
): readonly number[] {
  const bins = Array.from({ length: 24 }, () => 0);
  for (const { hour, count } of rows) if (hour !== undefined) bins[hour] = (bins[hour] ?? 0) + count;
  return bins;
}

function span(days: readonly string[]): readonly [string | undefined, string | undefined] {
  const sorted = [...days].sort();
  return [sorted[0], sorted.at(-1)];
}
