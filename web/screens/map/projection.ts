import { type GeoProjection, geoAzimuthalEquidistant, geoEqualEarth } from "d3-geo";
import { earthKm, type Place } from "../../parts/places/place.ts";
import { trueUpToKm, type View, worldKm } from "./view.ts";

/** Size of a map in pixels. */
export type Size = { readonly width: number; readonly height: number };

/** Width of the whole earth in the Equal Earth projection at a scale of 1. */
const equalEarthWidth = 5.41326;

/**
 * The map's projection. Up to `trueUpToKm`, distances and directions from the middle are true (azimuthal equidistant).
 * Wider maps have true areas (Equal Earth).
 */
export function projectionOf({ middle, widthKm }: View, { width, height }: Size): GeoProjection {
  const centre: [number, number] = [width / 2, height / 2];
  const edges: [[number, number], [number, number]] = [
    [-1, -1],
    [width + 1, height + 1],
  ];
  const { latitude, longitude } = middle;
  if (widthKm <= trueUpToKm) {
    return geoAzimuthalEquidistant()
      .rotate([-longitude, -latitude])
      .scale((width / widthKm) * earthKm)
      .translate(centre)
      .clipAngle(90)
      .clipExtent(edges)
      .precision(0.3);
  }
  const projection = geoEqualEarth()
    .rotate([-longitude, 0])
    .scale((width / equalEarthWidth) * (worldKm / widthKm))
    .translate(centre);
  const [, y] = projection([longitude, latitude]) ?? centre;
  return projection
    .translate([width / 2, height - y])
    .clipExtent(edges)
    .precision(0.3);
}

/** Returns the position of a place on the map, in pixels; `undefined` if it is outside. */
export function pointOf(
  projection: GeoProjection,
  { latitude, longitude }: Place,
  { width, height }: Size,
): readonly [number, number] | undefined {
  const point = projection([longitude, latitude]);
  if (!point) return undefined;
  const [x, y] = point;
  return x >= 0 && x <= width && y >= 0 && y <= height ? point : undefined;
}

/** Returns the place at a point of the map; `undefined` outside the earth. */
export function placeAt(projection: GeoProjection, x: number, y: number): Place | undefined {
  const found = projection.invert?.([x, y]);
  if (!found) return undefined;
  const [longitude, latitude] = found;
  const back = projection([longitude, latitude]);
  // For points outside the earth, `invert` returns a place that is elsewhere on the map.
  const isThere = back !== null && Math.hypot(back[0] - x, back[1] - y) < 1;
  return isThere ? { latitude, longitude } : undefined;
}
