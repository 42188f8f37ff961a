import { type Column, Table } from "../../parts/list/table.tsx";
import { cameraName } from "../../parts/places/hidden.ts";
import { bearing, distanceKm, type Place } from "../../parts/places/place.ts";
import { mapText } from "../../text/map.ts";
import { plotsText } from "../../text/plots.ts";
import type { Site } from "./sites.ts";

type Props = {
  readonly sites: readonly Site[];
  /** The middle of a map with true distances; `undefined` for other maps. */
  readonly middle: Place | undefined;
  /** `undefined` while places are hidden. */
  readonly onAround: ((site: Site) => void) | undefined;
  readonly linkOf: (site: Site) => string;
};

/** The sites of the map as a table. While places are hidden, the table replaces the map. */
export function SiteTable({ sites, middle, onAround, linkOf }: Props) {
  const map = mapText.value;
  const distance = (from: Place): Column<Site> => ({
    heading: map.away,
    class: "number",
    cell: ({ place }) => away(from, place),
  });
  const zoom = (onClick: (site: Site) => void): Column<Site> => ({
    heading: map.zoomTo,
    isUnseen: true,
    cell: (site) => (
      <button
        type="button"
        aria-label={map.zoomToOf(cameraName(site.id, site.camera))}
        onClick={() => onClick(site)}
      >
        {map.zoomTo}
      </button>
    ),
  });
  return (
    <Table
      stacks
      label={map.title}
      class="sites-table"
      rows={sites}
      columns={[
        {
          heading: map.camera,
          cell: (site) => (
            <>
              <a href={linkOf(site)}>{cameraName(site.id, site.camera)}</a>
              {onAround && <span class="place hint">{site.camera.location.replace(",", ", ")}</span>}
            </>
          ),
        },
        { heading: map.labels, class: "number", cell: ({ labels }) => map.number(labels) },
        {
          heading: map.recorded,
          class: "number",
          cell: ({ recordedSeconds }) => plotsText.value.recorded(recordedSeconds),
        },
        ...(onAround && middle ? [distance(middle)] : []),
        ...(onAround ? [zoom(onAround)] : []),
      ]}
    />
  );
}

function away(middle: Place, place: Place): string {
  const map = mapText.value;
  const km = distanceKm(middle, place);
  return km < 0.0005 ? map.here : map.distance(km, bearing(middle, place));
}
