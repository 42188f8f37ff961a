import * as z from "zod/mini";
import { invalid } from "../wire/fault.ts";
import { mustBe } from "../wire/must-be.ts";
import { dayMs, dayName } from "./local-days.ts";

/** A local day of the years 1970 to 9999, as a query parameter. It is parsed to days since 1970-01-01. */
export function dayParameter(description: string, example: string) {
  return z.pipe(
    z.string({ error: mustBe("a day of the years 1970 to 9999") }).check(
      z.regex(/^(19[7-9]\d|[2-9]\d{3})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, { abort: true }),
      z.refine((text) => dayName(Date.parse(text) / dayMs) === text),
      z.meta({ description, format: "date", examples: [example] }),
    ),
    z.transform((text) => Date.parse(text) / dayMs),
  );
}

/**
 * Checks `day[from]` and `day[to]`.
 * @throws Fault `invalid-request`
 */
export function checkDays(from: number, to: number): void {
  if (from <= to) return;
  throw invalid("/day[to]", "`day[to]` must not be before `day[from]`. Both days are included.");
}
