import * as z from "zod/mini";
import { mustBe } from "../wire/must-be.ts";
import { isTimeZone } from "./zone-offset.ts";

/** Maximum offset of a clock from UTC: the pattern ends before +15:00. */
export const maxOffsetMs = 15 * 3_600_000;

/**
 * The time zone of a camera's clock: a name of the IANA time zone database, or an offset from UTC for a clock without
 * summer time, such as the clock of most trail cameras.
 */
export const TimeZone = z.string().check(
  z.maxLength(64, { abort: true }),
  z.refine(isTimeZone, {
    error: mustBe("the name of a time zone, such as `Europe/Berlin`, or an offset such as `+01:00`"),
  }),
  z.meta({
    description:
      "Time zone of the camera's clock: a name (IANA), or `±HH:MM` for a clock without summer time. Without it, local times are UTC.",
    pattern: "^(?:[+-](?:0[0-9]|1[0-4]):[0-5][0-9]|[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*)$",
    examples: ["Africa/Johannesburg"],
  }),
);
