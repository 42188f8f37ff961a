/** A place on earth in degrees: latitude −90 to 90, longitude −180 to 180. */
export type Place = { readonly latitude: number; readonly longitude: number };

/** Returns true if a place is in an area, including its edge. */
export type Area = (place: Place) => boolean;

/** Mean radius of the earth in kilometres (IUGG). */
const radiusKm = 6371.0088;

/** Places closer than 1e-7 degrees, about a centimetre, are the same. */
export const stepsPerDegree = 1e7;
const edgeKm = 1e-5;

/** The places at most `km` kilometres from `centre`, along the surface of the sphere. */
export function circle(centre: Place, km: number): Area {
  const from = vectorTo(centre);
  return (place) => radiusKm * angleBetween(from, vectorTo(place)) <= km + edgeKm;
}

export type Corners = {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
};

/**
 * The places between two latitudes, and eastwards from `west` to `east`. The area crosses the date line when `west` is
 * greater than `east`. A pole is one place at any longitude.
 */
export function box({ south, west, north, east }: Corners): Area {
  const width = steps(east) - steps(west);
  const widthSteps = width < 0 ? width + aroundSteps : width;
  return ({ latitude, longitude }) => {
    const up = steps(latitude);
    if (up < steps(south) || up > steps(north)) return false;
    const along = (steps(longitude) - steps(west) + aroundSteps) % aroundSteps;
    return Math.abs(up) === poleSteps || along <= widthSteps;
  };
}

/** Degrees as a whole number of steps, exact in a 32-bit integer. */
export function steps(degrees: number): number {
  return Math.round(degrees * stepsPerDegree);
}

const aroundSteps = 360 * stepsPerDegree;
const poleSteps = 90 * stepsPerDegree;

type Vector = readonly [x: number, y: number, z: number];

/**
 * Returns the unit vector from the centre of the earth. With vectors, the poles and the date line need no special case.
 */
function vectorTo({ latitude, longitude }: Place): Vector {
  const [up, along] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return [Math.cos(up) * Math.cos(along), Math.cos(up) * Math.sin(along), Math.sin(up)];
}

/**
 * Returns the angle in radians. Unlike the arc cosine and the haversine, this formula is exact for places close
 * together and for opposite places.
 */
function angleBetween([ax, ay, az]: Vector, [bx, by, bz]: Vector): number {
  const [apart, together] = [Math.hypot(ax - bx, ay - by, az - bz), Math.hypot(ax + bx, ay + by, az + bz)];
  return 2 * Math.atan2(apart, together);
}
