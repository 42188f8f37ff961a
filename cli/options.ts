import { statSync } from "node:fs";
import * as z from "zod/mini";
import { isResults } from "../client/import-format.ts";
import { Location } from "../shared/domain/location.ts";
import { TimeZone } from "../shared/domain/time-zone.ts";
import {
  requireUrl,
  type ServiceOptions,
  serviceOf,
  serviceOptions,
  splitCommand,
  wrong,
} from "./command-line.ts";
import { type DetectionOptions, detectionFlags, detectionOptions } from "./package/detection-flags.ts";

export const usage = `Brings videos, pictures and labels into a wildlife video annotation service, and out of it.

Usage: wildlife import FOLDER --url ADDRESS [options]
       wildlife import PACKAGE --url ADDRESS [options]
       wildlife import TABLE.csv --source NAME --url ADDRESS [options]
       wildlife import RESULTS.json --url ADDRESS [options]
       wildlife export --format FORMAT --out FILE --url ADDRESS [options]
       wildlife sign-in --url ADDRESS
       wildlife sign-out --url ADDRESS

import takes the videos and pictures of a folder, a package of Camtrap DP with its labels (a .zip, or the
datapackage.json in its folder), a table (.csv) of labels or species, or what MegaDetector or SpeciesNet has found in
videos and pictures that are in the service (.json).

  --url ADDRESS        address of the service, such as https://abc.execute-api.eu-west-1.amazonaws.com/api
  --camera NAME        the camera that recorded all files (name or number); without it, the name of each folder
                       tells its camera
  --time-zone ZONE     zone of the cameras' clocks where the service does not know it, such as
                       Africa/Johannesburg, or +02:00 for a clock without summer time
  --mp4-clock CLOCK    what the creation time of MP4 files is in: utc (default), or camera for the camera's time
  --site NUMBER        the camera of this site; without one, registers --camera at --location
  --location LAT,LON   place of a camera that is registered, such as -19.01,23.57
  --skip-bad-rows      of a package or table: import all rows but those with mistakes
  --update             of a package or table: also change what an import before has made of its rows, where
                       they say something else now and nobody has changed it since
  --source NAME        of a package without an id, or a table: what to call it, so that it is imported once
  --report FILE        of a package or table: write all mistakes to a table
  --strip TEXT         of results: what to cut off the front of their paths, which end addresses of videos then
  --base ADDRESS       of results: what to put in front of their paths, which are addresses of videos then
  --capturesource NUMBER of results: look among the videos of this camera; may be given several times
  --min-confidence NUMBER of results: leave out detections of less confidence (default 0.2)
  --all-frames         of results: take all frames of a video, not only the best one of each category
  --label LABEL=NUMBER of results: the species that a label means; LABEL=none leaves it out; may be given several times
  --create-species     of results: make species of labels that nobody knows
  --dry-run            show what would be imported, and change nothing
  --yes                do not ask before the import
  --no-browser         print the address where you sign in, and open no browser
  --key KEY            a site key, instead of signing in
  --token TOKEN        an ID token, instead of signing in
  --help, --version

export writes the labels that pass filters to a file: wildlife export --help lists its options.

Variables: WILDLIFE_URL, WILDLIFE_KEY, WILDLIFE_TOKEN stand for the options of these names.
Exit codes: 0 done, all files are in the service, 1 something failed, 2 the command is wrong, 130 after Ctrl+C.
If an import is interrupted, run the same command again: it goes on where it was.`;

export type Options = ServiceOptions & {
  readonly folder: string;
  readonly camera: string | undefined;
  readonly timeZone: string | undefined;
  readonly mp4Clock: "utc" | "camera";
  readonly site: number | undefined;
  readonly location: string | undefined;
  readonly dryRun: boolean;
  readonly yes: boolean;
};

/** An import of a package, a table or results. */
export type PackageOptions = ServiceOptions & {
  readonly url: string;
  /** A zip file, `datapackage.json`, a CSV file, or the JSON of a detector. */
  readonly file: string;
  /** Of a detector's results. */
  readonly detections: DetectionOptions;
  readonly skipBadRows: boolean;
  readonly update: boolean;
  readonly source: string | undefined;
  /** Where to write the report. */
  readonly report: string | undefined;
  readonly dryRun: boolean;
  readonly yes: boolean;
};

