import { locationValue, placeOf } from "../../../domain/place/location.ts";
import { type GeneralisedPlace, generalised } from "../../generalise.ts";
import type { Exporting, SourceRecord } from "./records.ts";

type Located = Pick<SourceRecord, "location" | "coordinateUncertainty">;
type ByPlace = Pick<Exporting, "coordinates" | "sensitivityAt">;

/**
 * The coarser place that an export shows for a source, or `undefined` if it shows the true one. Sources at one place
 * get the same, whatever is selected: else two exports would betray each other through the same ids.
 */
export function coarsePlace(source: Located, by: ByPlace): GeneralisedPlace | undefined {
  if (by.coordinates === "exact") return undefined;
  const sensitivity = by.sensitivityAt(locationValue(source.location));
  return generalised(placeOf(source.location), source.coordinateUncertainty, sensitivity);
}

/** Whether names, paths and notes of a source are left out, since they could tell where it is. */
export function isVeiled(source: Located, by: ByPlace): boolean {
  return coarsePlace(source, by) !== undefined;
}
