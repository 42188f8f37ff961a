import type { Finding } from "../../finding.ts";
import type { GoodRow, Mapped } from "../../row-finding.ts";
import { inRow, refused } from "../../row-finding.ts";
import { type TableName, tableSchemas } from "../standard.ts";
import { annotationOf } from "./annotations.ts";
import { sizeWarning } from "./boxes.ts";
import type { MadeAnnotation, MadeSource, MadeSpecies, MadeStream } from "./made.ts";
import { type OwnLabel, ownIds, ownLabels } from "./own-in.ts";
import {
  indexLabel,
  indexMedia,
  indexSpecies,
  newIndex,
  type PackageIndex,
  standInStream,
} from "./package-index.ts";
import type { PackageFiles, PackageInfo } from "./package-info.ts";
import { addressFinding, nameFinding, peopleFinding } from "./shown-otherwise.ts";
import { sourceOf } from "./sources.ts";
import { streamOf } from "./streams.ts";
import { tableRows } from "./table-rows.ts";
import { unusedTaxa } from "./taxa.ts";

/** A package that was checked completely. Its records can be read as often as needed. */
export type CheckedPackage = {
  readonly sources: () => AsyncGenerator<MadeSource>;
  readonly species: readonly MadeSpecies[];
  readonly streams: () => AsyncGenerator<MadeStream>;
  readonly annotations: () => AsyncGenerator<MadeAnnotation>;
  /** Number of stand-in streams, for events without a file. */
  readonly standIns: number;
};

/** Numbers of rows in a table: rows that become records, bad rows, and rows that an export derived from others. */
export type RowCounts = { made: number; bad: number; derived: number };

export type CheckOptions = {
  /** Language of common names: three letters (ISO 639-3). */
  readonly language: string;
  /** `true`: a bad cell that a row does not need is left out with a warning. Otherwise it makes the row bad. */
  readonly dropsCells?: boolean;
  readonly found: (findings: readonly Finding[]) => void;
};

/**
 * Reads a whole package once and reports everything that is wrong with it. Writes nothing. Keeps in memory the records
 * that rows refer to, but not the rows.
 */
export async function checkPackage(
  files: PackageFiles,
  info: PackageInfo,
  { language, dropsCells = false, found }: CheckOptions,
): Promise<CheckedPackage & { readonly counts: Readonly<Record<TableName, RowCounts>> }> {
  const index = newIndex(info, language);
  const { own } = info.tables;
  const ids = own === undefined ? undefined : await ownIds(files, own);
  // In a package of this service, a missing cell removes the value that an export wrote there.
  const reading: Reading = { files, info, index, ownIds: ids, dropsCells: dropsCells && own === undefined };
  const counts = { deployments: noRows(), media: noRows(), observations: noRows() };
  for await (const { made, findings } of counted(sourcesIn(reading), counts.deployments)) {
    found(findings);
    if (made !== undefined) index.sources.add(made.key);
  }
  for await (const { made, findings } of counted(streamsIn(reading), counts.media)) {
    found(findings);
    if (made !== undefined) indexMedia(index, made);
  }
  for await (const { findings } of counted(labelsIn(reading), counts.observations)) found(findings);
  // A package of this service has only names that occur. A row that is bad now may have had one of them.
  if (own === undefined) found(unusedTaxa(info.taxa, index.used));
  return {
    counts,
    sources: () => onlyMade(sourcesIn(reading)),
    species: [...index.used.values()],
    streams: () => allStreams(reading),
    annotations: () => onlyMade(labelsIn(reading)),
    standIns: index.standIns.size,
  };
}

/** A package that is being read. */
type Reading = {
  readonly files: PackageFiles;
  readonly info: PackageInfo;
  readonly index: PackageIndex;
  /** Ids in our own table. A package without this table was written by another program. */
  readonly ownIds: ReadonlySet<string> | undefined;
  readonly dropsCells: boolean;
};

/** A row that was read, or the first line of a table, which has only findings. */
type Read<Made> = Mapped<Made> & { readonly isRow: boolean; readonly isDerived?: boolean };

