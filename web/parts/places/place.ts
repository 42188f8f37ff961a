import { geoDistance } from "d3-geo";

/** A place on the earth, in degrees (WGS 84). */
export type Place = { readonly latitude: number; readonly longitude: number };

/** Mean radius of the earth in kilometres (IUGG). The service measures distances on the same sphere. */
export const earthKm = 6371.0088;

/** Parses a `location` of the service: `51.181,5.655`. */
export function placeOf(location: string): Place {
  const [latitude = 0, longitude = 0] = location.split(",").map(Number);
  return { latitude, longitude };
}

const radians = Math.PI / 180;

/** Returns the distance along the surface of the earth, in kilometres. */
export function distanceKm(from: Place, to: Place): number {
  return earthKm * geoDistance([from.longitude, from.latitude], [to.longitude, to.latitude]);
}

/** Returns the initial direction from one place to another: degrees clockwise from north, 0 ≤ degrees < 360. */
export function bearing(from: Place, to: Place): number {
  const east = (to.longitude - from.longitude) * radians;
  const [here, there] = [from.latitude * radians, to.latitude * radians];
  const angle = Math.atan2(
    Math.sin(east) * Math.cos(there),
    Math.cos(here) * Math.sin(there) - Math.sin(here) * Math.cos(there) * Math.cos(east),
  );
  return (angle / radians + 360) % 360;
}

/** Wraps a longitude into -180 ≤ degrees < 180. */
export function wrapLongitude(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}
