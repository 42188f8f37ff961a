/** Divides items into groups whose sizes add up to at most `most`. A larger item is a group of its own. */
export function groupsOf<T>(
  items: Iterable<T>,
  sizeOf: (item: T) => number,
  most: number,
): readonly (readonly T[])[] {
  const groups: T[][] = [];
  let left = 0;
  for (const item of items) {
    left -= sizeOf(item);
    const last = groups.at(-1);
    if (last !== undefined && left >= 0) last.push(item);
    else {
      groups.push([item]);
      left = most - sizeOf(item);
    }
  }
  return groups;
}
