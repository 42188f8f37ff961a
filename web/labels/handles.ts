import type { Box, Point, Seen } from "../picture/view.ts";
import { contains, cornerOf, type Grip, gripAt, wholeBox } from "./box-shape.ts";

/** Side of the square in which a finger holds a corner, in CSS pixels. */
const side = 44;

/** Maximum distance of a finger from a box that it moves, in CSS pixels. */
const reachPixels = 8;

const corners: readonly Grip[] = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: -1, y: 1 },
  { x: 1, y: 1 },
];

/** The place where a finger holds a corner of a box, in pixels of the picture. */
export type Handle = { readonly grip: Grip; readonly corner: Point; readonly at: Point };

/**
 * Returns the handles of a box for fingers, one for each visible corner. If a side of the box is shorter than two handles,
 * they are outside of it, so that the box itself can be held. Every handle is within the visible part of the picture, and
 * none covers another.
 */
export function handlesOf(box: Box, seen: Seen): readonly Handle[] {
  const half = (side / 2) * seen.fineness;
  const { isNarrow, isLow } = sizeOf(box, seen);
  const { from, to } = seen;
  const across = placesOf([box.x1, box.x2 + 1], isNarrow ? half : 0, [from.x, to.x], half);
  const down = placesOf([box.y1, box.y2 + 1], isLow ? half : 0, [from.y, to.y], half);
  return corners.flatMap((grip) => {
    const [x, y] = [across[grip.x < 0 ? 0 : 1], down[grip.y < 0 ? 0 : 1]];
    return x === undefined || y === undefined ? [] : [{ grip, corner: cornerOf(box, grip), at: { x, y } }];
  });
}

/** Returns the part of a box that a finger at this place would hold: a corner, or the whole box. */
export function fingerGripAt(box: Box, at: Point, seen: Seen): Grip | undefined {
  const { isNarrow, isLow } = sizeOf(box, seen);
  // At an edge of the picture, handles may cover a small box.
  if ((isNarrow || isLow) && contains(box, at)) return wholeBox;
  const reach = (side / 2) * seen.fineness;
  const [nearest] = handlesOf(box, seen)
    .map(({ grip, at: { x, y } }) => ({ grip, x: Math.abs(x - at.x), y: Math.abs(y - at.y) }))
    .filter(({ x, y }) => x <= reach && y <= reach)
    .toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
  if (nearest) return nearest.grip;
  return gripAt(box, at, reachPixels * seen.fineness) && wholeBox;
}

/** Returns which sides of a box are too short for two handles. */
function sizeOf({ x1, y1, x2, y2 }: Box, { fineness }: Seen) {
  const shortest = 2 * side * fineness;
  return { isNarrow: x2 - x1 + 1 < shortest, isLow: y2 - y1 + 1 < shortest };
}

type Pair = readonly [number, number];

/**
 * Returns the places of two handles in one direction.
 * @param sides the edges of the box
 * @param out distance of the handles from the box
 * @param seen the visible part of the picture
 * @returns `undefined` for an edge that is not visible
 */
function placesOf([first, last]: Pair, out: number, [from, to]: Pair, half: number) {
  const placed = (edge: number, at: number) => {
    // An edge may be beyond the picture by an error of rounding.
    const isVisible = edge >= from - 1 && edge <= to + 1;
    return isVisible ? Math.min(to - half, Math.max(from + half, at)) : undefined;
  };
  const [a, b] = [placed(first, first - out), placed(last, last + out)];
  if (a === undefined || b === undefined || b - a >= 2 * half) return [a, b] as const;
  // A small box at an edge of the screen.
  return a === from + half ? ([a, a + 2 * half] as const) : ([b - 2 * half, b] as const);
}
