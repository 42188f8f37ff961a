import { placeOf } from "../../../domain/place/location.ts";
import type { CaptureSource } from "../../../domain/source/capture-source.ts";
import type { Sensitivity } from "../../../domain/species/traits.ts";
import { generalised } from "../../generalise.ts";

/** A place that a file may show. `uncertaintyMetres` is `null` if it is unknown. */
export type PublicPlace = {
  readonly latitude: number;
  readonly longitude: number;
  readonly uncertaintyMetres: number | null;
};

/**
 * The place of a source, as exactly as the most sensitive species seen there allows. `undefined` if it must not be
 * shown.
 */
export function publicPlace(
  { location, coordinateUncertainty }: Pick<CaptureSource, "location" | "coordinateUncertainty">,
  sensitivity: Sensitivity,
): PublicPlace | undefined {
  if (sensitivity === "extreme") return undefined;
  const place = placeOf(location);
  const { latitude, longitude, uncertainty } = generalised(place, coordinateUncertainty, sensitivity) ?? {
    ...place,
    uncertainty: coordinateUncertainty,
  };
  return { latitude, longitude, uncertaintyMetres: uncertainty ?? null };
}
