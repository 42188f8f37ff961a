import type { Box, Point, Size } from "../picture/view.ts";

/** Minimum width and height of a box, in pixels. */
export const minSide = 4;

/**
 * The part of a box that a pointer holds: -1 is the left or upper edge, 1 the right or lower one, 0 no edge. With 0 for
 * both, the pointer holds the whole box.
 */
export type Grip = { readonly x: -1 | 0 | 1; readonly y: -1 | 0 | 1 };

export const wholeBox: Grip = { x: 0, y: 0 };

/** Returns `true` if a pointer holds a corner. */
export function isCorner({ x, y }: Grip): boolean {
  return x !== 0 && y !== 0;
}

/** Returns the place of a corner. */
export function cornerOf({ x1, y1, x2, y2 }: Box, grip: Grip): Point {
  // Both corners belong to the box.
  return { x: grip.x < 0 ? x1 : x2 + 1, y: grip.y < 0 ? y1 : y2 + 1 };
}

/**
 * Returns the box between two corners, in whole pixels and within the picture.
 * @returns `undefined` if it is smaller than 4 × 4 pixels
 */
export function boxBetween(a: Point, b: Point, picture: Size): Box | undefined {
  const across = edges(a.x, b.x, picture.width);
  const down = edges(a.y, b.y, picture.height);
  if (across.to - across.from < minSide || down.to - down.from < minSide) return undefined;
  // Both corners belong to the box.
  return { x1: across.from, x2: across.to - 1, y1: down.from, y2: down.to - 1 };
}

/**
 * Returns a box around a place, with a quarter of the width and height of the visible part. All in pixels of the
 * picture.
 */
export function boxAround(middle: Point, seen: Size, picture: Size): Box {
  const [x1, x2] = around(middle.x, seen.width, picture.width);
  const [y1, y2] = around(middle.y, seen.height, picture.height);
  return { x1, x2, y1, y2 };
}

function around(middle: number, seen: number, length: number): readonly [number, number] {
  const half = Math.round(seen / 8);
  const from = Math.max(0, Math.min(length - 2 * half, Math.round(middle - half)));
  return [from, Math.min(length - 1, from + 2 * half - 1)];
}

/**
 * Returns the part of a box that a pointer at this place would hold. `reach`: maximum distance from an edge, in pixels
 * of the picture.
 */
export function gripAt({ x1, y1, x2, y2 }: Box, { x, y }: Point, reach: number): Grip | undefined {
  if (x < x1 - reach || x > x2 + 1 + reach || y < y1 - reach || y > y2 + 1 + reach) return undefined;
  return { x: edgeAt(x, x1, x2 + 1, reach), y: edgeAt(y, y1, y2 + 1, reach) };
}

/** Returns a box after its pointer has moved. The box stays within the picture, and has at least 4 × 4 pixels. */
export function dragged(box: Box, grip: Grip, by: Point, picture: Size): Box {
  const x = draggedSide(box.x1, box.x2, grip.x, grip.x === 0 && grip.y !== 0 ? 0 : by.x, picture.width);
  const y = draggedSide(box.y1, box.y2, grip.y, grip.y === 0 && grip.x !== 0 ? 0 : by.y, picture.height);
  return { x1: x.from, x2: x.to, y1: y.from, y2: y.to };
}

/** Returns `true` if a place of the picture is within a box. */
export function contains({ x1, y1, x2, y2 }: Box, { x, y }: Point): boolean {
  return x >= x1 && x <= x2 + 1 && y >= y1 && y <= y2 + 1;
}

function edges(a: number, b: number, length: number) {
  const clamped = (at: number) => Math.min(length, Math.max(0, Math.round(at)));
  return { from: clamped(Math.min(a, b)), to: clamped(Math.max(a, b)) };
}

/** In a small box, the middle third moves the box. Otherwise, the edges would leave no place to hold the box. */
function edgeAt(at: number, from: number, to: number, reach: number): -1 | 0 | 1 {
  const inner = Math.min(reach, (to - from) / 3);
  if (at <= from + inner) return -1;
  return at >= to - inner ? 1 : 0;
}

/** `from` and `to` are the first and last pixel. */
function draggedSide(from: number, to: number, grip: -1 | 0 | 1, by: number, length: number) {
  const step = Math.round(by);
  const last = Math.max(length - 1, to);
  if (grip === 0) {
    const moved = Math.min(last - to, Math.max(-from, step));
    return { from: from + moved, to: to + moved };
  }
  if (grip === -1) return { from: Math.max(0, Math.min(from + step, to - minSide + 1)), to };
  return { from, to: Math.min(last, Math.max(to + step, from + minSide - 1)) };
}
