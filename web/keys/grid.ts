/** Returns the number of columns in the current layout of a grid. */
export function columnsOf(grid: HTMLElement): number {
  const [first, ...others] = grid.children;
  if (!(first instanceof HTMLElement)) return 1;
  const next = others.findIndex((each) => each instanceof HTMLElement && each.offsetTop !== first.offsetTop);
  return next < 0 ? others.length + 1 : next + 1;
}

/**
 * Returns the place that a key leads to, in a grid with places from 0; `undefined` for other keys. If the key would lead
 * out of the grid, returns the same place.
 */
export function placeAfter(key: string, place: number, count: number, columns: number): number | undefined {
  const next = targetOf(key, place, count, columns);
  if (next === undefined || count === 0) return undefined;
  return next < 0 || next >= count ? place : next;
}

function targetOf(key: string, place: number, count: number, columns: number): number | undefined {
  switch (key) {
    case "ArrowLeft":
      return place - 1;
    case "ArrowRight":
      return place + 1;
    case "ArrowUp":
      return place - columns;
    case "ArrowDown":
      return place + columns;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}
