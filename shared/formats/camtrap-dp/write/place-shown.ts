import { locationValue, placeOf } from "../../../domain/place/location.ts";
import { type GeneralisedPlace, generalised } from "../../generalise.ts";
import type { Exporting, SourceRecord } from "./records.ts";

type Located = Pick<SourceRecord, "location" | "coordinateUncertainty">;
type ByPlace = Pick<Exporting, "coordinates" | "sensitivityAt">;

/**
 * The coarser place that an export shows for a source, or `undefined` if it shows the true one. Sources at one place
 * get the same coarser place, whichever sources an export has. Otherwise two exports with the same ids would reveal the
 * true place.
 */
export function coarsePlace(source: Located, by: ByPlace): GeneralisedPlace | undefined {
  if (by.coordinates === "exact") return undefined;
  const sensitivity = by.sensitivityAt(locationValue(source.location));
  return generalised(placeOf(source.location), source.coordinateUncertainty, sensitivity);
}

/** Returns true if names, paths and notes of a source are left out, since they could reveal its place. */
export function isVeiled(source: Located, by: ByPlace): boolean {
  return coarsePlace(source, by) !== undefined;
}
