/**
 * Returns the marks of an axis: 0 and up to five whole numbers, in steps of 1, 2 or 5 times a power of ten. The last
 * mark is at least `max`.
 */
export function countTicks(max: number): readonly number[] {
  const step = stepOf(Math.max(1, max) / 5);
  const count = Math.ceil(Math.max(1, max) / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, i) => i * step);
}

function stepOf(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, atLeast)));
  const factor = [1, 2, 5, 10].find((each) => each * power >= atLeast * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Returns the smallest step between marks that leaves room for their texts. */
export function everyNth(count: number, roomFor: number, among?: readonly number[]): number {
  const atLeast = count / Math.max(1, roomFor);
  if (among) return among.find((each) => each >= atLeast) ?? among.at(-1) ?? 1;
  return atLeast <= 1 ? 1 : stepOf(atLeast);
}

/** Returns the shade of a number, 1 to 5; 0 for 0. The shade follows the square root, so that small numbers are distinguishable. */
export function shadeOf(count: number, max: number): number {
  if (count <= 0 || max <= 0) return 0;
  return Math.min(5, Math.max(1, Math.ceil(5 * Math.sqrt(count / max))));
}
