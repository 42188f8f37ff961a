/** A place on the earth, in degrees (WGS 84). */
export type Place = { readonly latitude: number; readonly longitude: number };

/** Mean radius of the earth in kilometres (IUGG). Distances of the service are on the same sphere. */
export const earthKm = 6371.0088;

/** The place of a `location` of the service: `51.181,5.655`. */
export function placeOf(location: string): Place {
  const [latitude = 0, longitude = 0] = location.split(",").map(Number);
  return { latitude, longitude };
}

const radians = Math.PI / 180;

/** Distance along the surface of the earth, in kilometres. */
export function distanceKm(from: Place, to: Place): number {
  const half = (degrees: number) => Math.sin((degrees * radians) / 2) ** 2;
  const square =
    half(to.latitude - from.latitude) +
    Math.cos(from.latitude * radians) * Math.cos(to.latitude * radians) * half(to.longitude - from.longitude);
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(square)));
}

/** Direction in which one leaves for another place: degrees clockwise from north, from 0 to below 360. */
export function bearing(from: Place, to: Place): number {
  const east = (to.longitude - from.longitude) * radians;
  const [here, there] = [from.latitude * radians, to.latitude * radians];
  const angle = Math.atan2(
    Math.sin(east) * Math.cos(there),
    Math.cos(here) * Math.sin(there) - Math.sin(here) * Math.cos(there) * Math.cos(east),
  );
  return (angle / radians + 360) % 360;
}

/** The middle of a longitude's turn: from -180 to below 180 degrees. */
export function wrapLongitude(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
