/**
 * Returns the number of indexes for which a condition is true, by a binary search.
 * @param isTrue true for all indexes before one index, and false from there on
 */
export function countWhile(length: number, isTrue: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
