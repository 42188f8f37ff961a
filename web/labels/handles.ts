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
 * they are outside of it, so that the box itself can be held. Every handle is within the visible part of the picture.
 */
export function handlesOf(box: Box, seen: Seen): readonly Handle[] {
  const half = (side / 2) * seen.fineness;
  const { isNarrow, isLow } = sizeOf(box, seen);
  return corners.flatMap((grip) => {
    const corner = cornerOf(box, grip);
    const x = placeOf(corner.x, isNarrow ? grip.x * half : 0, seen.from.x, seen.to.x, half);
    const y = placeOf(corner.y, isLow ? grip.y * half : 0, seen.from.y, seen.to.y, half);
    return x === undefined || y === undefined ? [] : [{ grip, corner, at: { x, y } }];
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

/** @returns `undefined` if the corner is not visible */
function placeOf(corner: number, out: number, from: number, to: number, half: number): number | undefined {
  // A corner at the edge may be beyond it by an error of rounding.
  if (corner < from - 1 || corner > to + 1) return undefined;
  return Math.min(to - half, Math.max(from + half, corner + out));
}
