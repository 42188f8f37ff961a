import { existsSync, statSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import type { components } from "../../client/paths.d.ts";
import {
  requireUrl,
  type ServiceOptions,
  serviceOf,
  serviceOptions,
  splitCommand,
  wrong,
} from "../command-line.ts";
import { Stop } from "../failure.ts";

export const exportUsage = `Writes the labels that match filters to a file: a table, or a package for other programs.

Usage: wildlife export --format FORMAT --out FILE --url ADDRESS [options]
       wildlife export --job NUMBER --out FILE --url ADDRESS

  --format FORMAT      csv, camtrap-dp, dwca, coco, ytvis, or another format of the service
  --out FILE           file to write; if it is a folder, the file in it has the name that the service chooses
  --filter NAME=VALUE  only labels that match this filter of GET /annotations, such as "name=red fox",
                       "day[from]=2026-03-01" or "observation[behaviour]=foraging"; may be given several times: a label
                       must match every filter, and any one of the values of the same filter
  --job NUMBER         download the file of an export that has begun already
  --force              replace FILE if it exists

The service checks filters and options, and says what would be right. Options of formats:
  --level LEVEL        a row for each label (media), each event (event), or both
  --event-gap-seconds NUMBER  seconds without a sighting after which an event ends
  --streams WHICH      videos with labels (annotated), or all videos of the same cameras
  --machine WHICH      labels of machines: those with a vote (reviewed), all, or none
  --people HOW         pseudonyms, or names
  --coordinates HOW    generalised where species are sensitive, or exact (admins)
  --split NUMBERS      shares of cameras for training, validation and test, such as 80,10,10
  --seed NUMBER        number from which the split is drawn (default 0)
  --fps NUMBER         frames per second of a clip
  --stills             include the pictures, cut from the videos (admins)
  --column KEY         a key of the notes that gets a column of its own in a table; may be given several times

  --url ADDRESS, --key KEY, --token TOKEN, --no-browser as for import

Ctrl+C ends the command, not the export: it continues in the service, and --job downloads its file.`;

export type NewExport = components["schemas"]["NewExport"];

export type ExportOptions = ServiceOptions & {
  readonly url: string;
  /** File or folder. */
  readonly out: string;
  readonly force: boolean;
  /** A new export, or the number of an earlier one. */
  readonly wanted: NewExport | number;
};

/** Accepts any export: the service checks it, and may know more formats, filters and options than this command. */
const AnyExport = z.custom<NewExport>();

/**
 * Reads the command line after `export`.
 * @throws Stop with a sentence that says what would be right
 */
export function readExportOptions(args: readonly string[], env: NodeJS.ProcessEnv): ExportOptions | "help" {
  const { values, positionals } = splitCommand(args, {
    ...serviceOptions,
    format: { type: "string" },
    out: { type: "string" },
    filter: { type: "string", multiple: true, default: [] },
    job: { type: "string" },
    force: { type: "boolean", default: false },
    level: { type: "string" },
    "event-gap-seconds": { type: "string" },
    streams: { type: "string" },
    machine: { type: "string" },
    people: { type: "string" },
    coordinates: { type: "string" },
    column: { type: "string", multiple: true },
    split: { type: "string" },
    seed: { type: "string" },
    fps: { type: "string" },
    stills: { type: "boolean" },
  });
  if (values.help) return "help";
  if (positionals.length > 0) {
    throw wrong(`export takes options only, not "${positionals[0]}". A value with spaces needs quotes.`);
  }
  const { out, force, format, filter, job, level, streams, machine, people, coordinates, column } = values;
  if (!out) throw wrong("--out is missing: the file, such as --out foxes.zip.");
  requireTarget(out, force);
  const service = { ...serviceOf(values, env), url: requireUrl(serviceOf(values, env)) };
  const options = defined({
    ...{ level, streams, machine, people, coordinates, columns: column },
    event_gap_seconds: numberOrText(values["event-gap-seconds"]),
    split: splitOf(values.split, values.seed),
    fps: numberOrText(values.fps),
    stills: values.stills,
  });
  if (job !== undefined) {
    if (!/^[1-9]\d{0,14}$/.test(job)) throw wrong("--job must be the number of an export.");
    if (format !== undefined || filter.length > 0 || Object.keys(options).length > 0) {
      throw wrong("--job takes an export as it is: leave out format, filters and options.");
    }
    return { ...service, out, force, wanted: Number(job) };
  }
  if (!format) throw wrong("--format is missing, such as --format camtrap-dp.");
  return { ...service, out, force, wanted: AnyExport.parse({ format, filters: filtersOf(filter), options }) };
}

/** @throws Stop if no file of this name can be written */
export function requireTarget(out: string, force: boolean): void {
  const there = statSync(out, { throwIfNoEntry: false });
  if (there === undefined && !existsSync(path.dirname(out))) {
    throw new Stop(`There is no folder ${path.dirname(out)} for ${path.basename(out)}.`, 2);
  }
  if (there?.isFile() && !force) {
    throw new Stop(`${out} exists already. Add --force to replace it, or name another file.`, 2);
  }
}

/** Filters in the form of the service. A filter that is given several times gets a list of its values. */
function filtersOf(given: readonly string[]): Record<string, string | string[]> {
  const values = new Map<string, string[]>();
  for (const each of given) {
    const at = each.indexOf("=");
    if (at < 1) throw wrong(`--filter must be NAME=VALUE, such as --filter "name=red fox", not "${each}".`);
    const name = each.slice(0, at);
    values.set(name, [...(values.get(name) ?? []), each.slice(at + 1)]);
  }
  return Object.fromEntries(
    [...values].map(([name, [first = "", ...more]]) => [name, more.length === 0 ? first : [first, ...more]]),
  );
}

/** The split that the service makes, which puts each camera into one part as a whole. Missing shares are 0. */
function splitOf(shares: string | undefined, seed: string | undefined): object | undefined {
  if (shares === undefined) {
    if (seed !== undefined) throw wrong("--seed needs a split: add --split, such as --split 80,10,10.");
    return undefined;
  }
  const [train, val = "0", test = "0", ...others] = shares.split(",");
  if (others.length > 0) throw wrong(`--split has at most three shares, such as 80,10,10, not "${shares}".`);
  return {
    ...{ train: numberOrText(train), val: numberOrText(val), test: numberOrText(test) },
    seed: numberOrText(seed) ?? 0,
  };
}

/** Returns the text as a number if it is one, or else unchanged, so that the service can say what would be right. */
function numberOrText(text: string | undefined): number | string | undefined {
  return text === undefined || text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
}

function defined(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
