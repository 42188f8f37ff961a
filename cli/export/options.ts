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

export const exportUsage = `Writes the labels that pass filters to a file: a table, or a package for other programs.

Usage: wildlife export --format FORMAT --out FILE --url ADDRESS [options]
       wildlife export --job NUMBER --out FILE --url ADDRESS

  --format FORMAT      csv, camtrap-dp, dwca, coco, ytvis, or another one that the service knows
  --out FILE           where to write it; in a folder, it gets the name that the service gives it
  --filter NAME=VALUE  only labels that pass this filter of GET /annotations, such as "name=red fox",
                       "day[from]=2026-03-01" or "observation[behaviour]=foraging"; may be given several times: a label
                       passes all filters, and one of the values of the same filter
  --job NUMBER         fetch the file of an export that was begun before
  --force              replace FILE if it is there

The service checks filters and options, and says what would be right. Options of formats:
  --level LEVEL        a row for each label (media), each event (event), or both
  --event-gap-seconds NUMBER  an event ends when nothing is seen for so long
  --streams WHICH      those with labels (annotated), or all of the same cameras
  --machine WHICH      labels of machines: those with a vote (reviewed), all, or none
  --people HOW         pseudonyms, or names
  --coordinates HOW    generalised where species are sensitive, or exact (admins)
  --split NUMBERS      shares of cameras for training, validation and test, such as 80,10,10
  --seed NUMBER        another number makes another split; without it 0
  --fps NUMBER         frames for each second of a clip
  --stills             also the pictures, cut from the videos (admins)
  --column KEY         a key of the notes that gets a column of its own in a table; may be given again

  --url ADDRESS, --key KEY, --token TOKEN, --no-browser as for import

Ctrl+C ends the command, not the export: it goes on in the service, and --job fetches its file.`;

export type NewExport = components["schemas"]["NewExport"];

export type ExportOptions = ServiceOptions & {
  readonly url: string;
  /** File or folder. */
  readonly out: string;
  readonly force: boolean;
  /** A new export, or the number of one that was begun before. */
  readonly wanted: NewExport | number;
};

/** What is checked by the service alone, which may know more formats, filters and options than this command. */
const AnyExport = z.custom<NewExport>();

/**
 * Reads the command line after `export`.
 * @throws Stop with what would be right
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
      throw wrong("--job fetches an export as it was begun: leave out its format, filters and options.");
    }
    return { ...service, out, force, wanted: Number(job) };
  }
  if (!format) throw wrong("--format is missing, such as --format camtrap-dp.");
  return { ...service, out, force, wanted: AnyExport.parse({ format, filters: filtersOf(filter), options }) };
}

/** @throws Stop if a file cannot get this name */
export function requireTarget(out: string, force: boolean): void {
  const there = statSync(out, { throwIfNoEntry: false });
  if (there === undefined && !existsSync(path.dirname(out))) {
    throw new Stop(`There is no folder ${path.dirname(out)} for ${path.basename(out)}.`, 2);
  }
  if (there?.isFile() && !force) {
    throw new Stop(`${out} is there already. Add --force to replace it, or name another file.`, 2);
  }
}

/** Filters as the service takes them: a list of the values of one that is given again. */
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

/** Whole cameras go to a part, as the service says. A share that is left out is 0. */
function splitOf(shares: string | undefined, seed: string | undefined): object | undefined {
  if (shares === undefined) {
    if (seed !== undefined) throw wrong("--seed is of a split: add --split, such as --split 80,10,10.");
    return undefined;
  }
  const [train, val = "0", test = "0", ...others] = shares.split(",");
  if (others.length > 0) throw wrong(`--split has at most three shares, such as 80,10,10, not "${shares}".`);
  return {
    ...{ train: numberOrText(train), val: numberOrText(val), test: numberOrText(test) },
    seed: numberOrText(seed) ?? 0,
  };
}

/** The service says what a number must be. */
function numberOrText(text: string | undefined): number | string | undefined {
  return text === undefined || text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
}

function defined(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
