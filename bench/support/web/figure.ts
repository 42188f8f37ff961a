import { judged } from "../cost.ts";

/** A measured value and its budget, the maximum value. */
export type Figure = { readonly what: string; readonly measured: number; readonly budget?: number };

export function figureRow({ what, measured, budget }: Figure) {
  return { what, measured: Math.round(measured * 10) / 10, ...judged(measured, budget) };
}

/** A quantile of the values: `part` 0.5 is the median. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
