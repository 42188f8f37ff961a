import { distanceKm, type Place, wrapLongitude } from "../../parts/places/place.ts";

/** The part of the earth that the map shows: its middle, and how many kilometres its width is there. */
export type View = { readonly middle: Place; readonly widthKm: number };

/** The whole earth: its circumference at the equator. */
export const worldKm = 40_030;
const closestKm = 0.05;

/** Width of the whole earth on the map, divided by its height. */
const worldAspect = 2.0546;

/** From this width on, the map has land: the outlines are right to about 20 km. */
export const landFromKm = 300;

/** Up to this width, the map shows true distances and directions from its middle. */
export const trueUpToKm = 6000;

/** The width of a map that shows the whole earth. @param aspect the map's width divided by its height */
function widestKm(aspect: number): number {
  return worldKm * Math.max(1, aspect / worldAspect);
}

/** A view within the limits of a map: not wider than the earth, and not beyond the poles. */
export function limited({ middle, widthKm }: View, aspect: number): View {
  const width = Math.min(widestKm(aspect), Math.max(closestKm, widthKm));
  const furthest = width < widestKm(aspect) ? 85 : 0;
  return {
    middle: {
      latitude: Math.min(furthest, Math.max(-furthest, middle.latitude)),
      longitude: wrapLongitude(middle.longitude),
    },
    widthKm: width,
  };
}

/** The whole earth, with a longitude in its middle. */
export function worldView(longitude: number, aspect: number): View {
  return limited({ middle: { latitude: 0, longitude }, widthKm: Number.POSITIVE_INFINITY }, aspect);
}

/** @param factor 2 shows half as much */
export function zoomed(view: View, factor: number, aspect: number): View {
  return limited({ ...view, widthKm: view.widthKm / factor }, aspect);
}

/**
 * A view of all places, with some room around them.
 * @param aspect the map's width divided by its height
 */
export function viewOf(places: readonly Place[], aspect: number): View {
  // Near a pole the middle is moved away from it, and what is furthest changes.
  const { middle } = limited({ middle: middleOf(places), widthKm: closestKm }, aspect);
  const furthestKm = Math.max(0, ...places.map((place) => distanceKm(middle, place)));
  // A circle of this radius fits into the shorter side.
  const widthKm = 2.6 * furthestKm * Math.max(1, aspect);
  if (widthKm > trueUpToKm) return worldView(middle.longitude, aspect);
  return limited({ middle, widthKm: Math.max(1, widthKm) }, aspect);
}

/** The surroundings of a place: twice as far as the nearest other one; 1 km where that is further than 50 km. */
export function surroundings(place: Place, others: readonly Place[], aspect: number): View {
  const away = others.map((other) => distanceKm(place, other)).filter((km) => km > 0.001 && km <= 50);
  const reachKm = away.length > 0 ? 2 * Math.min(...away) : 1;
  return limited({ middle: place, widthKm: 2 * reachKm * Math.max(1, aspect) }, aspect);
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
