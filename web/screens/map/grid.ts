import { type GeoPermissibleObjects, type GeoProjection, geoGraticule } from "d3-geo";
import { earthKm } from "../../parts/places/place.ts";
import { placeAt, type Size } from "./projection.ts";
import type { View } from "./view.ts";

/** Possible distances between two lines, in degrees. */
const steps = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002];
const finest = 0.0001;

const kmPerDegree = (earthKm * Math.PI) / 180;

/** Returns the distance between two lines in degrees, so that four to ten lines cross the map. */
export function gridStep({ widthKm }: View): number {
  return steps.find((step) => step * 4 <= widthKm / kmPerDegree) ?? finest;
}

/** Returns the lines of latitude and longitude of a map. */
export function gridOf(view: View): GeoPermissibleObjects {
  const step = gridStep(view);
  const { latitude, longitude } = view.middle;
  const north = view.widthKm / kmPerDegree;
  const east = north / Math.cos((Math.min(89, Math.abs(latitude) + north) * Math.PI) / 180);
  const graticule = geoGraticule()
    .step([step, step])
    .precision(Math.min(2.5, step / 2));
  // Fine lines around the whole earth would be millions of points.
  if (east > 90) return graticule();
  return graticule.extent([
    [longitude - east, Math.max(-90, latitude - north)],
    [longitude + east, Math.min(90, latitude + north)],
  ])();
}

/** The place where a line of the grid meets the edge of the map. */
export type GridMark = { readonly degrees: number; readonly px: number };

/** Returns the marks of latitudes at the left edge of the map, and of longitudes at its bottom. */
export function gridMarks(projection: GeoProjection, { width, height }: Size, step: number) {
  return {
    latitudes: crossings(height, step, (y) => placeAt(projection, 1, y)?.latitude),
    longitudes: crossings(width, step, (x) => placeAt(projection, x, height - 1)?.longitude),
  };
}

/** Follows an edge in steps of 2 pixels, and returns the points where it crosses a line. */
function crossings(
  length: number,
  step: number,
  degreesAt: (px: number) => number | undefined,
): readonly GridMark[] {
  const marks: GridMark[] = [];
  let before = degreesAt(0);
  for (let px = 2; px <= length; px += 2) {
    const here = degreesAt(px);
    if (before !== undefined && here !== undefined) {
      const line = Math.max(Math.floor(before / step), Math.floor(here / step));
      // At 180° east the degrees jump to -180.
      const isCrossed = Math.floor(before / step) !== Math.floor(here / step) && Math.abs(here - before) < 90;
      if (isCrossed) marks.push({ degrees: Number((line * step).toFixed(4)), px: px - 1 });
    }
    before = here;
  }
  return marks;
}
