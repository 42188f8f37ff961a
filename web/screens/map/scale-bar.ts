import type { GeoProjection } from "d3-geo";
import { distanceKm } from "../../parts/places/place.ts";
import { placeAt, type Size } from "./projection.ts";

/**
 * Returns the longest of 1, 2, 5, 10 … (metres or kilometres) that takes at most `maxPx`, and its length in pixels at the
 * middle of the map.
 */
export function scaleBarOf(projection: GeoProjection, size: Size, maxPx: number) {
  const [x, y] = [size.width / 2, size.height / 2];
  // Measures only near the middle. On a map of the world, a long line along a parallel is not the shortest way.
  const from = placeAt(projection, x - 2, y);
  const to = placeAt(projection, x + 2, y);
  const kmPerPx = from && to ? distanceKm(from, to) / 4 : 0;
  const km = niceBelow(kmPerPx * maxPx);
  return { km, px: kmPerPx > 0 ? km / kmPerPx : 0 };
}

/** Returns the largest of …, 0.5, 1, 2, 5, 10, … that is at most a number; 0 for 0. */
export function niceBelow(number: number): number {
  if (!(number > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(number));
  // The factor 10 covers rounding errors of the logarithm.
  const factor = [10, 5, 2, 1].find((each) => each * power <= number * (1 + 1e-12)) ?? 1;
  return factor * power;
}
