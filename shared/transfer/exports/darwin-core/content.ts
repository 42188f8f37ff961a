import { precisionOf } from "../../../formats/camtrap-dp/write/descriptor.ts";
import type { Exporting } from "../../../formats/camtrap-dp/write/records.ts";
import { csvLine, csvLines } from "../../../formats/csv-text.ts";
import { emlXml } from "../../../formats/darwin-core/eml.ts";
import { metaXml } from "../../../formats/darwin-core/meta.ts";
import { multimedia, multimediaTerms } from "../../../formats/darwin-core/multimedia.ts";
import { occurrence, occurrenceTerms } from "../../../formats/darwin-core/occurrence.ts";
import type { Warn } from "../../../work/warnings.ts";
import { zipped } from "../../../work/zip.ts";
import { type Gathered, gathered, type RecordedOf } from "../camtrap-dp/gathered.ts";
import { fileShown, readWhole, type Whole } from "../camtrap-dp/summary.ts";
import type { Stored } from "../format.ts";
import { type Occurring, occurringInEvents, occurringInFiles } from "./occurring.ts";
import type { ArchiveLevel } from "./piece.ts";

export type ArchiveDeps = {
  readonly exporting: Exporting;
  readonly level: ArchiveLevel;
  readonly gapSeconds: number;
  readonly recordedOf: RecordedOf;
};

/** Yields the zip of an archive, from the pieces in their order. */
export async function* archiveContent(
  { exporting, level, gapSeconds, recordedOf }: ArchiveDeps,
  stored: Stored,
  warn: Warn,
): AsyncGenerator<Uint8Array> {
  const whole = await readWhole(stored, warn);
  const facts = await gathered(stored, whole, exporting, recordedOf);
  const occurring = (hasFiles: boolean) =>
    level === "media"
      ? occurringInFiles(stored)
      : occurringInEvents(stored, whole.sources, gapSeconds, hasFiles);
  const rows = rowsWith(facts, whole, exporting);
  const entries = [
    { name: "meta.xml", content: () => one(metaXml()) },
    { name: "eml.xml", content: () => one(emlXml(facts.descriptor, exporting.dataset.language)) },
    { name: "occurrence.csv", content: () => table(occurrenceTerms, occurring(false), rows.occurrences) },
    { name: "multimedia.csv", content: () => table(multimediaTerms, occurring(true), rows.files(warn)) },
  ];
  yield* zipped(entries, exporting.nowMs);
}

/** Makes the rows of an archive from labels, deployments and descriptor. */
function rowsWith({ deployments, descriptor }: Gathered, whole: Whole, { dataset }: Exporting) {
  const { coordinatePrecision: _, ...facts } = descriptor;
  const places = new Map(
    deployments.map((each) => {
      // The descriptor has the coarsest precision of all places. Here, each row has the precision of its own place.
      const place = { deployment: each.row, facts: { ...facts, ...precisionOf([each], dataset) } };
      return [each.row.deploymentID, place];
    }),
  );
  const nowhere = { deployment: {}, facts };
  const taxonIds = new Map<string | undefined, unknown>(
    descriptor.taxonomic.map(({ scientificName, taxonID }) => [scientificName, taxonID]),
  );
  return {
    occurrences: ({ rows }: Occurring) =>
      rows.map((row) => {
        const { deployment, facts } = places.get(row.deploymentID) ?? nowhere;
        const taxonID = taxonIds.get(row.scientificName);
        return occurrence(row, deployment, typeof taxonID === "string" ? taxonID : undefined, facts);
      }),
    files: (warn: Warn) => {
      const warned = new Set<string>();
      return ({ rows, filesOf, guessed }: Occurring) =>
        rows.flatMap((row) => {
          const { deployment, facts } = places.get(row.deploymentID) ?? nowhere;
          return filesOf(row).map((file) => {
            const { mediaID = "" } = file;
            if (guessed.has(mediaID) && !warned.has(mediaID)) {
              warned.add(mediaID);
              warn("media-type-guessed", mediaID);
            }
            return multimedia(row, fileShown(file, whole), deployment, facts);
          });
        });
    },
  };
}

/** Yields a table whose columns are terms. */
async function* table(
  terms: Readonly<Record<string, string>>,
  occurring: AsyncIterable<Occurring>,
  rowsOf: (occurring: Occurring) => readonly Readonly<Record<string, string | undefined>>[],
): AsyncGenerator<Uint8Array> {
  const columns = Object.keys(terms);
  yield Buffer.from(csvLine(columns));
  for await (const each of occurring) yield Buffer.from(csvLines(columns, rowsOf(each)));
}

async function* one(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
