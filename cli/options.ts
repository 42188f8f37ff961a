import { statSync } from "node:fs";
import * as z from "zod/mini";
import { isResults } from "../client/import-format.ts";
import { Location } from "../shared/domain/place/location.ts";
import { TimeZone } from "../shared/domain/time/time-zone.ts";
import {
  requireUrl,
  type ServiceOptions,
  serviceOf,
  serviceOptions,
  splitCommand,
  wrong,
} from "./command-line.ts";
import { type DetectionOptions, detectionFlags, detectionOptions } from "./package/detection-flags.ts";

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
  /** Options for a detector's results. */
  readonly detections: DetectionOptions;
  readonly skipBadRows: boolean;
  readonly update: boolean;
  readonly source: string | undefined;
  /** Maker of the labels in rows of a table without a `method`. */
  readonly method: "human" | "machine" | undefined;
  /** File to which the report is written. */
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
  method: { type: "string" },
  report: { type: "string" },
  ...detectionFlags,
  "dry-run": { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
  version: { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof splitCommand<typeof importOptions>>["values"];

/**
 * Reads the command line.
 * @throws Stop with a sentence that says what would be right
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
    throw wrong(
      "Commands are `import` with a folder, a package, a table or results, `export`, `sign-in` and `sign-out`.",
    );
  }
  if (others.length > 0) throw wrong(`Name one folder. If its name has spaces, write it in quotes.`);
  const isPackage = /\.(?:zip|csv|json)$/i.test(what);
  return isPackage ? packageOptions(what, values, env) : folderOptions(what, values, env);
}

function packageOptions(file: string, values: Values, env: NodeJS.ProcessEnv): PackageOptions {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw wrong(`There is no file ${file}.`);
  refuse(values, ["camera", "time-zone", "mp4-clock", "site", "location"], "a folder");
  if (isResults(file)) refuse(values, ["source"], "a package or a table");
  else refuse(values, Object.keys(detectionFlags), "results of a detector (.json)");
  const service = serviceOf(values, env);
  const { "skip-bad-rows": skipBadRows = false, update = false, source, report, yes } = values;
  if (!/\.csv$/i.test(file)) refuse(values, ["method"], "a table (.csv)");
  const method = methodOf(values);
  const dryRun = values["dry-run"];
  if (source === undefined && /\.csv$/i.test(file)) {
    throw wrong(
      "--source NAME is missing: a name for the table. Its rows are imported only once under this name.",
    );
  }
  const detections = detectionOptions(values);
  const flags = { skipBadRows, update, source, method, report, dryRun, yes, detections };
  return { ...service, url: requireUrl(service), file, ...flags };
}

/** @throws Stop */
function methodOf({ method }: Values): PackageOptions["method"] {
  if (method !== undefined && method !== "human" && method !== "machine")
    throw wrong("--method must be human or machine.");
  return method;
}

function folderOptions(folder: string, values: Values, env: NodeJS.ProcessEnv): Options {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw wrong(
      `${folder} cannot be imported. Name a folder, a package (.zip or datapackage.json), a table (.csv) or results of a detector (.json).`,
    );
  }
  refuse(values, ["skip-bad-rows", "update", "source", "method", "report"], "a package, a table or results");
  refuse(values, Object.keys(detectionFlags), "results of a detector (.json)");
  const service = serviceOf(values, env);
  const dryRun = values["dry-run"];
  if (!dryRun) requireUrl(service);
  if (!service.url && !values.camera)
    throw wrong("--camera is missing: without --url, the cameras of the service are not known.");
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
function refuse(values: Values, names: readonly string[], what: string): void {
  const name = Object.keys(values).find((each) => names.includes(each));
  if (name !== undefined) throw wrong(`--${name} works only with ${what}.`);
}
