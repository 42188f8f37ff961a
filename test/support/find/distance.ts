/**
 * Returns the kilometres between two points, in degrees of latitude and longitude, on a sphere with a radius of
 * 6,371.0088 km (haversine).
 */
export function kmBetween(a: readonly number[], b: readonly number[]): number {
  const [latitudeA = 0, longitudeA = 0, latitudeB = 0, longitudeB = 0] = [...a, ...b].map(
    (degrees) => (degrees * Math.PI) / 180,
  );
  const h =
    Math.sin((latitudeB - latitudeA) / 2) ** 2 +
    Math.cos(latitudeA) * Math.cos(latitudeB) * Math.sin((longitudeB - longitudeA) / 2) ** 2;
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(h)));
}
