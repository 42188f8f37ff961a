import * as z from "zod/mini";
import { invalid } from "../wire/fault.ts";
import { mustBe } from "../wire/must-be.ts";
import { orNull } from "../wire/or-null.ts";
import { text } from "../wire/text.ts";
import { detectionOptions } from "./detection-options.ts";

const formats = ["camtrap-dp", "csv", "megadetector", "speciesnet"] as const;

export const ImportFormat = z
  .enum(formats, { error: mustBe("one of camtrap-dp, csv, megadetector, speciesnet") })
  .check(
    z.meta({
      description:
        "`camtrap-dp`: a zip with a package of Camtrap DP 1.0, 1.0.1 or 1.0.2. `csv`: one table of annotations of streams that are there, or of species. `megadetector` and `speciesnet`: the JSON in which these detectors, and programs that use their formats, write what they found in pictures and videos that are there.",
      examples: ["camtrap-dp"],
    }),
  );
export type ImportFormat = z.infer<typeof ImportFormat>;

const onBadRow = z._default(z.enum(["stop", "skip"], { error: mustBe("`stop` or `skip`") }), "stop").check(
  z.meta({
    description:
      "What to do when rows cannot be taken. `stop`: nothing is imported. `skip`: all rows but those, and those that refer to them.",
  }),
);

const onExisting = z
  ._default(z.enum(["keep", "update"], { error: mustBe("`keep` or `update`") }), "keep")
  .check(
    z.meta({
      description:
        "What to do with records that an import before has made of the same rows. `keep`: nothing. `update`: change what the rows say otherwise now, unless somebody has changed the record, or voted on it, since. Species stay as they are.",
    }),
  );

const source = text(1, 256).check(
  z.meta({
    description:
      "Name of the package, where it has neither `id` nor `name`; required for `csv`. Each row is imported once under this name: take another one for another table.",
    examples: ["Veluwe 2026"],
  }),
);

const table = z
  .enum(["annotations", "species"], { error: mustBe("`annotations` or `species`") })
  .check(
    z.meta({ description: "Of `csv`. What its rows are. Default: `annotations`.", examples: ["species"] }),
  );

const options = { source, table, ...detectionOptions };

const sentOptions = {
  source: orNull(source),
  table: orNull(table),
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

/** As they are sent. */
export const SentImportOptions = z
  .strictObject({ on_bad_row: z.optional(onBadRow), on_existing: z.optional(onExisting), ...sentOptions })
  .check(z.meta({ id: "ImportOptions", examples: [{ on_bad_row: "skip" }] }));

/** As they are shown. */
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

/** The options that a format has, besides `on_bad_row`. */
const optionsOf: Readonly<Record<ImportFormat, readonly Option[]>> = {
  "camtrap-dp": ["source"],
  csv: ["source", "table"],
  megadetector: ofDetections,
  speciesnet: ofDetections,
};

const detectionDefaults = { min_confidence: 0.2, frames: "best", create_species: false } as const;

/**
 * The options of an import for which these were sent.
 * @throws Fault `invalid-request` for an option that the format does not have
 */
export function importOptions(
  format: ImportFormat,
  sent: z.infer<typeof SentImportOptions> = {},
): ImportOptions {
  for (const option of ["source", "table", ...ofDetections] as const) {
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

/** Those that are set. */
export function shownImportOptions(options: ImportOptions): z.infer<typeof ShownImportOptions> {
  const set = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return z.parse(ShownImportOptions, set);
}
