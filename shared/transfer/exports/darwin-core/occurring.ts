import type { MediaRow, ObservationRow } from "../../../formats/camtrap-dp/standard.ts";
import type { MediaOut } from "../../../formats/camtrap-dp/write/media.ts";
import { filesOfEvents } from "../../../formats/darwin-core/multimedia.ts";
import { isOccurrence } from "../../../formats/darwin-core/occurrence.ts";
import { jsonLinesOf } from "../../../work/json-lines.ts";
import { bySource } from "../camtrap-dp/by-source.ts";
import { eventsOfSource } from "../camtrap-dp/event-rows.ts";
import { type MediaLine, mediaOf, type RowLine, rowOf } from "../camtrap-dp/row-lines.ts";
import { type MetSource, mediaTable, observationsTable } from "../camtrap-dp/summary.ts";
import type { Stored } from "../format.ts";

/** Observations that are occurrences, and the files that show each. */
export type Occurring = {
  readonly rows: readonly ObservationRow[];
  readonly filesOf: (row: ObservationRow) => readonly MediaRow[];
  /** The `mediaID` of files whose media type was guessed. */
  readonly guessed: ReadonlySet<string | undefined>;
};

/** Yields the occurrences of labels, piece by piece. */
export async function* occurringInFiles(stored: Stored): AsyncGenerator<Occurring> {
  // A piece has the rows of all streams of its labels.
  const media = stored.table(mediaTable)[Symbol.asyncIterator]();
  for await (const piece of stored.table(observationsTable)) {
    const { value } = await media.next();
    const files = jsonLinesOf<MediaLine>(value).map(mediaOf);
    const byId = new Map(files.map(({ row }) => [row.mediaID, row]));
    const rows = jsonLinesOf<RowLine>(piece).map(rowOf);
    yield {
      rows: rows.filter((row) => isOccurrence(row, "media")),
      filesOf: ({ mediaID }) => [byId.get(mediaID) ?? []].flat(),
      guessed: guessedOf(files),
    };
  }
}

/**
 * Yields the occurrences of events, source by source.
 * @param hasFiles true if files are needed. Finding them costs as many reads as finding the labels
 */
export async function* occurringInEvents(
  stored: Stored,
  sources: ReadonlyMap<string, MetSource>,
  gapSeconds: number,
  hasFiles: boolean,
): AsyncGenerator<Occurring> {
  for await (const { labels, files } of bySource(stored, sources, hasFiles)) {
    const { rows, events } = eventsOfSource(labels, gapSeconds);
    const media = files.map(({ row }) => row);
    const byEvent = filesOfEvents(rows, media);
    yield {
      rows: [...rows, ...events].filter((row) => isOccurrence(row, "event")),
      filesOf: ({ eventID = "" }) => byEvent.get(eventID) ?? [],
      guessed: guessedOf(files),
    };
  }
}

function guessedOf(files: readonly MediaOut[]): Occurring["guessed"] {
  return new Set(files.filter(({ guessed }) => guessed).map(({ row }) => row.mediaID));
}
