/** Compares values as JSON. The order of the fields of an object has no meaning. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(normal(a)) === JSON.stringify(normal(b));
}

/** Returns objects as sorted pairs. */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .toSorted(([x], [y]) => (x < y ? -1 : 1))
    .map(([key, each]) => [key, normal(each)]);
}
