import { type GeoPermissibleObjects, geoEqualEarth, geoPath } from "d3-geo";
import type { View } from "./view.ts";

const size = { width: 132, height: 66 };

/** A small map of the world that shows the position of the large map. */
export function Inset({ view, land }: { readonly view: View; readonly land: GeoPermissibleObjects }) {
  const projection = geoEqualEarth().fitExtent(
    [
      [2, 2],
      [size.width - 2, size.height - 2],
    ],
    { type: "Sphere" },
  );
  const path = geoPath(projection).digits(1);
  const { latitude, longitude } = view.middle;
  const [x, y] = projection([longitude, latitude]) ?? [0, 0];
  return (
    <svg class="inset" aria-hidden="true" viewBox={`0 0 ${size.width} ${size.height}`} {...size}>
      <path class="sea" d={path({ type: "Sphere" }) ?? ""} />
      <path class="land" d={path(land) ?? ""} />
      <circle class="here" cx={x} cy={y} r={4} />
    </svg>
  );
}
