/**
 * Moves the focus between the links of a drawing by the arrow keys. Tab reaches only one of the links.
 * @param columns number of links in a row; in a plot with one row, the number of all links
 */
export function moveAmong(event: KeyboardEvent, columns: number): void {
  const { currentTarget, key } = event;
  if (!(currentTarget instanceof Element)) return;
  const links = [...currentTarget.querySelectorAll<SVGElement>("a")];
  const at = links.findIndex((link) => link.matches(":focus"));
  const to = at + (stepOf(key, columns) ?? 0);
  if (at < 0 || to === at || !links[to]) return;
  event.preventDefault();
  links[to].focus();
}

function stepOf(key: string, columns: number): number | undefined {
  if (key === "ArrowLeft") return -1;
  if (key === "ArrowRight") return 1;
  if (key === "ArrowUp") return -columns;
  return key === "ArrowDown" ? columns : undefined;
}
