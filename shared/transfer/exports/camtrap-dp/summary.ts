import type { Span } from "../../../domain/time/local-days.ts";
import type { MediaRow } from "../../../formats/camtrap-dp/standard.ts";
import type { Level } from "../../../formats/camtrap-dp/write/descriptor.ts";
import type { SourceRecord } from "../../../formats/camtrap-dp/write/records.ts";
import type { Taxon } from "../../../formats/camtrap-dp/write/taxa.ts";
import { jsonLinesOf } from "../../../work/json-lines.ts";
import type { Warn } from "../../../work/warnings.ts";
import type { Stored } from "../format.ts";

/**
 * A source, the time of its streams in a piece, and the number of its labels in the piece. `events` are the times of the
 * events' own rows in the piece, in order and without overlap.
 */
export type MetSource = {
  readonly source: SourceRecord;
  readonly startMs: number;
  /** Absent while one of the streams is live. */
  readonly endMs?: number | undefined;
  readonly labels: number;
  readonly events?: readonly Span[] | undefined;
};

/** The data of a batch of annotations that concern the whole package: a line of JSON. */
export type Summary = {
  /** By `deploymentID`. */
  readonly sources: readonly (readonly [id: string, met: MetSource])[];
  readonly taxa: readonly Taxon[];
  readonly levels: readonly Level[];
  /** The `mediaID` of files in which a label names a person. */
  readonly people: readonly string[];
  readonly warnings: readonly (readonly [code: string, first: string, count: number])[];
};

/** Names of the tables in a piece. */
export const mediaTable = "media";
export const observationsTable = "observations";
export const ownTable = "own";
export const summaryTable = "summary";

/** All summaries of an export in one. Of several entries with one id, the first is kept. */
export type Whole = {
  readonly sources: ReadonlyMap<string, MetSource>;
  readonly taxa: ReadonlyMap<string, Taxon>;
  readonly levels: ReadonlySet<Level>;
  readonly people: ReadonlySet<string>;
};

export async function readWhole(stored: Stored, warn: Warn): Promise<Whole> {
  const sources = new Map<string, MetSource>();
  const taxa = new Map<string, Taxon>();
  const levels = new Set<Level>();
  const people = new Set<string>();
  const add = (summary: Summary) => {
    for (const [id, met] of summary.sources) sources.set(id, joined(sources.get(id), met));
    for (const taxon of summary.taxa) {
      if (!taxa.has(taxon.scientificName)) taxa.set(taxon.scientificName, taxon);
    }
    for (const level of summary.levels) levels.add(level);
    for (const id of summary.people) people.add(id);
    for (const [code, first, count] of summary.warnings) warn(code, first, count);
  };
  for await (const piece of stored.table(summaryTable)) jsonLinesOf<Summary>(piece).forEach(add);
  return { sources, taxa, levels, people };
}

/**
 * The row of a file, which is never public if a label names a person. A piece that was read before somebody named the
 * person may say otherwise.
 */
export function fileShown(row: MediaRow, { people }: Pick<Whole, "people">): MediaRow {
  return people.has(row.mediaID ?? "") ? { ...row, filePublic: "false" } : row;
}

/** Joins two entries of a source: from the first start to the last end. */
export function joined(one: MetSource | undefined, other: MetSource): MetSource {
  if (one === undefined) return other;
  const isLive = one.endMs === undefined || other.endMs === undefined;
  return {
    source: one.source,
    startMs: Math.min(one.startMs, other.startMs),
    endMs: isLive ? undefined : Math.max(one.endMs, other.endMs),
    labels: one.labels + other.labels,
    events: other.events === undefined ? one.events : [...(one.events ?? []), ...other.events],
  };
}
