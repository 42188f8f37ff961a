import * as z from "zod/mini";
import { mustBe } from "../wire/must-be.ts";
import { latitudePattern, longitudePattern } from "./location.ts";
import type { Corners, Place } from "./sphere.ts";

/** Kilometres, with at most 5 digits and 12 decimals. Half way round the earth is 20,015 km. */
const kilometres = "([0-9]{1,5}(?:\\.[0-9]{1,12})?)";

const point = `${latitudePattern},${longitudePattern}`;
const nearPattern = new RegExp(`^${point},${kilometres}$`);
const boxPattern = new RegExp(`^${point},${point}$`);

const degrees = "in decimal degrees (−90 to 90, −180 to 180)";

export type Near = { readonly centre: Place; readonly km: number };

const Near = z.pipe(
  z
    .string({
      error: mustBe(
        `\`<latitude>,<longitude>,<kilometres>\` without spaces: a place ${degrees} and the distance from it (0 to 99999)`,
      ),
    })
    .check(
      z.regex(nearPattern, { abort: true }),
      z.meta({
        description:
          "Only annotations of the capture sources within a distance of a place, along the surface of the earth: `<latitude>,<longitude>,<kilometres>` in decimal degrees (WGS 84). At most 100 sources may be within the distance.",
        pattern: nearPattern.source,
        examples: ["51.181,5.655,10"],
      }),
    ),
  z.transform((text): Near => {
    const [latitude = 0, longitude = 0, km = 0] = text.split(",").map(Number);
    return { centre: { latitude, longitude }, km };
  }),
);

const Bbox = z.pipe(
  z
    .string({
      error: mustBe(`\`<south>,<west>,<north>,<east>\` without spaces, the edges of a box ${degrees}`),
    })
    .check(
      z.regex(boxPattern, { abort: true }),
      z.refine((text) => cornersOf(text).south <= cornersOf(text).north, {
        error:
          "must not have its south above its north: `<south>,<west>,<north>,<east>`, for example `50.9,5.4,51.3,5.9`.",
      }),
      z.meta({
        description:
          "Only annotations of the capture sources in this box: `<south>,<west>,<north>,<east>` in decimal degrees (WGS 84). A box whose west is greater than its east crosses the date line. At most 100 sources may be in the box.",
        pattern: boxPattern.source,
        examples: ["50.9,5.4,51.3,5.9"],
      }),
    ),
  z.transform(cornersOf),
);

function cornersOf(text: string): Corners {
  const [south = 0, west = 0, north = 0, east = 0] = text.split(",").map(Number);
  return { south, west, north, east };
}

/** The filters of annotations by area. */
export const placeFilters = { near: z.optional(Near), bbox: z.optional(Bbox) };
