/** Radius of the largest circle, in pixels. */
const largestRadius = 24;
const smallestRadius = 4;

/**
 * Returns the radius of a circle, in pixels. The area of the circle is proportional to the count. Small counts stay
 * visible; 0 is a small ring.
 */
export function radiusOf(count: number, max: number): number {
  if (count <= 0 || max <= 0) return smallestRadius;
  return Math.max(smallestRadius, largestRadius * Math.sqrt(count / max));
}

/** A circle on the map with the name of its site. */
export type Circle = { readonly x: number; readonly y: number; readonly r: number; readonly name: string };

/** Position of a name: the left end of its baseline. */
export type NameTag = { readonly x: number; readonly y: number };

type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

/** Size of letters in pixels: average width, and height of a line. */
const letter = { width: 7, height: 14 };

/**
 * Places names right or left of their circles, above or below, without covering other names or circles.
 * @param width of the map in pixels
 * @returns positions in the order of the circles, `undefined` for names without room
 */
export function nameTags(
  circles: readonly Circle[],
  width: number,
  height: number,
): readonly (NameTag | undefined)[] {
  const taken: Box[] = circles.map(({ x, y, r }) => ({
    left: x - r,
    right: x + r,
    top: y - r,
    bottom: y + r,
  }));
  return circles.map((circle) => {
    const free = boxesFor(circle).find(
      (box) =>
        box.left >= 0 &&
        box.right <= width &&
        box.top >= 0 &&
        box.bottom <= height &&
        !taken.some((other) => overlaps(box, other)),
    );
    if (!free) return undefined;
    taken.push(free);
    return { x: free.left, y: free.bottom - letter.height / 4 };
  });
}

function boxesFor({ x, y, r, name }: Circle): readonly Box[] {
  const wide = name.length * letter.width;
  const box = (left: number, top: number): Box => ({
    left,
    right: left + wide,
    top,
    bottom: top + letter.height,
  });
  const gap = 4;
  return [
    box(x + r + gap, y - letter.height / 2),
    box(x - r - gap - wide, y - letter.height / 2),
    box(x - wide / 2, y - r - gap - letter.height),
    box(x - wide / 2, y + r + gap),
  ];
}

function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
