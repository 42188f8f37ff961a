import { type GeoPermissibleObjects, geoPath } from "d3-geo";
import { useRef } from "preact/hooks";
import { cameraName } from "../../parts/places/hidden.ts";
import { mapText } from "../../text/map.ts";
import { nameTags, radiusOf } from "./circles.ts";
import { useGestures } from "./gestures.ts";
import { gridMarks, gridOf, gridStep } from "./grid.ts";
import { pointOf, projectionOf, type Size } from "./projection.ts";
import { scaleBarOf } from "./scale-bar.ts";
import type { Site } from "./sites.ts";
import { landFromKm, type View } from "./view.ts";

type Props = {
  readonly sites: readonly Site[];
  readonly view: View;
  readonly size: Size;
  /** `undefined` until the outlines are fetched. */
  readonly land: GeoPermissibleObjects | undefined;
  /** `undefined` shows all cameras. */
  readonly onView: (view: View | undefined) => void;
  readonly linkOf: (site: Site) => string;
};

/** The map: land, a grid of degrees, a scale, and for each camera a circle that links to its labels. */
export function MapPicture({ sites, view, size, land, onView, linkOf }: Props) {
  const ref = useRef<SVGSVGElement>(null);
  const gestures = useGestures(ref, { view, size, onView });
  const map = mapText.value;
  const projection = projectionOf(view, size);
  const path = geoPath(projection).digits(1);
  const labels = sites.reduce((sum, site) => sum + site.labels, 0);
  return (
    // Tab reaches the circles one by one. Arrows, + - and 0 are keys of the map itself.
    <svg
      ref={ref}
      class="earth"
      role="application"
      aria-label={map.picture(map.counted(labels, sites.length))}
      tabindex={0}
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={size.width}
      height={size.height}
      {...gestures}
    >
      {view.widthKm > 20_000 && <path class="sea" d={path({ type: "Sphere" }) ?? ""} />}
      {land && view.widthKm >= landFromKm && <path class="land" d={path(land) ?? ""} />}
      <path class="grid" d={path(gridOf(view)) ?? ""} />
      <GridDegrees projection={projection} size={size} step={gridStep(view)} />
      <Circles sites={sites} projection={projection} size={size} linkOf={linkOf} />
      <ScaleBar projection={projection} size={size} />
    </svg>
  );
}

type Projected = { readonly projection: ReturnType<typeof projectionOf>; readonly size: Size };

function GridDegrees({ projection, size, step }: Projected & { readonly step: number }) {
  const map = mapText.value;
  const { latitudes, longitudes } = gridMarks(projection, size, step);
  return (
    <g class="degrees">
      {latitudes.map(({ degrees, px }) => (
        <text key={degrees} x={4} y={px - 3}>
          {map.latitude(degrees)}
        </text>
      ))}
      {longitudes.map(({ degrees, px }) => (
        <text key={degrees} x={px + 3} y={size.height - 4}>
          {map.longitude(degrees)}
        </text>
      ))}
    </g>
  );
}

type CirclesProps = Projected & Pick<Props, "sites" | "linkOf">;

function Circles({ sites, projection, size, linkOf }: CirclesProps) {
  const map = mapText.value;
  const max = Math.max(0, ...sites.map(({ labels }) => labels));
  const shown = sites.flatMap((site) => {
    const point = pointOf(projection, site.place, size);
    if (!point) return [];
    const name = cameraName(site.id, site.camera);
    return [{ site, name, x: point[0], y: point[1], r: radiusOf(site.labels, max) }];
  });
  const tags = nameTags(shown, size.width, size.height);
  return (
    <g class="sites">
      {shown.map(({ site, name, x, y, r }, i) => {
        const tag = tags[i];
        return (
          <a key={site.id} href={linkOf(site)} aria-label={map.site(name, site.labels)}>
            <title>{map.site(name, site.labels)}</title>
            {/* The click target has at least 24 pixels, even for small circles. */}
            <circle class="target" cx={x} cy={y} r={Math.max(12, r)} />
            <circle class={site.labels > 0 ? "site" : "site none"} cx={x} cy={y} r={r} />
            {tag && (
              <text x={tag.x} y={tag.y}>
                {name}
              </text>
            )}
          </a>
        );
      })}
    </g>
  );
}

/** A scale bar for the middle of the map. */
function ScaleBar({ projection, size }: Projected) {
  const map = mapText.value;
  const { km, px } = scaleBarOf(projection, size, Math.min(160, size.width / 3));
  const [right, y] = [size.width - 12, size.height - 26];
  return (
    <g class="scale">
      <title>{`${map.length(km)} ${map.scaleAtMiddle}`}</title>
      <path d={`M${right - px} ${y - 5}v5h${px}v-5`} />
      <text x={right - px / 2} y={y - 8}>
        {map.length(km)}
      </text>
    </g>
  );
}
