import fc from "fast-check";
import { expect, test } from "vitest";
import { boxBetween, contains, dragged, gripAt, minSide } from "../../../web/labels/box-shape.ts";
import type { Box } from "../../../web/picture/view.ts";

const picture = { width: 640, height: 360 };
const anywhere = fc.double({ min: -900, max: 900, noNaN: true });
const point = fc.record({ x: anywhere, y: anywhere });
const side = fc.constantFrom(-1 as const, 0 as const, 1 as const);
const boxes = fc
  .tuple(point, point)
  .map(([a, b]) => boxBetween(a, b, picture))
  .filter((box) => box !== undefined);

function expectWithin({ x1, y1, x2, y2 }: Box): void {
  for (const at of [x1, y1, x2, y2]) expect(Number.isInteger(at)).toBe(true);
  expect(Math.min(x1, y1)).toBeGreaterThanOrEqual(0);
  expect(x2).toBeLessThan(picture.width);
  expect(y2).toBeLessThan(picture.height);
  expect(x2 - x1 + 1).toBeGreaterThanOrEqual(minSide);
  expect(y2 - y1 + 1).toBeGreaterThanOrEqual(minSide);
}

test("a box has whole pixels, is within the picture and at least 4 × 4, whichever corner it is drawn from", () => {
  fc.assert(
    fc.property(point, point, (a, b) => {
      const box = boxBetween(a, b, picture);
      expect(boxBetween(b, a, picture)).toEqual(box);
      expect(boxBetween({ x: a.x, y: b.y }, { x: b.x, y: a.y }, picture)).toEqual(box);
      if (box) expectWithin(box);
    }),
  );
  expect(boxBetween({ x: 10, y: 10 }, { x: 14, y: 14 }, picture)).toEqual({ x1: 10, y1: 10, x2: 13, y2: 13 });
  expect(boxBetween({ x: 10, y: 10 }, { x: 13, y: 99 }, picture)).toBeUndefined();
  expect(boxBetween({ x: -50, y: -50 }, { x: 5000, y: 5000 }, picture)).toEqual({
    x1: 0,
    y1: 0,
    x2: 639,
    y2: 359,
  });
});

test("a dragged box stays within the picture and keeps its size, and a dragged edge leaves the other edges in place", () => {
  fc.assert(
    fc.property(boxes, side, side, point, (box, x, y, by) => {
      const next = dragged(box, { x, y }, by, picture);
      expectWithin(next);
      if (x === 0 && y === 0) {
        expect(next.x2 - next.x1).toBe(box.x2 - box.x1);
        expect(next.y2 - next.y1).toBe(box.y2 - box.y1);
        return;
      }
      if (x !== -1) expect(next.x1).toBe(box.x1);
      if (x !== 1) expect(next.x2).toBe(box.x2);
      if (y !== -1) expect(next.y1).toBe(box.y1);
      if (y !== 1) expect(next.y2).toBe(box.y2);
    }),
  );
});

test("a pointer grips the nearest edge or corner, or the whole box in its middle, and nothing beyond its reach", () => {
  fc.assert(
    fc.property(boxes, point, fc.double({ min: 0, max: 20, noNaN: true }), (box, at, reach) => {
      const grip = gripAt(box, at, reach);
      if (contains(box, at)) expect(grip).toBeDefined();
      const middle = { x: (box.x1 + box.x2 + 1) / 2, y: (box.y1 + box.y2 + 1) / 2 };
      expect(gripAt(box, middle, reach)).toEqual({ x: 0, y: 0 });
      expect(gripAt(box, { x: box.x1, y: box.y1 }, reach)).toEqual({ x: -1, y: -1 });
      expect(gripAt(box, { x: box.x2 + 1, y: middle.y }, reach)).toEqual({ x: 1, y: 0 });
      expect(gripAt(box, { x: box.x2 + 1 + reach + 1, y: middle.y }, reach)).toBeUndefined();
    }),
  );
  const small = { x1: 10, y1: 10, x2: 13, y2: 13 };
  expect(gripAt(small, { x: 12, y: 12 }, 8)).toEqual({ x: 0, y: 0 });
});
