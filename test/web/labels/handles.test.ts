import fc from "fast-check";
import { expect, test } from "vitest";
import { boxBetween, contains, cornerOf } from "../../../web/labels/box-shape.ts";
import { fingerGripAt, handlesOf } from "../../../web/labels/handles.ts";
import type { Box, Seen } from "../../../web/picture/view.ts";

/** A picture of 1080p on a phone: 360 × 202.5 CSS pixels. */
const picture = { width: 1920, height: 1080 };
const fineness = 1920 / 360;
const phone: Seen = { from: { x: 0, y: 0 }, to: { x: 1920, y: 1080 }, fineness };
const handle = 44 * fineness;

const place = fc.record({ x: fc.integer({ min: 0, max: 1920 }), y: fc.integer({ min: 0, max: 1080 }) });
const boxes = fc
  .tuple(place, place)
  .map(([a, b]) => boxBetween(a, b, picture))
  .filter((box) => box !== undefined);

const sizeOf = ({ x1, y1, x2, y2 }: Box) => ({ width: x2 - x1 + 1, height: y2 - y1 + 1 });

test("every corner has a handle within the screen, which a finger in its middle holds, and no two overlap", () => {
  fc.assert(
    fc.property(boxes, (box) => {
      const handles = handlesOf(box, phone);
      expect(handles.map(({ grip }) => cornerOf(box, grip))).toEqual(handles.map(({ corner }) => corner));
      expect(handles).toHaveLength(4);
      const { width, height } = sizeOf(box);
      for (const { grip, at } of handles) {
        expect(at.x).toBeGreaterThanOrEqual(handle / 2 - 1e-6);
        expect(at.x).toBeLessThanOrEqual(1920 - handle / 2 + 1e-6);
        expect(at.y).toBeGreaterThanOrEqual(handle / 2 - 1e-6);
        expect(at.y).toBeLessThanOrEqual(1080 - handle / 2 + 1e-6);
        const isLarge = width >= 2 * handle && height >= 2 * handle;
        if (isLarge || !contains(box, at)) expect(fingerGripAt(box, at, phone)).toEqual(grip);
        for (const other of handles.filter((each) => each.grip !== grip)) {
          const apart = Math.max(Math.abs(other.at.x - at.x), Math.abs(other.at.y - at.y));
          expect(apart).toBeGreaterThanOrEqual(handle - 1e-6);
        }
      }
    }),
  );
});

test("a finger within a small box holds the whole box, and its handles are outside", () => {
  const box = { x1: 900, y1: 500, x2: 999, y2: 599 };
  for (const { grip, corner, at } of handlesOf(box, phone)) {
    expect((at.x - corner.x) * grip.x).toBeCloseTo(handle / 2);
    expect((at.y - corner.y) * grip.y).toBeCloseTo(handle / 2);
    expect(fingerGripAt(box, at, phone)).toEqual(grip);
  }
  for (const at of [
    { x: 901, y: 501 },
    { x: 950, y: 550 },
  ])
    expect(fingerGripAt(box, at, phone)).toEqual({ x: 0, y: 0 });
  expect(fingerGripAt(box, { x: 950, y: 300 }, phone)).toBeUndefined();
  // In the corner of the picture, a handle covers the box, but does not hold it. The others are beside it.
  const inCorner = { x1: 0, y1: 0, x2: 99, y2: 99 };
  expect(fingerGripAt(inCorner, { x: 90, y: 90 }, phone)).toEqual({ x: 0, y: 0 });
  expect(fingerGripAt(inCorner, { x: 330, y: 330 }, phone)).toEqual({ x: 1, y: 1 });
});

test("a corner beyond the screen has no handle", () => {
  const enlarged: Seen = { from: { x: 600, y: 300 }, to: { x: 1080, y: 570 }, fineness: fineness / 4 };
  const box = { x1: 700, y1: 400, x2: 1499, y2: 899 };
  expect(handlesOf(box, enlarged).map(({ grip }) => grip)).toEqual([{ x: -1, y: -1 }]);
});
