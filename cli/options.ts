import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { Location } from "../shared/domain/location.ts";
import { TimeZone } from "../shared/domain/time-zone.ts";
import { Stop } from "./failure.ts";

export const usage = `Imports the videos and pictures of a folder into a wildlife video annotation service.

Usage: wildlife import FOLDER --url ADDRESS [options]
       wildlife sign-in --url ADDRESS
       wildlife sign-out --url ADDRESS

  --url ADDRESS        address of the service, such as https://abc.execute-api.eu-west-1.amazonaws.com/api
  --camera NAME        the camera that recorded all files (name or number); without it, the name of each folder
                       tells its camera
  --time-zone ZONE     zone of the cameras' clocks where the service does not know it, such as
                       Africa/Johannesburg, or +02:00 for a clock without summer time
  --mp4-clock CLOCK    what the creation time of MP4 files is in: utc (default), or camera for the camera's time
  --site NUMBER        the camera of this site; without one, registers --camera at --location
  --location LAT,LON   place of a camera that is registered, such as -19.01,23.57
  --dry-run            show what would be imported, and change nothing
  --yes                do not ask before the import
  --no-browser         print the address where you sign in, and open no browser
  --key KEY            a site key, instead of signing in
  --token TOKEN        an ID token, instead of signing in
  --help, --version

Variables: WILDLIFE_URL, WILDLIFE_KEY, WILDLIFE_TOKEN stand for the options of these names.
Exit codes: 0 all are in the service, 1 something failed, 2 the command is wrong, 130 after Ctrl+C.
If it is interrupted, run the same command again: it goes on where it was.`;

export type Options = {
  readonly folder: string;
  readonly url: string | undefined;
  /** A site key or an ID token. */
  readonly credential: string | undefined;
  readonly camera: string | undefined;
  readonly timeZone: string | undefined;
  readonly mp4Clock: "utc" | "camera";
  readonly site: number | undefined;
  readonly location: string | undefined;
  readonly dryRun: boolean;
  readonly yes: boolean;
  /** Whether to open a browser for signing in. */
  readonly browser: boolean;
};

/**
 * Reads the command line.
 * @throws Stop with what would be right
 */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options | "help" | "version" {
  const { values, positionals } = parsed(args);
  if (values.help) return "help";
  if (values.version) return "version";
  const [command, folder, ...others] = positionals;
  if (command !== "import" || folder === undefined) throw wrong("The command is `import` and a folder.");
  if (others.length > 0) throw wrong(`Name one folder. If its name has spaces, write it in quotes.`);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw wrong(`${folder} is no folder.`);
  const { url = env["WILDLIFE_URL"], key = env["WILDLIFE_KEY"], token = env["WILDLIFE_TOKEN"] } = values;
  const dryRun = values["dry-run"];
  if (!url && !dryRun) throw wrong("--url is missing: the address of the service.");
  if (!url && !values.camera) throw wrong("--camera is missing. Without --url, no cameras are known.");
  const { "time-zone": timeZone, "mp4-clock": mp4Clock, location } = values;
  if (!z.optional(TimeZone).safeParse(timeZone).success)
    throw wrong("--time-zone must be a zone such as Africa/Johannesburg, or an offset such as +02:00.");
  if (mp4Clock !== "utc" && mp4Clock !== "camera") throw wrong("--mp4-clock must be utc or camera.");
  if (!z.optional(Location).safeParse(location).success)
    throw wrong("--location must be latitude,longitude in degrees, such as -19.01,23.57.");
  const site = values.site === undefined ? undefined : Number(values.site);
  if (site !== undefined && !Number.isSafeInteger(site)) throw wrong("--site must be a number.");
  return {
    ...{ folder, camera: values.camera || undefined, timeZone, mp4Clock, site, location, dryRun },
    ...{
      url: url || undefined,
      credential: key || token || undefined,
      yes: values.yes,
      browser: !values["no-browser"],
    },
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: "string" },
        key: { type: "string" },
        token: { type: "string" },
        camera: { type: "string" },
        "time-zone": { type: "string" },
        "mp4-clock": { type: "string", default: "utc" },
        site: { type: "string" },
        location: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        yes: { type: "boolean", default: false },
        "no-browser": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
        version: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    // The first sentence says what is wrong. The rest of Node's text is about positional arguments.
    const [problem = ""] = (error instanceof Error ? error.message : String(error)).split(/\.\s/);
    throw wrong(`${problem.replace(/\.$/, "")}.`);
  }
}

function wrong(sentence: string): Stop {
  return new Stop(`${sentence}\nwildlife --help lists the options.`, 2);
}
