import { type GeoPermissibleObjects, type GeoProjection, geoGraticule } from "d3-geo";
import { earthKm } from "../../parts/places/place.ts";
import { placeAt, type Size } from "./projection.ts";
import type { View } from "./view.ts";

/** Degrees between two lines. */
const steps = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002];
const finest = 0.0001;

const kmPerDegree = (earthKm * Math.PI) / 180;

/** Degrees between two lines of the grid: four to ten of them cross the map. */
export function gridStep({ widthKm }: View): number {
  return steps.find((step) => step * 4 <= widthKm / kmPerDegree) ?? finest;
}

/** The lines of latitude and longitude of a map. */
export function gridOf(view: View): GeoPermissibleObjects {
  const step = gridStep(view);
  const { latitude, longitude } = view.middle;
  const north = view.widthKm / kmPerDegree;
  const east = north / Math.cos((Math.min(89, Math.abs(latitude) + north) * Math.PI) / 180);
  const graticule = geoGraticule()
    .step([step, step])
    .precision(Math.min(2.5, step / 2));
  // Fine lines around the whole earth would be millions.
  if (east > 90) return graticule();
  return graticule.extent([
    [longitude - east, Math.max(-90, latitude - north)],
    [longitude + east, Math.min(90, latitude + north)],
  ])();
}

/** Where a line of the grid leaves the map. */
export type GridMark = { readonly degrees: number; readonly px: number };

/** The lines of latitude at the left edge of the map, and those of longitude at its bottom. */
export function gridMarks(projection: GeoProjection, { width, height }: Size, step: number) {
  return {
    latitudes: crossings(height, step, (y) => placeAt(projection, 1, y)?.latitude),
    longitudes: crossings(width, step, (x) => placeAt(projection, x, height - 1)?.longitude),
  };
}

/** Follows an edge in steps of 2 pixels, and tells where a line is crossed. */
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
      // At 180° east the degrees begin anew.
      const isCrossed = Math.floor(before / step) !== Math.floor(here / step) && Math.abs(here - before) < 90;
      if (isCrossed) marks.push({ degrees: Number((line * step).toFixed(4)), px: px - 1 });
    }
    before = here;
  }
  return marks;
}
