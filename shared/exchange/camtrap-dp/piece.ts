import type { ExportOptions } from "../../domain/export-options.ts";
import type { Level } from "../../interchange/camtrap-dp/out/descriptor.ts";
import { isOfEvent } from "../../interchange/camtrap-dp/out/events.ts";
import { deploymentId } from "../../interchange/camtrap-dp/out/ids.ts";
import { mediaOut } from "../../interchange/camtrap-dp/out/media.ts";
import {
  type ObservationOut,
  observationOut,
  type Where,
} from "../../interchange/camtrap-dp/out/observations.ts";
import type { AnnotationRecord, Exporting } from "../../interchange/camtrap-dp/out/records.ts";
import { type Taxon, taxonOf } from "../../interchange/camtrap-dp/out/taxa.ts";
import { ownColumns } from "../../interchange/camtrap-dp/own-table.ts";
import { mediaColumns, observationColumns } from "../../interchange/camtrap-dp/standard.ts";
import { csvLines } from "../../interchange/csv-text.ts";
import type { Joined } from "../../interchange/joined.ts";
import type { Piece } from "../export-format.ts";
import { jsonLine } from "./json-lines.ts";
import { annotationRecord, sourceRecord, speciesRecord, streamRecord } from "./records.ts";
import { rowLine } from "./row-lines.ts";
import { joined as joinedSources, type MetSource, type Summary, summaryTable } from "./summary.ts";

/** A stream's row: its `mediaID`, whether its media type was guessed, and its line. Pieces may have the same. */
export type MediaLine = readonly [mediaID: string, guessed: boolean, line: string];

export const mediaTable = "media";
export const observationsTable = "observations";
export const ownTable = "own";

export const pieceTables = [mediaTable, observationsTable, ownTable, summaryTable];

type Shown = { readonly label: AnnotationRecord; readonly where: Where; readonly out: ObservationOut };

/** The rows of a batch of annotations, the streams that they are of, and what they add to the package as a whole. */
export function packagePiece(joined: Joined, opened: Exporting, level: ExportOptions["level"]): Piece {
  // Also those that were made since the export was opened.
  const exporting = { ...opened, species: remembered(joined.species, speciesRecord) };
  const stream = remembered(joined.stream, streamRecord);
  const source = remembered(joined.source, sourceRecord);
  const shown = joined.annotations.flatMap((annotation): readonly Shown[] => {
    const where = { stream: stream(annotation.videostream), source: source(annotation.source) };
    if (where.stream === undefined || where.source === undefined) return [];
    const [label, there] = [annotationRecord(annotation), { stream: where.stream, source: where.source }];
    return [{ label, where: there, out: observationOut(label, there, exporting) }];
  });
  return {
    texts: {
      [mediaTable]: mediaLines(shown, exporting).map(jsonLine).join(""),
      [observationsTable]: shown
        // Events are made when all labels of a source are known.
        .map(({ out }) =>
          level === "media" ? csvLines(observationColumns, [out.row]) : rowLine(out.row, out.sighting),
        )
        .join(""),
      [ownTable]: csvLines(
        ownColumns,
        shown.filter(({ out }) => level !== "event" || isEvent(out)).map(({ out }) => out.own),
      ),
      [summaryTable]: jsonLine(summaryOf(shown, exporting, level)),
    },
    gone: joined.annotations.length - shown.length,
  };
}

function mediaLines(shown: readonly Shown[], exporting: Exporting): readonly MediaLine[] {
  const places = new Map(shown.map(({ where }) => [where.stream.id, where]));
  return [...places.values()].flatMap(({ stream, source }): readonly MediaLine[] => {
    const made = mediaOut(stream, source, exporting);
    if (made === undefined) return [];
    return [[made.row.mediaID ?? "", made.guessed, csvLines(mediaColumns, [made.row])]];
  });
}

function summaryOf(shown: readonly Shown[], exporting: Exporting, level: ExportOptions["level"]): Summary {
  const sources = new Map<string, MetSource>();
  const taxa = new Map<string, Taxon>();
  const levels = new Set<Level>();
  const problems = new Map<string, { first: string; count: number }>();
  for (const { label, where, out } of shown) {
    const { startMs, endMs } = where.stream;
    const id = deploymentId(where.source, exporting);
    sources.set(id, joinedSources(sources.get(id), { source: where.source, startMs, endMs, labels: 1 }));
    const levelsOfLabel = levelsOf(out, level);
    for (const each of levelsOfLabel) levels.add(each);
    if (out.taxon && levelsOfLabel.length > 0 && !taxa.has(out.taxon.scientificName)) {
      const { scientificName, species } = out.taxon;
      taxa.set(scientificName, taxonOf(scientificName, species, exporting.dataset));
    }
    if (out.boxProblem !== undefined) {
      const code = `box-${out.boxProblem}`;
      const { first, count } = problems.get(code) ?? { first: `annotation ${label.id}`, count: 0 };
      problems.set(code, { first, count: count + 1 });
    }
  }
  return {
    sources: [...sources],
    taxa: [...taxa.values()],
    levels: [...levels],
    warnings: [...problems].map(([code, { first, count }]) => [code, first, count]),
  };
}

/** The levels of the rows that a label has, or that events have because of it. */
function levelsOf(out: ObservationOut, level: ExportOptions["level"]): readonly Level[] {
  if (level === "media") return [isEvent(out) ? "event" : "media"];
  return [
    ...(isOfEvent(out.row) ? ["event" as const] : []),
    ...(level === "both" && !isEvent(out) ? ["media" as const] : []),
  ];
}

/** Whether a package gave the row of an event itself. */
function isEvent({ row }: ObservationOut): boolean {
  return row.observationLevel === "event";
}

/** Records as the mapping takes them, each made once. */
function remembered<T, R>(find: (id: number) => T | undefined, toRecord: (found: T) => R) {
  const made = new Map<number, R | undefined>();
  return (id: number): R | undefined => {
    if (!made.has(id)) {
      const found = find(id);
      made.set(id, found && toRecord(found));
    }
    return made.get(id);
  };
}
