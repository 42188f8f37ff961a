import * as z from "zod/mini";
import { mustBe } from "../wire/must-be.ts";
import type { Place } from "./sphere.ts";

/** Regular expressions of a latitude, −90 to 90, and a longitude, −180 to 180: at most 3 digits and 12 decimals. */
export const latitudePattern = "(-?(?:0?[0-8]?[0-9](?:\\.[0-9]{1,12})?|0?90(?:\\.0{1,12})?))";
export const longitudePattern = "(-?(?:(?:0?[0-9]?[0-9]|1[0-7][0-9])(?:\\.[0-9]{1,12})?|180(?:\\.0{1,12})?))";

const pattern = new RegExp(`^${latitudePattern},${longitudePattern}$`);

const form = "`<latitude>,<longitude>` in decimal degrees without spaces (−90 to 90, −180 to 180)";

/**
 * A place on earth, `<latitude>,<longitude>` in decimal degrees (WGS 84), stored as sent. It has at most 12 decimals,
 * so that different places remain different when parsed to numbers.
 */
export const Location = z.string({ error: mustBe(form) }).check(
  z.refine((text) => parse(text) !== undefined),
  z.meta({
    id: "Location",
    description: "A place: `<latitude>,<longitude>` in decimal degrees (WGS 84), with at most 12 decimals.",
    pattern: pattern.source,
    examples: ["-19.01,23.57"],
  }),
);

/** Returns the same text for every spelling of a place, such as `51.50,-0.120` and `51.5,-0.12`. */
export function locationValue(location: string): string {
  const place = placeOf(location);
  return `${place.latitude},${place.longitude}`;
}

/** Parses a location. */
export function placeOf(location: string): Place {
  const place = parse(location);
  if (place === undefined) throw new RangeError(`not a location: ${location}`);
  return place;
}

function parse(text: string): Place | undefined {
  const [, first, second] = pattern.exec(text) ?? [];
  if (first === undefined || second === undefined) return undefined;
  // Adding 0 turns −0 into 0.
  return { latitude: Number(first) + 0, longitude: Number(second) + 0 };
}
