import { TableBox } from "../../parts/list/table-box.tsx";
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
  const plots = plotsText.value;
  return (
    <TableBox label={map.title}>
      <table class="sites-table">
        <thead>
          <tr>
            <th scope="col">{map.camera}</th>
            <th scope="col" class="number">
              {map.labels}
            </th>
            <th scope="col" class="number">
              {map.recorded}
            </th>
            {onAround && middle && (
              <th scope="col" class="number">
                {map.away}
              </th>
            )}
            {onAround && (
              <td>
                <span class="unseen">{map.zoomTo}</span>
              </td>
            )}
          </tr>
        </thead>
        <tbody>
          {sites.map((site) => {
            const name = cameraName(site.id, site.camera);
            return (
              <tr key={site.id}>
                <th scope="row">
                  <a href={linkOf(site)}>{name}</a>
                  {onAround && <span class="place">{site.camera.location.replace(",", ", ")}</span>}
                </th>
                <td class="number">{map.number(site.labels)}</td>
                <td class="number">{plots.recorded(site.recordedSeconds)}</td>
                {onAround && middle && <td class="number">{away(middle, site.place)}</td>}
                {onAround && (
                  <td>
                    <button type="button" aria-label={map.zoomToOf(name)} onClick={() => onAround(site)}>
                      {map.zoomTo}
                    </button>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableBox>
  );
}

function away(middle: Place, place: Place): string {
  const map = mapText.value;
  const km = distanceKm(middle, place);
  return km < 0.0005 ? map.here : map.distance(km, bearing(middle, place));
}
