import * as z from "zod/mini";

/** Latitude −90 to 90 and longitude −180 to 180, each of at most 3 digits and 12 decimals. */
const pattern =
  /^(-?(?:0?[0-8]?[0-9](?:\.[0-9]{1,12})?|0?90(?:\.0{1,12})?)),(-?(?:(?:0?[0-9]?[0-9]|1[0-7][0-9])(?:\.[0-9]{1,12})?|180(?:\.0{1,12})?))$/;

/**
 * A place on earth, `<latitude>,<longitude>` in decimal degrees (WGS 84), kept as written.
 * At most 12 decimals, so that two places which differ are different numbers too.
 */
export const Location = z.string().check(
  z.refine((text) => parse(text) !== undefined, {
    error:
      "Must be <latitude>,<longitude> in decimal degrees without spaces, −90 to 90 and −180 to 180, e.g. 51.5,-0.12",
  }),
  z.meta({
    id: "Location",
    description: "A place, <latitude>,<longitude> in decimal degrees (WGS 84).",
    pattern: pattern.source,
    examples: ["-19.01,23.57"],
  }),
);

/** The same for every spelling of one place: `51.50,-0.120` and `51.5,-0.12` are equal by value. */
export function locationValue(location: string): string {
  const place = parse(location);
  if (place === undefined) throw new RangeError(`not a location: ${location}`);
  return `${place.latitude},${place.longitude}`;
}

function parse(text: string): { latitude: number; longitude: number } | undefined {
  const [, first, second] = pattern.exec(text) ?? [];
  if (first === undefined || second === undefined) return undefined;
  // Adding 0 turns −0 into 0.
  return { latitude: Number(first) + 0, longitude: Number(second) + 0 };
}