async function* rowsOf<Made>(
  { files, info, dropsCells }: Reading,
  table: TableName,
  map: (row: GoodRow) => Promise<Omit<Read<Made>, "isRow">> | Omit<Read<Made>, "isRow">,
): AsyncGenerator<Read<Made>> {
  const file = info.tables[table];
  if (file === undefined) return;
  for await (const { line, cells, findings } of tableRows(files, file, tableSchemas[table], { dropsCells })) {
    const isRow = line > 1;
    if (cells === undefined) yield { made: undefined, findings, isRow };
    else {
      const mapped = await map({ file: file.path, line, cells });
      yield { ...mapped, findings: [...findings, ...mapped.findings], isRow };
    }
  }
}

function sourcesIn(reading: Reading): AsyncGenerator<Read<MadeSource>> {
  return rowsOf(reading, "deployments", (row) => {
    const { made, findings } = sourceOf(row);
    return { made, findings: [...findings, ...addressFinding(row, "setupBy", reading.index.addresses)] };
  });
}

function streamsIn(reading: Reading): AsyncGenerator<Read<MadeStream>> {
  return rowsOf(reading, "media", (row) => {
    const mapped = streamOf(row, reading.files);
    if (mapped.made === undefined || reading.index.sources.has(mapped.made.source)) return mapped;
    const message = "`deploymentID` must be the id of a valid row in deployments.";
    return { made: undefined, findings: [inRow(row, "deploymentID", "bad-row", "reference", message)] };
  });
}

async function* labelsIn(reading: Reading): AsyncGenerator<Read<MadeAnnotation>> {
  const { files, info, index, ownIds: ids } = reading;
  const own = info.tables.own;
  const labels = own === undefined || ids === undefined ? undefined : ownLabels(files, own, ids);
  const rows = rowsOf(reading, "observations", async (row) => {
    const label = await labels?.find(row.cells["observationID"] ?? "");
    if (label !== undefined && "level" in label) return { made: undefined, findings: [label] };
    // If our own table lacks any other row, somebody has added that row.
    if (labels !== undefined && label === undefined && isDerived(row))
      return { made: undefined, findings: [], isDerived: true };
    return labelOf(row, label, index);
  });
  try {
    yield* rows;
  } finally {
    await labels?.close();
  }
}

/** Returns true for rows of events and of unreviewed files, which every export derives again. */
function isDerived({ cells }: GoodRow): boolean {
  return cells["observationLevel"] === "event" || cells["observationType"] === "unclassified";
}

function labelOf(row: GoodRow, own: OwnLabel | undefined, index: PackageIndex): Mapped<MadeAnnotation> {
  const { scientificName, observationType = "" } = row.cells;
  if (scientificName?.trim() === "") {
    return refused(
      row,
      "scientificName",
      "blank",
      "`scientificName` must be a name, or empty if the species is unknown.",
    );
  }
  const { stream, made, findings } = annotationOf(row, own, index);
  if (stream === undefined || made === undefined) return { made, findings };
  if (scientificName !== undefined) indexSpecies(index, scientificName, observationType);
  indexLabel(stream, made);
  return {
    made,
    findings: [
      ...findings,
      ...(own?.boxUnits === undefined ? sizeWarning(row, stream) : []),
      ...addressFinding(row, "classifiedBy", index.addresses),
      ...peopleFinding(row, stream),
      ...nameFinding(row),
    ],
  };
}

/** Yields the streams of all files, extended to the end of their labels, and then the stand-in streams. */
async function* allStreams(reading: Reading): AsyncGenerator<MadeStream> {
  const { media, standIns } = reading.index;
  for await (const stream of onlyMade(streamsIn(reading))) {
    const { startMs, endMs, size } = media.get(stream.key) ?? stream;
    yield { ...stream, startMs, endMs: Math.max(startMs, endMs), size };
  }
  for (const each of standIns.values()) yield standInStream(each);
}

async function* onlyMade<Made>(rows: AsyncGenerator<Mapped<Made>>): AsyncGenerator<Made> {
  for await (const { made } of rows) if (made !== undefined) yield made;
}

async function* counted<Made>(
  rows: AsyncGenerator<Read<Made>>,
  counts: RowCounts,
): AsyncGenerator<Mapped<Made>> {
  for await (const row of rows) {
    if (row.isRow) counts[row.made !== undefined ? "made" : row.isDerived === true ? "derived" : "bad"] += 1;
    yield row;
  }
}

function noRows(): RowCounts {
  return { made: 0, bad: 0, derived: 0 };
}
