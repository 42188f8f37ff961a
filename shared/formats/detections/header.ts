import * as z from "zod/mini";
import type { Finding } from "../finding.ts";
import { type JsonPart, jsonParts } from "./json-parts.ts";

export type ResultFormat = "megadetector" | "speciesnet";

/** The parts of a file of results that concern all its entries. */
export type Header = {
  /** Names of the programs. */
  readonly detector: string | undefined;
  readonly classifier: string | undefined;
  /** Names of detections by category: `animal`, `person`, `vehicle`, or any other name. */
  readonly categories: ReadonlyMap<string, string>;
  /** Names that a classifier gives, by category. */
  readonly classes: ReadonlyMap<string, string>;
  /** Taxa of the classifier's categories, if the file has them: names of all ranks, separated by semicolons. */
  readonly taxa: ReadonlyMap<string, string>;
};

/** Name of the list that has an entry for each picture or video. */
const entriesOf = { megadetector: "images", speciesnet: "predictions" } as const;

const knownVersions: readonly number[] = [1.3, 1.4, 1.5, 1.6];
const speciesnetVersion = 20_261_015;

/**
 * Reads the parts of a file that are not entries. Programs write them before or after the entries.
 * @returns no header after a fatal finding
 * @throws UnreadableResults
 */
export async function readHeader(
  file: string,
  format: ResultFormat,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ readonly header: Header | undefined; readonly findings: readonly Finding[] }> {
  const parts = new Map<string, Map<string, unknown>>();
  let entries: string | undefined;
  for await (const { of, key, value } of jsonParts(bytes)) {
    if (typeof key === "string") within(parts, of).set(key, value);
    else if (of === "images" || of === "predictions") entries ??= of;
  }
  const at = { file, row: undefined };
  const other = format === "megadetector" ? "speciesnet" : "megadetector";
  if (entries === entriesOf[other]) {
    const message = `The file has a list \`${entries}\`, so it is in the format \`${other}\`. Start another import with that format.`;
    const finding = { ...at, column: entries, value: undefined, code: "format", message } as const;
    return { header: undefined, findings: [{ ...finding, level: "fatal" }] };
  }
  const categories = namesOf(parts.get("detection_categories"));
  if (entries === undefined && categories.size === 0) {
    const lists = format === "megadetector" ? "`images` and `detection_categories`" : "`predictions`";
    const message = `The file has no ${lists}: it is not in the format \`${format}\`, or has no results.`;
    const finding = { ...at, column: undefined, value: undefined, code: "format", message } as const;
    return { header: undefined, findings: [{ ...finding, level: "fatal" }] };
  }
  const info = parts.get("info") ?? new Map<string, unknown>();
  return {
    header: {
      detector: textIn(info, "detector"),
      classifier: textIn(info, "classifier"),
      categories,
      classes: namesOf(parts.get("classification_categories")),
      taxa: namesOf(parts.get("classification_category_descriptions")),
    },
    findings: versionFindings(file, format, info.get("format_version")),
  };
}

/** Yields the entries of a file, numbered from 1. */
export async function* entriesIn(
  format: ResultFormat,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ readonly place: number; readonly value: unknown }> {
  for await (const part of jsonParts(bytes)) {
    if (isEntry(part, format)) yield { place: part.key + 1, value: part.value };
  }
}

function isEntry(part: JsonPart, format: ResultFormat): part is JsonPart & { readonly key: number } {
  return part.of === entriesOf[format] && typeof part.key === "number";
}

function within(parts: Map<string, Map<string, unknown>>, of: string): Map<string, unknown> {
  const known = parts.get(of) ?? new Map<string, unknown>();
  parts.set(of, known);
  return known;
}

function namesOf(part: ReadonlyMap<string, unknown> = new Map()): ReadonlyMap<string, string> {
  return new Map([...part].flatMap(([key, value]) => (isName(value) ? [[key, value.trim()]] : [])));
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function textIn(info: ReadonlyMap<string, unknown>, key: string): string | undefined {
  const value = info.get(key);
  return isName(value) ? value.trim() : undefined;
}

function versionFindings(file: string, format: ResultFormat, sent: unknown): readonly Finding[] {
  // Programs write the version as text, as the format requires, or as a number.
  const text = z.union([z.string(), z.number()]).safeParse(sent).data;
  if (format === "speciesnet" && sent === undefined) return [];
  const version = Number(text ?? Number.NaN);
  if (format === "speciesnet" ? version === speciesnetVersion : knownVersions.includes(version)) return [];
  const [known, readAs] =
    format === "speciesnet"
      ? [`version ${speciesnetVersion} and files without a version`, speciesnetVersion]
      : ["versions 1.3 to 1.6", "1.6"];
  const is = text === undefined ? "The file has no `format_version`" : `\`format_version\` is ${text}`;
  const message = `${is}. This service knows ${known}, and reads this file as version ${readAs}.`;
  const column = "info.format_version";
  return [
    { file, row: undefined, column, value: text?.toString(), level: "warning", code: "version", message },
  ];
}
