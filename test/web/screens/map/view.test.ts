import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distanceKm } from "../../../../web/parts/places/place.ts";
import { nameTags, radiusOf } from "../../../../web/screens/map/circles.ts";
import { moved, zoomedAt } from "../../../../web/screens/map/moves.ts";
import { placeAt, pointOf, projectionOf } from "../../../../web/screens/map/projection.ts";
import { sitesOf } from "../../../../web/screens/map/sites.ts";
import { surroundings, viewOf } from "../../../../web/screens/map/view.ts";
import { places, sizes, trueViews, views } from "./arbitraries.ts";

describe("the view of the map", () => {
  test("contains all cameras, wherever they are", () => {
    fc.assert(
      fc.property(fc.array(places, { minLength: 1, maxLength: 20 }), sizes, (all, size) => {
        const projection = projectionOf(viewOf(all, size.width / size.height), size);
        for (const place of all) expect(pointOf(projection, place, size)).toBeDefined();
      }),
    );
  });

  test("contains all cameras around a pole", () => {
    const size = { width: 492, height: 478 };
    const around = [
      { latitude: 75.3333009478178, longitude: 0 },
      { latitude: 76.73337574489392, longitude: -179.3089632768942 },
    ];
    const projection = projectionOf(viewOf(around, size.width / size.height), size);
    for (const place of around) expect(pointOf(projection, place, size)).toBeDefined();
  });

  test("shows cameras on both sides of the date line next to each other", () => {
    const view = viewOf(
      [
        { latitude: -17, longitude: 179.9 },
        { latitude: -17, longitude: -179.9 },
      ],
      1.5,
    );
    expect(Math.abs(view.middle.longitude)).toBeCloseTo(180, 6);
    expect(view.widthKm).toBeLessThan(60);
  });

  test("shows a camera's surroundings with the camera in the middle and the nearest other camera", () => {
    fc.assert(
      fc.property(places, sizes, fc.double({ min: 0.01, max: 49, noNaN: true }), (place, size, km) => {
        const north = { ...place, latitude: place.latitude + km / 111.195 };
        const view = surroundings(place, [place, north], size.width / size.height);
        expect(view.middle).toEqual({ ...place, longitude: view.middle.longitude });
        expect(distanceKm(view.middle, place)).toBeLessThan(1e-6);
        expect(pointOf(projectionOf(view, size), north, size)).toBeDefined();
      }),
    );
  });

  test("zooms around the pointer, and moves by the same number of pixels as the pointer", () => {
    fc.assert(
      fc.property(
        trueViews.filter(({ widthKm }) => widthKm < 1000),
        sizes,
        fc.double({ min: 0.6, max: 1.7, noNaN: true }),
        (view, size, factor) => {
          const [x, y] = [size.width * 0.3, size.height * 0.6];
          const place = placeAt(projectionOf(view, size), x, y);
          const zoomed = zoomedAt(view, size, factor, x, y);
          const point = place && projectionOf(zoomed, size)([place.longitude, place.latitude]);
          // Allows a difference of 2 % of the width, because the earth is round.
          expect(Math.hypot((point?.[0] ?? 0) - x, (point?.[1] ?? 0) - y)).toBeLessThan(size.width / 50);
          const back = moved(moved(view, size, 40, -30), size, -40, 30);
          expect(distanceKm(back.middle, view.middle)).toBeLessThan(view.widthKm / 50);
        },
      ),
    );
  });

  test("stays within its limits", () => {
    fc.assert(
      fc.property(views, sizes, (view, size) => {
        const next = moved(view, size, size.width, size.height);
        expect(Math.abs(next.middle.latitude)).toBeLessThanOrEqual(85);
        expect(Math.abs(next.middle.longitude)).toBeLessThanOrEqual(180);
      }),
    );
  });
});

test("the area of a circle is proportional to the number of labels", () => {
  expect(radiusOf(400, 400)).toBe(24);
  expect(radiusOf(100, 400)).toBe(12);
  expect(radiusOf(1, 1_000_000)).toBe(4);
  expect(radiusOf(0, 400)).toBe(4);
  expect(radiusOf(0, 0)).toBe(4);
});

test("names do not cover each other, and do not cross the sides of the map", () => {
  const circles = fc.array(
    fc.record({
      x: fc.integer({ min: 0, max: 600 }),
      y: fc.integer({ min: 0, max: 400 }),
      r: fc.integer({ min: 4, max: 24 }),
      name: fc.string({ minLength: 1, maxLength: 20 }),
    }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(circles, (all) => {
      const boxes = nameTags(all, 600, 400).flatMap((tag, i) =>
        tag
          ? [{ left: tag.x, right: tag.x + (all[i]?.name.length ?? 0) * 7, bottom: tag.y, top: tag.y - 10 }]
          : [],
      );
      for (const [i, box] of boxes.entries()) {
        expect(box.left).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(600);
        for (const other of boxes.slice(i + 1)) {
          const apart =
            box.right <= other.left ||
            other.right <= box.left ||
            box.bottom <= other.top ||
            other.bottom <= box.top;
          expect(apart).toBe(true);
        }
      }
    }),
  );
});

test("cameras have their labels and recorded time, and those with the most labels come first", () => {
  const camera = (id: number) => ({
    id,
    name: `Camera ${id}`,
    location: `${id},-${id}.5`,
    camera_hardware: "",
  });
  const sites = sitesOf(
    [camera(1), camera(2), camera(3)],
    [
      { capturesource: 3, count: 4 },
      { capturesource: 2, count: 9 },
    ],
    [{ capturesource: 1, seconds: 60 }],
  );
  expect(sites.map(({ id, labels, recordedSeconds }) => [id, labels, recordedSeconds])).toEqual([
    [2, 9, 0],
    [3, 4, 0],
    [1, 0, 60],
  ]);
  expect(sites[2]?.place).toEqual({ latitude: 1, longitude: -1.5 });
});

test("the recorded time of cameras is unknown until the effort has been fetched", () => {
  const camera = { id: 1, name: "Camera", location: "1,2", camera_hardware: "" };
  const [site] = sitesOf([camera], [{ capturesource: 1, count: 4 }], undefined);
  expect(site).toMatchObject({ labels: 4, recordedSeconds: undefined });
});
