import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { invalid } from "../wire/fault.ts";
import { mustBe } from "../wire/must-be.ts";
import { orNull } from "../wire/or-null.ts";
import { text } from "../wire/text.ts";
import { detectionOptions } from "./detection-options.ts";

const formats = ["camtrap-dp", "csv", "megadetector", "speciesnet"] as const;

export const ImportFormat = described(
  z.enum(formats, { error: mustBe("one of camtrap-dp, csv, megadetector, speciesnet") }),
  "`camtrap-dp`: a zip with a package of Camtrap DP 1.0, 1.0.1 or 1.0.2. `csv`: one table of annotations of existing streams, or of species. `megadetector` and `speciesnet`: the results, as JSON, of these detectors and of programs that use their formats, for pictures and videos that are already streams.",
  "camtrap-dp",
);
export type ImportFormat = z.infer<typeof ImportFormat>;

const onBadRow = described(
  z._default(z.enum(["stop", "skip"], { error: mustBe("`stop` or `skip`") }), "stop"),
  "What to do when rows have errors. `stop`: import nothing. `skip`: leave out these rows and all rows that refer to them, and import the others. A bad cell that a row of a package does not need is left out alone.",
);

const onExisting = described(
  z._default(z.enum(["keep", "update"], { error: mustBe("`keep` or `update`") }), "keep"),
  "What to do with records that an earlier import made from the same rows. `keep`: leave them as they are. `update`: change them to what the rows say now, except records that somebody has changed or voted on since. Species are never changed.",
);

const source = described(
  text(1, 256),
  "Your name for the package, if it has neither `id` nor `name`. Required for `csv`. Each row is imported only once under this name, so use another name for another table.",
  "Veluwe 2026",
);

const table = described(
  z.enum(["annotations", "species"], { error: mustBe("`annotations` or `species`") }),
  "Only for `csv`. Kind of the rows. Default: `annotations`.",
  "species",
);

const method = described(
  z.enum(["human", "machine"], { error: mustBe("`human` or `machine`") }),
  "Only for `csv`. Maker of the labels in rows without a `method`: `human` or `machine`. Required if the table has a column of scores, such as `confidence`, and no column `method`.",
  "machine",
);

const options = { source, table, method, ...detectionOptions };

const sentOptions = {
  source: orNull(source),
  table: orNull(table),
  method: orNull(method),
  match: orNull(options.match),
  capturesources: orNull(options.capturesources),
  min_confidence: orNull(options.min_confidence),
  frames: orNull(options.frames),
  labels: orNull(options.labels),
  create_species: orNull(options.create_species),
};
type Option = keyof typeof sentOptions;

/** The options of an import as they take effect. */
export const ImportOptions = z.strictObject({
  on_bad_row: onBadRow,
  on_existing: onExisting,
  ...sentOptions,
});
export type ImportOptions = z.infer<typeof ImportOptions>;

/** The options of an import as they are sent. */
export const SentImportOptions = z
  .strictObject({ on_bad_row: z.optional(onBadRow), on_existing: z.optional(onExisting), ...sentOptions })
  .check(z.meta({ id: "ImportOptions", examples: [{ on_bad_row: "skip" }] }));

/** The options of an import as they are shown. */
export const ShownImportOptions = z
  .strictObject({
    on_bad_row: onBadRow,
    on_existing: onExisting,
    ...z.partial(z.strictObject(options)).shape,
  })
  .check(z.meta({ id: "ShownImportOptions" }));

const ofDetections = [
  "match",
  "capturesources",
  "min_confidence",
  "frames",
  "labels",
  "create_species",
] as const;

/** The options of each format, besides `on_bad_row` and `on_existing`, which all formats have. */
const optionsOf: Readonly<Record<ImportFormat, readonly Option[]>> = {
  "camtrap-dp": ["source"],
  csv: ["source", "table", "method"],
  megadetector: ofDetections,
  speciesnet: ofDetections,
};

const detectionDefaults = { min_confidence: 0.2, frames: "best", create_species: false } as const;

/**
 * Returns all options of an import from those that were sent.
 * @throws Fault `invalid-request` for an option that the format does not have
 */
export function importOptions(
  format: ImportFormat,
  sent: z.infer<typeof SentImportOptions> = {},
): ImportOptions {
  for (const option of ["source", "table", "method", ...ofDetections] as const) {
    if (sent[option] === undefined || optionsOf[format].includes(option)) continue;
    const others = formats.filter((each) => optionsOf[each].includes(option)).map((each) => `\`${each}\``);
    throw invalid(
      `/options/${option}`,
      `\`${option}\` is an option of ${others.join(" and ")}, not of \`${format}\`.`,
    );
  }
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  if (format === "csv") return z.parse(ImportOptions, { table: "annotations", ...given });
  return z.parse(ImportOptions, format === "camtrap-dp" ? given : { ...detectionDefaults, ...given });
}

/** Returns the options that are set. */
export function shownImportOptions(options: ImportOptions): z.infer<typeof ShownImportOptions> {
  const set = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return z.parse(ShownImportOptions, set);
}
