import { printable } from "./printable.ts";

/** A duration in its largest units: `40 s`, `12 min`, `3 h 5 min`. */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `1 file`, `2 files`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Lines below a heading: the first of them, and the number of the others. */
export function indented(lines: readonly string[], max: number): string[] {
  const more = lines.length - max;
  return [
    ...lines.slice(0, max).map((line) => `  ${printable(line)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

/** `1,234,567`. */
export function number(count: number): string {
  return count.toLocaleString("en-GB");
}
