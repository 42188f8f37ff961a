import * as z from "zod/mini";
import { mustBe } from "./must-be.ts";
import { text } from "./text.ts";

// What a cell of a Camtrap DP table may hold.

/** All cells of a record, as JSON in UTF-8. */
export const maxCellBytes = 4096;

export const requiredText = text(1, maxCellBytes);
/** The empty text says that the package left the cell empty, where an export would otherwise fill it in. */
export const optionalText = text(0, maxCellBytes);

/** A cell whose value a field of ours holds. Only that the package left it empty is said here. */
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
  /^[1-9]\d{3}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/;
/** The common form. It leaves out 29 February, which not every year has. */
const publishedTime =
  "^[1-9][0-9]{3}-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)" +
  "T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$";

/** Kept as it was written: the camera's own zone is in it. */
export const requiredTime = z
  .string({ error: mustBe("a date and time with a time zone, in whole seconds") })
  .check(z.refine(isTime), z.meta({ pattern: publishedTime, examples: ["2026-03-01T06:30:00+02:00"] }));

export const optionalTime = z.union([requiredTime, z.literal("")], {
  error: mustBe(
    "a date and time with a time zone, in whole seconds, such as `2026-03-01T06:30:00Z`, or empty",
  ),
});

function isTime(written: string): boolean {
  // Date takes 30 February for a day of March.
  const day = written.slice(0, 10);
  const readMs = timePattern.test(written) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(readMs) && new Date(readMs).toISOString().startsWith(day);
}

/** A relative path that stays in the package, or an address (Data Package, `path`). */
export const filePath = requiredText.check(
  z.refine((path) => /^(?![./~])(?!.*\.{2}).+$/.test(path), {
    error: "must not begin with `.`, `/` or `~`, and must not contain `..` or a line break.",
  }),
  z.meta({
    pattern: "^[A-Za-z0-9][A-Za-z0-9/:_-]*(\\.[A-Za-z0-9]+)?$",
    examples: ["media/IMG_0001.jpg"],
  }),
);

export const mediaType = z
  .string({ error: mustBe("the media type of an image, a video or a sound") })
  .check(z.maxLength(100), z.regex(/^(image|video|audio)\/.*$/), z.meta({ examples: ["audio/wav"] }));

const encoder = new TextEncoder();

export function fitsInRecord(cells: object): boolean {
  return encoder.encode(JSON.stringify(cells)).length <= maxCellBytes;
}
