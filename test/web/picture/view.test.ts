import fc from "fast-check";
import { expect, test } from "vitest";
import { fitting, moved, viewOf, zoomAt } from "../../../web/picture/view.ts";

const size = fc.record({
  width: fc.integer({ min: 50, max: 4000 }),
  height: fc.integer({ min: 50, max: 4000 }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });

test("a picture that fits is in the middle, and fully visible", () => {
  fc.assert(
    fc.property(size, size, (canvas, picture) => {
      const { scale, x, y } = viewOf(canvas, picture, fitting);
      expect(x).toBeGreaterThanOrEqual(-1e-6);
      expect(y).toBeGreaterThanOrEqual(-1e-6);
      expect(2 * x + picture.width * scale).toBeCloseTo(canvas.width, 6);
      expect(2 * y + picture.height * scale).toBeCloseTo(canvas.height, 6);
    }),
  );
});

test("zooming keeps the place under the pointer where it is, except at the edges", () => {
  const canvas = { width: 800, height: 450 };
  const picture = { width: 1920, height: 1080 };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 800 }), fc.integer({ min: 0, max: 450 }), (x, y) => {
      const before = viewOf(canvas, picture, fitting);
      const after = viewOf(canvas, picture, zoomAt(canvas, picture, fitting, { x, y }, 2));
      expect((x - after.x) / after.scale).toBeCloseTo((x - before.x) / before.scale, 6);
      expect((y - after.y) / after.scale).toBeCloseTo((y - before.y) / before.scale, 6);
    }),
  );
});

test("a picture that fills the canvas never shows anything beyond its edges, however it is zoomed and moved", () => {
  const change = fc.oneof(
    fc.record({ times: fc.constantFrom(0.5, 1.25, 2), x: share, y: share }),
    fc.record({ dx: fc.integer({ min: -900, max: 900 }), dy: fc.integer({ min: -900, max: 900 }) }),
  );
  fc.assert(
    fc.property(size, size, fc.array(change, { maxLength: 12 }), (canvas, picture, changes) => {
      let zoom = fitting;
      for (const each of changes) {
        zoom =
          "times" in each
            ? zoomAt(
                canvas,
                picture,
                zoom,
                { x: each.x * canvas.width, y: each.y * canvas.height },
                each.times,
              )
            : moved(canvas, picture, zoom, { x: each.dx, y: each.dy });
        const { scale, x, y } = viewOf(canvas, picture, zoom);
        for (const [offset, room, length] of [
          [x, canvas.width, picture.width * scale],
          [y, canvas.height, picture.height * scale],
        ] as const) {
          if (length <= room + 1e-6) expect(2 * offset + length).toBeCloseTo(room, 5);
          else {
            expect(offset).toBeLessThanOrEqual(1e-6);
            expect(offset + length).toBeGreaterThanOrEqual(room - 1e-6);
          }
        }
      }
    }),
  );
});
