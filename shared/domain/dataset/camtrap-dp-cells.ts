import * as z from "zod/mini";
import { mustBe } from "../wire/must-be.ts";
import { text } from "../wire/text.ts";

// Types of the cells in a Camtrap DP table.

/** Maximum size of all cells of a record, as JSON in UTF-8. */
export const maxCellBytes = 4096;

export const requiredText = text(1, maxCellBytes);
/** An empty text means that the package left the cell empty. If the text is absent, an export may fill in the cell. */
export const optionalText = text(0, maxCellBytes);

/**
 * A cell whose value is in another field of the record. The cell itself can only say that the package left it empty.
 */
export const emptyText = z.literal("", {
  error: () => 'must be `""` (an empty cell) or left out: another field of the record holds its value.',
});

export function oneOf<const Values extends readonly string[]>(...values: Values) {
  return z.enum([...values, ""], { error: mustBe(`one of ${values.join(", ")}, or empty`) });
}

export const yesOrNo = z.boolean({ error: mustBe("`true` or `false`") });

/** The table schemas set no upper limit. */
const noLimit = Number.MAX_SAFE_INTEGER;

export function number(min: number, max = noLimit) {
  return z.number({ error: mustBe(`a number ${range(min, max)}`) }).check(z.gte(min), z.lte(max));
}

export function whole(min: number, max = noLimit) {
  return z.int({ error: mustBe(`a whole number ${range(min, max)}`) }).check(z.gte(min), z.lte(max));
}

function range(min: number, max: number): string {
  return max === noLimit ? `of at least ${min}` : `from ${min} to ${max}`;
}

const timePattern =
  /^[1-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;
const timeForm = "a date and time with a time zone, in whole seconds";

/** Kept as it was written, because the text contains the camera's own time zone. */
export const requiredTime = z
  .string({ error: mustBe(timeForm) })
  .check(
    z.regex(timePattern, { abort: true }),
    z.refine(isInCalendar),
    z.meta({ examples: ["2026-03-01T06:30:00+02:00"] }),
  );

export const optionalTime = z.union([requiredTime, z.literal("")], {
  error: mustBe(`${timeForm}, such as \`2026-03-01T06:30:00Z\`, or empty`),
});

/** Returns true for a day of the calendar. Date takes 30 February for a day of March. */
function isInCalendar(written: string): boolean {
  const day = written.slice(0, 10);
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** A relative path that stays in the package, or an address (Data Package, `path`). */
export const filePath = requiredText.check(
  z.regex(/^[^./~\n\r\u2028\u2029](\.?[^.\n\r\u2028\u2029])*\.?$/, {
    error: "must not begin with `.`, `/` or `~`, and must not contain `..` or a line break.",
  }),
  z.meta({ examples: ["media/IMG_0001.jpg"] }),
);

export const mediaType = z.string({ error: mustBe("the media type of an image, a video or a sound") }).check(
  z.maxLength(100),
  // A `.` means other characters in the patterns of other languages.
  z.regex(/^(image|video|audio)\/[^\n\r\u2028\u2029]*$/),
  z.meta({ examples: ["audio/wav"] }),
);

const encoder = new TextEncoder();

export function fitsInRecord(cells: object): boolean {
  return encoder.encode(JSON.stringify(cells)).length <= maxCellBytes;
}
