import { judged } from "../cost.ts";

/** Something that was measured, and the largest value that it may have. */
export type Figure = { readonly what: string; readonly measured: number; readonly budget?: number };

export function figureRow({ what, measured, budget }: Figure) {
  return { what, measured: Math.round(measured * 10) / 10, ...judged(measured, budget) };
}

/** The value below which this part of all values is: 0.5 is the median. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
