import { unionOf } from "../../../domain/time/local-days.ts";
import { isEventRow } from "../../../formats/camtrap-dp/write/events.ts";
import { deploymentId } from "../../../formats/camtrap-dp/write/ids.ts";
import { mediaOut } from "../../../formats/camtrap-dp/write/media.ts";
import {
  type ObservationOut,
  observationOut,
  type Where,
} from "../../../formats/camtrap-dp/write/observations.ts";
import type { AnnotationRecord, Exporting } from "../../../formats/camtrap-dp/write/records.ts";
import { type Taxon, taxonOf } from "../../../formats/camtrap-dp/write/taxa.ts";
import type { Joined } from "../../../formats/joined.ts";
import { jsonLine } from "../../../work/json-lines.ts";
import { annotationRecord, sourceRecord, speciesRecord, streamRecord } from "./records.ts";
import { mediaLine } from "./row-lines.ts";
import { joined as joinedSources, type MetSource } from "./summary.ts";

/** A label, its stream and source, and its rows. */
export type Shown = {
  readonly label: AnnotationRecord;
  readonly where: Where;
  readonly out: ObservationOut;
};

/** The labels of a batch whose stream and source still exist, and the look-ups for them. */
export function shownIn(
  joined: Joined,
  opened: Exporting,
): { readonly shown: readonly Shown[]; readonly exporting: Exporting } {
  // Includes species that were created after the export was opened.
  const exporting = { ...opened, species: remembered(joined.species, speciesRecord) };
  const stream = remembered(joined.stream, streamRecord);
  const source = remembered(joined.source, sourceRecord);
  const shown = joined.annotations.flatMap((annotation): readonly Shown[] => {
    const where = { stream: stream(annotation.videostream), source: source(annotation.source) };
    if (where.stream === undefined || where.source === undefined) return [];
    const [label, there] = [annotationRecord(annotation), { stream: where.stream, source: where.source }];
    return [{ label, where: there, out: observationOut(label, there, exporting) }];
  });
  return { shown, exporting };
}

/** The rows of the labels' streams, each once. */
export function mediaLines(shown: readonly Shown[], exporting: Exporting): string {
  const places = new Map(shown.map(({ where }) => [where.stream.id, where]));
  return [...places.values()]
    .map(({ stream, source }) => {
      const made = mediaOut(stream, source, exporting);
      return made === undefined ? "" : jsonLine(mediaLine(made, stream.id));
    })
    .join("");
}

/** The sources of labels. */
export function sourcesOf(
  shown: readonly Shown[],
  exporting: Exporting,
): readonly (readonly [id: string, met: MetSource])[] {
  const sources = new Map<string, MetSource>();
  for (const { where, out } of shown) {
    const { startMs, endMs } = where.stream;
    const id = deploymentId(where.source, exporting);
    const { startMs: fromMs, endMs: toMs } = out.sighting;
    const events = isEventRow(out.row) ? [{ fromMs, toMs }] : undefined;
    const met = { source: where.source, startMs, endMs, labels: 1, events };
    sources.set(id, joinedSources(sources.get(id), met));
  }
  return [...sources].map(([id, { events, ...met }]) => [
    id,
    events === undefined ? met : { ...met, events: unionOf(events) },
  ]);
}

/** The `mediaID` of the files in which one of the labels names a person, in any vote. */
export function peopleIn(shown: readonly Shown[], { species }: Exporting): readonly string[] {
  const named = shown.filter(
    ({ label, out }) =>
      out.row.observationType === "human" ||
      label.identifications.some((vote) => species(vote.species)?.kind === "human"),
  );
  return [...new Set(named.flatMap(({ out }) => out.row.mediaID ?? []))];
}

/** The taxa of labels, each once. */
export function taxaOf(shown: readonly Shown[], { dataset }: Exporting): readonly Taxon[] {
  const taxa = new Map<string, Taxon>();
  for (const { out } of shown) {
    if (out.taxon === undefined || taxa.has(out.taxon.scientificName)) continue;
    const { scientificName, species } = out.taxon;
    taxa.set(scientificName, taxonOf(scientificName, species, dataset));
  }
  return [...taxa.values()];
}

/** Converts records to the form that the mapping needs, each only once. */
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
