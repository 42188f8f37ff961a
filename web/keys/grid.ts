/** Returns the number of columns in the current layout of a grid. */
export function columnsOf(grid: Element): number {
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
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place - columns,
    ArrowDown: place + columns,
    Home: 0,
    End: count - 1,
  };
  const next = targets[key];
  if (next === undefined || count === 0) return undefined;
  return next < 0 || next >= count ? place : next;
}

/**
 * Moves the focus between the links of the element that listens, by the keys of `placeAfter`.
 * @param columns number of links in a row; default: as laid out
 */
export function moveFocus(event: KeyboardEvent, columns?: number): void {
  const { currentTarget: grid } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!(grid instanceof Element)) return;
  const links = [...grid.querySelectorAll<HTMLElement | SVGElement>("a")];
  const place = links.findIndex((link) => link.matches(":focus"));
  const next = placeAfter(event.key, place, links.length, columns ?? columnsOf(grid));
  if (place < 0 || next === undefined) return;
  event.preventDefault();
  links[next]?.focus();
}
