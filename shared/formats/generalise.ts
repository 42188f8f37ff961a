import type { Place } from "../domain/place/sphere.ts";
import type { Sensitivity } from "../domain/species/traits.ts";

/** Decimals of the shown coordinates, by the highest sensitivity of the species at a place (Chapman 2020). */
const digitsOf = { none: undefined, low: 3, medium: 2, high: 1, extreme: 1 } as const;

/**
 * Metres that rounding to 1, 2 and 3 decimals adds to the uncertainty, from a latitude on (Chapman & Wieczorek 2020,
 * doi:10.15468/doc-gg7h-s853, table 3). A degree of longitude is shorter near the poles.
 */
const added: readonly (readonly [latitude: number, metres: Readonly<Record<1 | 2 | 3, number>>])[] = [
  [85, { 3: 112, 2: 1121, 1: 11_211 }],
  [60, { 3: 125, 2: 1246, 1: 12_461 }],
  [30, { 3: 147, 2: 1470, 1: 14_697 }],
  [0, { 3: 157, 2: 1570, 1: 15_691 }],
];

/** Assumed uncertainty in metres if none is given: that of a consumer GPS. */
const usualUncertainty = 30;

export type GeneralisedPlace = Place & { readonly uncertainty: number; readonly precision: number };

/** Rounds a place as its most sensitive species requires. `undefined` if no rounding is required. */
export function generalised(
  { latitude, longitude }: Place,
  uncertainty: number | undefined,
  sensitivity: Sensitivity | undefined,
): GeneralisedPlace | undefined {
  const digits = digitsOf[sensitivity ?? "none"];
  if (digits === undefined) return undefined;
  const factor = 10 ** digits;
  // Adding 0 turns −0 into 0.
  const rounded = (degrees: number) => Math.round(degrees * factor) / factor + 0;
  const metres = added.find(([from]) => Math.abs(latitude) >= from)?.[1][digits] ?? 0;
  return {
    latitude: rounded(latitude),
    longitude: rounded(longitude),
    uncertainty: (uncertainty ?? usualUncertainty) + metres,
    precision: 1 / factor,
  };
}