const importOptions = {
  ...serviceOptions,
  camera: { type: "string" },
  "time-zone": { type: "string" },
  "mp4-clock": { type: "string" },
  site: { type: "string" },
  location: { type: "string" },
  "skip-bad-rows": { type: "boolean" },
  update: { type: "boolean" },
  source: { type: "string" },
  report: { type: "string" },
  ...detectionFlags,
  "dry-run": { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
  version: { type: "boolean", default: false },
} as const;

const flagNames = [
  "strip",
  "base",
  "capturesource",
  "min-confidence",
  "all-frames",
  "label",
  "create-species",
] as const;

type Values = ReturnType<typeof splitCommand<typeof importOptions>>["values"];

/**
 * Reads the command line.
 * @throws Stop with what would be right
 */
export function readOptions(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Options | PackageOptions | "help" | "version" {
  const { values, positionals } = splitCommand(args, importOptions);
  if (values.help) return "help";
  if (values.version) return "version";
  const [command, what, ...others] = positionals;
  if (command !== "import" || what === undefined) {
    throw wrong("The command is `import` and a folder, a package or a table, or `export`.");
  }
  if (others.length > 0) throw wrong(`Name one folder. If its name has spaces, write it in quotes.`);
  const isPackage = /\.(?:zip|csv|json)$/i.test(what);
  return isPackage ? packageOptions(what, values, env) : folderOptions(what, values, env);
}

function packageOptions(file: string, values: Values, env: NodeJS.ProcessEnv): PackageOptions {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw wrong(`There is no file ${file}.`);
  refuse(values, ["camera", "time-zone", "mp4-clock", "site", "location"], "a folder, not of a package");
  if (isResults(file)) refuse(values, ["source"], "a package or a table, not of results");
  else refuse(values, flagNames, "results of a detector (.json)");
  const service = serviceOf(values, env);
  const { "skip-bad-rows": skipBadRows = false, update = false, source, report, yes } = values;
  const dryRun = values["dry-run"];
  if (source === undefined && /\.csv$/i.test(file)) {
    throw wrong(
      "--source NAME is missing: a name for the table. Each of its rows is imported once under it.",
    );
  }
  const detections = detectionOptions(values);
  const flags = { skipBadRows, update, source, report, dryRun, yes, detections };
  return { ...service, url: requireUrl(service), file, ...flags };
}

function folderOptions(folder: string, values: Values, env: NodeJS.ProcessEnv): Options {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw wrong(
      `${folder} is neither a folder nor a package, which is a .zip or a datapackage.json, nor a table (.csv), nor results of a detector (.json).`,
    );
  }
  refuse(values, ["skip-bad-rows", "update", "source", "report"], "a package, not of a folder");
  refuse(values, flagNames, "results of a detector (.json)");
  const service = serviceOf(values, env);
  const dryRun = values["dry-run"];
  if (!service.url && !dryRun) throw wrong("--url is missing: the address of the service.");
  if (!service.url && !values.camera)
    throw wrong("--camera is missing. Without --url, no cameras are known.");
  const { "time-zone": timeZone, "mp4-clock": mp4Clock = "utc", location, yes } = values;
  if (!z.optional(TimeZone).safeParse(timeZone).success)
    throw wrong("--time-zone must be a zone such as Africa/Johannesburg, or an offset such as +02:00.");
  if (mp4Clock !== "utc" && mp4Clock !== "camera") throw wrong("--mp4-clock must be utc or camera.");
  if (!z.optional(Location).safeParse(location).success)
    throw wrong("--location must be latitude,longitude in degrees, such as -19.01,23.57.");
  const site = values.site === undefined ? undefined : Number(values.site);
  if (site !== undefined && !Number.isSafeInteger(site)) throw wrong("--site must be a number.");
  const camera = values.camera || undefined;
  return { folder, camera, timeZone, mp4Clock, site, location, dryRun, yes, ...service };
}

/** @throws Stop for an option that would have no effect */
function refuse(values: Values, names: readonly (keyof Values)[], of: string): void {
  const name = names.find((each) => values[each] !== undefined);
  if (name !== undefined) throw wrong(`--${name} is an option of ${of}.`);
}
