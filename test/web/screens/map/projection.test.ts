import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bearing, distanceKm } from "../../../../web/parts/places/place.ts";
import { gridMarks, gridStep } from "../../../../web/screens/map/grid.ts";
import { placeAt, pointOf, projectionOf } from "../../../../web/screens/map/projection.ts";
import { niceBelow, scaleBarOf } from "../../../../web/screens/map/scale-bar.ts";
import { places, sizes, trueViews, views } from "./arbitraries.ts";

const fraction = fc.double({ min: 0, max: 1, noNaN: true });

describe("the map's projection", () => {
  test("shows true distances and directions from the middle of a map up to 6,000 km wide", () => {
    fc.assert(
      fc.property(trueViews, sizes, fraction, fraction, (view, size, right, down) => {
        const projection = projectionOf(view, size);
        const [x, y] = [size.width * right, size.height * down];
        const place = placeAt(projection, x, y);
        if (!place) throw new Error("Every point of such a map is a place.");
        const [fromX, fromY] = [x - size.width / 2, y - size.height / 2];
        const px = Math.hypot(fromX, fromY);
        const km = distanceKm(view.middle, place);
        expect(km * (size.width / view.widthKm)).toBeCloseTo(px, 1);
        if (px < 5) return;
        const angle = (Math.atan2(fromX, -fromY) * 180) / Math.PI;
        const off = Math.abs(((bearing(view.middle, place) - angle + 540) % 360) - 180);
        expect(off).toBeLessThan(0.1);
      }),
    );
  });

  test("converts points to places and back", () => {
    fc.assert(
      fc.property(views, sizes, fraction, fraction, (view, size, right, down) => {
        const projection = projectionOf(view, size);
        const [x, y] = [size.width * right, size.height * down];
        const place = placeAt(projection, x, y);
        if (!place) return;
        const point = projection([place.longitude, place.latitude]);
        expect(point?.[0]).toBeCloseTo(x, 0);
        expect(point?.[1]).toBeCloseTo(y, 0);
      }),
    );
  });

  test("shows the middle of the view in the middle of the map", () => {
    fc.assert(
      fc.property(views, sizes, (view, size) => {
        const point = pointOf(projectionOf(view, size), view.middle, size);
        expect(point?.[0]).toBeCloseTo(size.width / 2, 3);
        expect(point?.[1]).toBeCloseTo(size.height / 2, 3);
      }),
    );
  });
});

test("the scale bar is as long as its text says, and not longer than the maximum", () => {
  fc.assert(
    fc.property(views, sizes, fc.integer({ min: 60, max: 200 }), (view, size, maxPx) => {
      const projection = projectionOf(view, size);
      const { km, px } = scaleBarOf(projection, size, maxPx);
      expect(px).toBeLessThanOrEqual(maxPx + 0.001);
      expect(px).toBeGreaterThan(maxPx / 2.6);
      expect(km).toBe(niceBelow(km * 1.0001));
      const [x, y] = [size.width / 2, size.height / 2];
      // Measures its middle part, because the scale of a map of the world differs from place to place.
      const [from, to] = [placeAt(projection, x - px / 20, y), placeAt(projection, x + px / 20, y)];
      if (!from || !to) throw new Error("The middle of the map is on the earth.");
      expect(Math.abs((distanceKm(from, to) * 10) / km - 1)).toBeLessThan(0.1);
    }),
  );
});

test.each([
  [0, 0],
  [1, 1],
  [1.99, 1],
  [4.9, 2],
  [5, 5],
  [999.9, 500],
  [1000, 1000],
  [0.03, 0.02],
])("the roundest length up to %d is %d", (number, expected) => {
  expect(niceBelow(number)).toBeCloseTo(expected, 9);
});

test("the degrees at a place on the map's edge are those of the grid line that meets the edge there", () => {
  fc.assert(
    fc.property(views, sizes, (view, size) => {
      const projection = projectionOf(view, size);
      const step = gridStep(view);
      const { latitudes, longitudes } = gridMarks(projection, size, step);
      const marks = [
        ...latitudes.map(({ degrees, px }) => ({
          degrees,
          around: [px - 1, px + 1].map((y) => placeAt(projection, 1, y)?.latitude),
        })),
        ...longitudes.map(({ degrees, px }) => ({
          degrees,
          around: [px - 1, px + 1].map((x) => placeAt(projection, x, size.height - 1)?.longitude),
        })),
      ];
      for (const { degrees, around } of marks) {
        const [before = Number.NaN, after = Number.NaN] = around;
        expect(Math.abs(degrees / step - Math.round(degrees / step))).toBeLessThan(1e-6);
        expect(degrees).toBeGreaterThanOrEqual(Math.min(before, after) - 1e-4);
        expect(degrees).toBeLessThanOrEqual(Math.max(before, after) + 1e-4);
      }
    }),
  );
});

test("distances and directions are those on the earth's sphere", () => {
  const brussels = { latitude: 50.85, longitude: 4.35 };
  expect(distanceKm(brussels, { latitude: 51.85, longitude: 4.35 })).toBeCloseTo(111.195, 2);
  expect(bearing(brussels, { latitude: 51.85, longitude: 4.35 })).toBeCloseTo(0, 6);
  expect(bearing({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: -1 })).toBeCloseTo(270, 6);
  fc.assert(
    fc.property(places, places, (one, other) => {
      expect(distanceKm(one, other)).toBeCloseTo(distanceKm(other, one), 6);
      expect(bearing(one, other)).toBeGreaterThanOrEqual(0);
      expect(bearing(one, other)).toBeLessThan(360);
    }),
  );
});
