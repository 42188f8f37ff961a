import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { box, circle, type Place } from "../../../../shared/domain/place/sphere.ts";

const at = (latitude: number, longitude: number): Place => ({ latitude, longitude });

/** Half of the earth's circumference. */
const farthestKm = 20_015.114442;

/** Any place, often at a pole, at the date line, or on a whole degree. */
const places = fc
  .tuple(degrees(90), degrees(180))
  .map(([latitude, longitude]): Place => at(latitude, longitude));

function degrees(max: number) {
  return fc.oneof(
    fc.constantFrom(-max, max, 0, -max + 1e-7, max - 1e-7),
    fc.integer({ min: -max, max }),
    fc.double({ min: -max, max, noNaN: true }),
  );
}

/** The haversine formula, as textbooks give it. It loses digits for places that are almost opposite each other. */
function haversineKm(one: Place, other: Place): number {
  const radians = (value: number) => (value * Math.PI) / 180;
  const square = (value: number) => Math.sin(radians(value) / 2) ** 2;
  const h =
    square(other.latitude - one.latitude) +
    Math.cos(radians(one.latitude)) *
      Math.cos(radians(other.latitude)) *
      square(other.longitude - one.longitude);
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(h)));
}

describe("a circle", () => {
  test.each<[string, Place, Place, number]>([
    ["from Paris to New York", at(48.8566, 2.3522), at(40.7128, -74.006), 5837.24897],
    ["one degree along the equator", at(0, 0), at(0, 1), 111.19508],
    ["one degree along a meridian", at(60, 5), at(61, 5), 111.19508],
    ["one degree of longitude at 60° north", at(60, 5), at(60, 6), 55.59701],
    ["across the date line", at(0, 179.5), at(0, -179.5), 111.19508],
    ["over the north pole", at(89.5, 10), at(89.5, -170), 111.19508],
    ["over the south pole", at(-89.5, 100), at(-89.5, -80), 111.19508],
    ["from a pole to the same pole at another longitude", at(90, 10), at(90, -130), 0],
    ["from 180° east to 180° west", at(12, 180), at(12, -180), 0],
    ["to the other side of the earth", at(51.181, 5.655), at(-51.181, -174.345), farthestKm],
    ["from pole to pole", at(90, 0), at(-90, 77), farthestKm],
    ["one metre", at(51.181, 5.655), at(51.1810089932, 5.655), 0.001],
  ])("contains a place if and only if its radius is long enough (%s)", (_, one, other, km) => {
    const slackKm = Math.max(km * 1e-6, 2e-5);
    for (const [centre, place] of [[one, other] as const, [other, one] as const]) {
      expect(circle(centre, km + slackKm)(place)).toBe(true);
      if (km > slackKm) expect(circle(centre, km - slackKm)(place)).toBe(false);
    }
  });

  test("of 0 km contains its centre", () => {
    fc.assert(fc.property(places, (place) => circle(place, 0)(place)));
  });

  test("contains exactly the places within its radius by the haversine formula", () => {
    fc.assert(
      fc.property(places, places, fc.double({ min: 0, max: 20_016, noNaN: true }), (centre, place, km) => {
        const distanceKm = haversineKm(centre, place);
        // The formula is exact to a metre, except near the opposite side of the earth.
        fc.pre(Math.abs(distanceKm - km) > (distanceKm > 20_000 ? 1 : 0.001));
        expect(circle(centre, km)(place)).toBe(distanceKm < km);
      }),
      { numRuns: 2000 },
    );
  });

  test("contains every place only if its radius is at least half of the earth's circumference", () => {
    fc.assert(
      fc.property(places, places, (centre, place) => {
        expect(circle(centre, farthestKm)(place)).toBe(true);
        const { latitude, longitude } = centre;
        const opposite = at(-latitude, longitude > 0 ? longitude - 180 : longitude + 180);
        expect(circle(centre, farthestKm - 0.001)(opposite)).toBe(false);
        expect(circle(centre, 20_016 - 0.001)(opposite)).toBe(true);
      }),
    );
  });
});

describe("a box", () => {
  const corners = (south: number, west: number, north: number, east: number) => ({
    south,
    west,
    north,
    east,
  });

  test.each<[string, ReturnType<typeof corners>, Place, boolean]>([
    ["contains its corner", corners(50.9, 5.4, 51.3, 5.9), at(51.3, 5.9), true],
    ["excludes a place east of it", corners(50.9, 5.4, 51.3, 5.9), at(51, 5.9000001), false],
    ["excludes a place north of it", corners(50.9, 5.4, 51.3, 5.9), at(51.3000001, 5.5), false],
    [
      "contains a place less than a centimetre north of it",
      corners(50.9, 5.4, 51.3, 5.9),
      at(51.30000001, 5.5),
      true,
    ],
    [
      "contains a place west of the date line if it crosses the line",
      corners(-20, 170, -10, -170),
      at(-15, 175),
      true,
    ],
    [
      "contains a place east of the date line if it crosses the line",
      corners(-20, 170, -10, -170),
      at(-15, -175),
      true,
    ],
    [
      "excludes the other side of the earth if it crosses the date line",
      corners(-20, 170, -10, -170),
      at(-15, 0),
      false,
    ],
    ["contains −180° if it ends at 180°", corners(-20, 170, -10, 180), at(-15, -180), true],
    ["contains 180° if it begins at −180°", corners(-20, -180, -10, -170), at(-15, 180), true],
    [
      "contains the date line if it extends from 180° to −180°",
      corners(-20, 180, -10, -180),
      at(-15, -180),
      true,
    ],
    [
      "excludes any other longitude if it extends from 180° to −180°",
      corners(-20, 180, -10, -180),
      at(-15, 0),
      false,
    ],
    [
      "contains any longitude if it extends from −180° to 180°",
      corners(-20, -180, -10, 180),
      at(-15, 3),
      true,
    ],
    ["contains a place on its meridian if it has no width", corners(-90, 7, 90, 7), at(0, 7), true],
    [
      "excludes a place beside its meridian if it has no width",
      corners(-90, 7, 90, 7),
      at(0, 7.0000001),
      false,
    ],
    ["contains the north pole at any longitude", corners(80, 7, 90, 8), at(90, -100), true],
    ["contains the south pole at any longitude", corners(-90, 7, -80, 8), at(-90, -100), true],
    ["excludes the pole if it ends before the pole", corners(80, 7, 89.9, 8), at(90, 7.5), false],
  ])("%s", (_, edges, place, expected) => {
    expect(box(edges)(place)).toBe(expected);
  });

  test("contains exactly the longitudes on the way east from its western to its eastern edge", () => {
    const whole = (max: number) => fc.integer({ min: -max, max });
    fc.assert(
      fc.property(
        fc.tuple(whole(90), whole(90)),
        whole(180),
        whole(180),
        fc.tuple(whole(90), whole(180)),
        ([one, other], west, east, [latitude, longitude]) => {
          const [south, north] = [Math.min(one, other), Math.max(one, other)];
          const onTheWay = new Set<number>();
          // −180 and 180 are one meridian.
          const name = (degree: number) => (degree === 180 ? -180 : degree);
          if (west === -180 && east === 180) for (let at = -180; at <= 180; at++) onTheWay.add(name(at));
          else {
            let here = name(west);
            onTheWay.add(here);
            for (; here !== name(east); onTheWay.add(here)) here = name(here + 1);
          }
          const expected =
            latitude >= south &&
            latitude <= north &&
            (Math.abs(latitude) === 90 || onTheWay.has(name(longitude)));
          expect(box({ south, west, north, east })(at(latitude, longitude))).toBe(expected);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
