import type { CaptureSource } from "../../domain/capture-source.ts";
import { placeOf } from "../../domain/location.ts";
import type { Sensitivity } from "../../domain/species-traits.ts";

/** Decimals that a place keeps (Chapman 2020, doi:10.15468/doc-5jp4-5g10). The others keep all, or have no place. */
const decimals = { low: 3, medium: 2, high: 1 } as const;

/**
 * Metres that rounding to 3, 2 and 1 decimals may move a place, below each latitude: the diagonal of the cell, which is
 * narrower towards the poles (Chapman & Wieczorek 2020, doi:10.15468/doc-gg7h-s853).
 */
const roundingMetres = [
  { below: 30, low: 157, medium: 1570, high: 15691 },
  { below: 60, low: 147, medium: 1470, high: 14697 },
  { below: 85, low: 125, medium: 1246, high: 12461 },
  { below: Number.POSITIVE_INFINITY, low: 112, medium: 1121, high: 11211 },
] as const;

/** What a consumer GPS is off by, in metres. */
const gpsMetres = 30;

/** A place as a file may say it. `uncertaintyMetres` is `null` when nobody knows it. */
export type PublicPlace = {
  readonly latitude: number;
  readonly longitude: number;
  readonly uncertaintyMetres: number | null;
};

/** The place of a source, as exactly as the most sensitive species seen there allows. `undefined`: not at all. */
export function generalise(
  { location, coordinateUncertainty }: Pick<CaptureSource, "location" | "coordinateUncertainty">,
  sensitivity: Sensitivity,
): PublicPlace | undefined {
  const { latitude, longitude } = placeOf(location);
  if (sensitivity === "extreme") return undefined;
  if (sensitivity === "none") {
    return { latitude, longitude, uncertaintyMetres: coordinateUncertainty ?? null };
  }
  const round = (degrees: number) => Number(degrees.toFixed(decimals[sensitivity])) + 0;
  const moved = roundingMetres.find(({ below }) => Math.abs(latitude) < below)?.[sensitivity] ?? 0;
  return {
    latitude: round(latitude),
    longitude: round(longitude),
    uncertaintyMetres: (coordinateUncertainty ?? gpsMetres) + moved,
  };
}
