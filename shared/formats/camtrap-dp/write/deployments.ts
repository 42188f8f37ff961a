import { locationValue, placeOf } from "../../../domain/place/location.ts";
import { veiledSource } from "../../veil.ts";
import { type DeploymentRow, deploymentColumns } from "../standard.ts";
import { zoneTag } from "../zone-tag.ts";
import { deploymentId } from "./ids.ts";
import { joinTags } from "./pairs.ts";
import { personShown, pseudonym } from "./people.ts";
import { coarsePlace } from "./place-shown.ts";
import type { Exporting, SourceRecord } from "./records.ts";
import { decimal, only, timestamp } from "./values.ts";

/**
 * The time from the first start to the last end of all streams of a source. `endMs` is `undefined` while one is live.
 */
export type Recorded = { readonly startMs: number; readonly endMs: number | undefined };

/**
 * The row of a source. `precision` is the number of degrees to which its coordinates are rounded for sensitive species.
 */
export type DeploymentOut = { readonly row: DeploymentRow; readonly precision: number | undefined };

export function deploymentOut(source: SourceRecord, recorded: Recorded, exporting: Exporting): DeploymentOut {
  const coarse = coarsePlace(source, exporting);
  const shown = coarse === undefined ? source : veiledSource(source);
  const { location, camtrapDp: kept, timeZone, siteId, coordinateUncertainty } = shown;
  const { latitude, longitude } = coarse ?? placeOf(location);
  const uncertainty = coarse?.uncertainty ?? coordinateUncertainty;
  // The imported package may have left this cell empty.
  const setupBy = kept?.["setupBy"] || undefined;
  const row: DeploymentRow = {
    ...only(deploymentColumns, kept),
    deploymentID: deploymentId(source, exporting),
    locationID: kept?.["locationID"] ?? (siteId === undefined ? undefined : String(siteId)),
    // An imported source whose place has no name is called by its id.
    locationName: shown.name === kept?.["deploymentID"] ? kept["locationName"] : shown.name || undefined,
    latitude: decimal(latitude),
    longitude: decimal(longitude),
    coordinateUncertainty: uncertainty === undefined ? undefined : String(uncertainty),
    deploymentStart: kept?.["deploymentStart"] ?? timestamp(recorded.startMs, timeZone, "down"),
    deploymentEnd: kept?.["deploymentEnd"] ?? timestamp(recorded.endMs ?? exporting.nowMs, timeZone, "up"),
    setupBy: setupBy === undefined ? undefined : personShown(setupBy, exporting),
    cameraModel: shown.cameraHardware || undefined,
    deploymentTags: joinTags([kept?.["deploymentTags"], timeZone && zoneTag(timeZone)]),
  };
  if (coarse === undefined) return { row, precision: undefined };
  const locationID = pseudonym(`place ${locationValue(location)}`, exporting);
  return { row: { ...row, locationID }, precision: coarse.precision };
}
