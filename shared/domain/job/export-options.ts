import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { mustBe } from "../wire/must-be.ts";
import { annotationColumns } from "./export-columns.ts";
import { Split } from "./split.ts";

export const ExportFormat = described(
  z.enum(["csv", "camtrap-dp", "dwca", "coco", "ytvis"], {
    error: mustBe("`csv`, `camtrap-dp`, `dwca`, `coco` or `ytvis`"),
  }),
  "`csv`: one table with a row for each annotation, for spreadsheets, R and Python. `camtrap-dp`: a package of Camtrap DP 1.0.2 as one zip file, for GBIF and all programs that read the standard. `dwca`: a Darwin Core Archive of the animals, as one zip file, for programs that do not read Camtrap DP. Packages and archives need a dataset (`PUT /dataset`). `coco` and `ytvis`: training sets for detectors and trackers, as one zip file of JSON: boxes in single frames, or tracks through clips.",
  "csv",
);
export type ExportFormat = z.infer<typeof ExportFormat>;

function oneOf<const Values extends readonly string[]>(values: Values, description: string) {
  const form = values.map((value) => `\`${value}\``).join(", ");
  return described(z.enum(values, { error: mustBe(`one of ${form}`) }), description, values[0]);
}

const coordinates = oneOf(
  ["generalised", "exact"],
  "`generalised` (the default): places at which a species with a `sensitivity` was ever seen are rounded or left out. `exact`: for admins only.",
);

const maxColumns = 50;

const columns = z
  .array(z.string().check(z.minLength(1), z.maxLength(256)), {
    error: mustBe(`a list of at most ${maxColumns} keys of observations, each once`),
  })
  .check(
    z.maxLength(maxColumns),
    z.refine((keys) => new Set(keys).size === keys.length),
    z.refine((keys) => !keys.some((key) => annotationColumns.includes(key)), {
      error: `must not name columns that every table has: ${annotationColumns.join(", ")}.`,
    }),
    z.meta({
      uniqueItems: true,
      description:
        "Only for `csv`. Keys of observations that become columns of their own, such as `behaviour`. The column `observation` has all pairs.",
      examples: [["behaviour", "count"]],
    }),
  );

const level = oneOf(
  ["media", "event", "both"],
  "Only for `camtrap-dp` and `dwca`. `media`: a row for each annotation. `event`: rows for events, which are annotations of one capture source without a long gap between them. `both` (only for `camtrap-dp`): both kinds of rows. Default: `media` for `camtrap-dp`, `event` for `dwca`, whose users count occurrences.",
);
const maxGapSeconds = 86_400;
const eventGap = described(
  z
    .int({ error: mustBe(`a whole number of seconds from 1 to ${maxGapSeconds}`) })
    .check(z.gte(1), z.lte(maxGapSeconds)),
  "Only for `camtrap-dp` and `dwca`. An event ends when no label of the source follows within this number of seconds. Default: 120.",
  120,
);
const streams = oneOf(
  ["annotated", "all"],
  "Only for `camtrap-dp`. `annotated` (the default): streams with a label that matches. `all`: all streams of the deployments in the package; a stream gets a row `unclassified` if it has no label and lies in no exported event of an imported package. Both have the files within such events.",
);
const machine = oneOf(
  ["reviewed", "all", "none"],
  "For all formats except `csv`. Machines' labels in the export: only those with a vote (`reviewed`, the default), `all` or `none`.",
);
const people = oneOf(
  ["pseudonyms", "names"],
  "Only for `camtrap-dp` and `dwca`. `pseudonyms` (the default): a person has the same pseudonym in all exports. `names`: display names.",
);
const maxFps = 30;
const fps = described(
  z.int({ error: mustBe(`a whole number from 1 to ${maxFps}`) }).check(z.gte(1), z.lte(maxFps)),
  "Only for `ytvis`. Frames per second of a clip, 1 to 30. Default: 1.",
  1,
);
const stills = described(
  z.boolean({ error: mustBe("`true` or `false`") }),
  "Only for `coco` and `ytvis`, and only for admins. `true`: the zip also has the pictures, cut from the videos, and boxes are in pixels of these pictures. Default: `false`, which gives only the names and times of the pictures.",
  false,
);

const fields = {
  columns,
  coordinates,
  level,
  event_gap_seconds: eventGap,
  streams,
  machine,
  people,
  split: z.nullable(Split),
  fps,
  stills,
};

/** The options of each format. */
const optionsOf: Readonly<Record<ExportFormat, readonly (keyof typeof fields)[]>> = {
  csv: ["columns", "coordinates"],
  "camtrap-dp": ["level", "event_gap_seconds", "streams", "machine", "people", "coordinates"],
  dwca: ["level", "event_gap_seconds", "machine", "people", "coordinates"],
  coco: ["split", "stills", "machine", "coordinates"],
  ytvis: ["split", "fps", "stills", "machine", "coordinates"],
};

/** The options of an export as they are sent and shown: only the options that its format has. */
export const SentOptions = z
  .partial(z.strictObject(fields))
  .check(z.meta({ id: "ExportOptions", examples: [{ columns: ["behaviour"], coordinates: "generalised" }] }));
export type SentOptions = z.infer<typeof SentOptions>;

/** All options with their values. A format ignores the options that only other formats have. */
export const ExportOptions = z.object({
  columns: z._default(columns, []),
  coordinates: z._default(coordinates, "generalised"),
  level: z._default(level, "media"),
  event_gap_seconds: z._default(eventGap, 120),
  streams: z._default(streams, "annotated"),
  machine: z._default(machine, "reviewed"),
  people: z._default(people, "pseudonyms"),
  split: z._default(z.nullable(Split), null),
  fps: z._default(fps, 1),
  stills: z._default(stills, false),
});
export type ExportOptions = z.infer<typeof ExportOptions>;

/** Returns all options of an export from those that were sent. */
export function exportOptions(format: ExportFormat, sent: SentOptions = {}): ExportOptions {
  // With `media`, an archive would have the same animal in many occurrences. GBIF takes events by default, too.
  return z.parse(ExportOptions, format === "dwca" ? { level: "event", ...sent } : sent);
}

/** Returns true if files of this format need data that only the dataset has. */
export function needsDataset(format: ExportFormat): boolean {
  return format === "camtrap-dp" || format === "dwca";
}

/** Returns an error for each option that the format does not have. */
export function foreignOptions(
  format: ExportFormat,
  sent: SentOptions,
): readonly (readonly [name: string, error: string])[] {
  const ofBoth = format === "dwca" && sent.level === "both";
  const foreign = Object.keys(sent)
    .filter((name) => !optionsOf[format].some((own) => own === name))
    .map((name): [string, string] => {
      const having = ExportFormat.options.filter((other) => optionsOf[other].some((own) => own === name));
      return [name, `is an option of \`${having.join("`, `")}\`, not of \`${format}\`.`];
    });
  return ofBoth ? [...foreign, ["level", "must be `event` or `media` for `dwca`."]] : foreign;
}

/** Returns the options that a format has. */
export function shownOptions(format: ExportFormat, options: ExportOptions): SentOptions {
  return Object.fromEntries(optionsOf[format].map((name) => [name, options[name]]));
}
