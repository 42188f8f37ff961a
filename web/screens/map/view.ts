import { geoCentroid } from "d3-geo";
import { distanceKm, type Place, wrapLongitude } from "../../parts/places/place.ts";

/** The visible part of the earth: the place in its middle, and its width there in kilometres. */
export type View = { readonly middle: Place; readonly widthKm: number };

/** Circumference of the earth at the equator. */
export const worldKm = 40_030;
const closestKm = 0.05;

/** Width of the whole earth on the map, divided by its height. */
const worldAspect = 2.0546;

/** Minimum width of a map with land, in kilometres. The outlines are accurate to about 20 km. */
export const landFromKm = 300;

/** Maximum width of a map with true distances and directions from its middle. */
export const trueUpToKm = 6000;

/** Returns the width of a map of the whole earth. @param aspect the map's width divided by its height */
function widestKm(aspect: number): number {
  return worldKm * Math.max(1, aspect / worldAspect);
}

/** Limits a view: it is not wider than the earth, and does not reach beyond the poles. */
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

/** Returns a view of the whole earth with this longitude in its middle. */
export function worldView(longitude: number, aspect: number): View {
  return limited({ middle: { latitude: 0, longitude }, widthKm: Number.POSITIVE_INFINITY }, aspect);
}

/** Returns a closer or wider view. @param factor 2 shows half the width */
export function zoomed(view: View, factor: number, aspect: number): View {
  return limited({ ...view, widthKm: view.widthKm / factor }, aspect);
}

/**
 * Returns a view of all places, with a margin.
 * @param aspect the map's width divided by its height
 */
export function viewOf(places: readonly Place[], aspect: number): View {
  // Near a pole, `limited` moves the middle. So the furthest place is found after that.
  const { middle } = limited({ middle: middleOf(places), widthKm: closestKm }, aspect);
  const furthestKm = Math.max(0, ...places.map((place) => distanceKm(middle, place)));
  // Makes a circle of this radius fit into the shorter side.
  const widthKm = 2.6 * furthestKm * Math.max(1, aspect);
  if (widthKm > trueUpToKm) return worldView(middle.longitude, aspect);
  return limited({ middle, widthKm: Math.max(1, widthKm) }, aspect);
}

/**
 * Returns the surroundings of a place. They reach up to twice the distance of the nearest other place within 50 km, or up
 * to 1 km if there is no such place.
 */
export function surroundings(place: Place, others: readonly Place[], aspect: number): View {
  const away = others.map((other) => distanceKm(place, other)).filter((km) => km > 0.001 && km <= 50);
  const reachKm = away.length > 0 ? 2 * Math.min(...away) : 1;
  return limited({ middle: place, widthKm: 2 * reachKm * Math.max(1, aspect) }, aspect);
}

/**
 * Returns the mean direction of the places from the middle of the earth, as a place. This is also right across the date
 * line.
 */
function middleOf(places: readonly Place[]): Place {
  const coordinates = places.map(({ latitude, longitude }) => [longitude, latitude]);
  const [longitude, latitude] = geoCentroid({ type: "MultiPoint", coordinates });
  // Opposite places have no middle.
  return Number.isNaN(longitude) ? { latitude: 0, longitude: 0 } : { latitude, longitude };
}
