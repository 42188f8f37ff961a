import { distanceKm, type Place, wrapLongitude } from "../../parts/place.ts";

/** The part of the earth that the map shows: its middle, and how many kilometres its width is there. */
export type View = { readonly middle: Place; readonly widthKm: number };

/** The whole earth: its circumference at the equator. */
export const worldKm = 40_030;
/** A wide map has room beside the whole earth. */
const widestKm = 2 * worldKm;
const closestKm = 0.05;

/** Width of the whole earth on the map, divided by its height. */
const worldAspect = 2.0546;

/** From this width on, the map has land: the outlines are right to about 20 km. */
export const landFromKm = 300;

/** Up to this width, the map shows true distances and directions from its middle. */
export const trueUpToKm = 6000;

/** A view within the limits of the map. */
export function limited({ middle, widthKm }: View): View {
  const width = Math.min(widestKm, Math.max(closestKm, widthKm));
  // The whole earth needs no moving to north or south.
  const furthest = width > 30_000 ? 30 : 85;
  return {
    middle: {
      latitude: Math.min(furthest, Math.max(-furthest, middle.latitude)),
      longitude: wrapLongitude(middle.longitude),
    },
    widthKm: width,
  };
}

/** The whole earth. @param aspect the map's width divided by its height */
export function worldView(aspect: number, longitude: number): View {
  const widthKm = worldKm * Math.max(1, aspect / worldAspect);
  return limited({ middle: { latitude: 0, longitude }, widthKm });
}

/** @param factor 2 shows half as much */
export function zoomed(view: View, factor: number): View {
  return limited({ ...view, widthKm: view.widthKm / factor });
}

/**
 * A view of all places, with some room around them.
 * @param aspect the map's width divided by its height
 */
export function viewOf(places: readonly Place[], aspect: number): View {
  const middle = middleOf(places);
  const furthestKm = Math.max(0, ...places.map((place) => distanceKm(middle, place)));
  // A circle of this radius fits into the shorter side.
  const widthKm = 2.6 * furthestKm * Math.max(1, aspect);
  if (widthKm > trueUpToKm) return worldView(aspect, middle.longitude);
  return limited({ middle, widthKm: Math.max(1, widthKm) });
}

/** The surroundings of a place: as far as the nearest others, at most 100 km. */
export function surroundings(place: Place, others: readonly Place[], aspect: number): View {
  const near = others
    .map((other) => distanceKm(place, other))
    .filter((km) => km > 0.001 && km <= 100)
    .sort((a, b) => a - b);
  const reachKm = near[Math.min(3, near.length - 1)] ?? 2;
  return limited({ middle: place, widthKm: 2.6 * reachKm * Math.max(1, aspect) });
}

/** The middle of the places as seen from the middle of the earth: right across the date line, too. */
function middleOf(places: readonly Place[]): Place {
  const radians = Math.PI / 180;
  let [x, y, z] = [0, 0, 0];
  for (const { latitude, longitude } of places) {
    x += Math.cos(latitude * radians) * Math.cos(longitude * radians);
    y += Math.cos(latitude * radians) * Math.sin(longitude * radians);
    z += Math.sin(latitude * radians);
  }
  if (Math.hypot(x, y, z) < 1e-6) return { latitude: 0, longitude: 0 };
  return { latitude: Math.atan2(z, Math.hypot(x, y)) / radians, longitude: Math.atan2(y, x) / radians };
}
