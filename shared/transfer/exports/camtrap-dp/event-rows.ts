import type { ExportOptions } from "../../../domain/job/export-options.ts";
import { type ObservationRow, observationColumns } from "../../../formats/camtrap-dp/standard.ts";
import { eventIds, eventRows, eventsOf, isEventRow } from "../../../formats/camtrap-dp/write/events.ts";
import { csvLines } from "../../../formats/csv-text.ts";
import type { Stored } from "../format.ts";
import { bySource } from "./by-source.ts";
import { type RowLine, rowOf, sightingOf } from "./row-lines.ts";
import type { MetSource } from "./summary.ts";

/**
 * Yields the rows of an export with events, source by source: first the rows of labels with the ids of their events,
 * unless the export has only events, then the rows of events.
 * @param most see `bySource`
 */
export async function* rowsWithEvents(
  stored: Pick<Stored, "table">,
  sources: ReadonlyMap<string, MetSource>,
  { level, event_gap_seconds: gapSeconds }: ExportOptions,
  most?: number,
): AsyncGenerator<Uint8Array> {
  for await (const { labels } of bySource(stored, sources, false, most)) {
    const { rows, events } = eventsOfSource(labels, gapSeconds);
    const shown = level === "both" ? rows : rows.filter(isEventRow);
    yield Buffer.from(csvLines(observationColumns, shown) + csvLines(observationColumns, events));
  }
}

/** The rows of a source's labels with the ids of their events, and the rows of the events. */
export function eventsOfSource(
  labels: readonly RowLine[],
  gapSeconds: number,
): { readonly rows: readonly ObservationRow[]; readonly events: readonly ObservationRow[] } {
  const events = eventsOf(labels.map(sightingOf), gapSeconds * 1000);
  const ids = eventIds(events);
  const rows = labels.map((line) => {
    const row = rowOf(line);
    return { ...row, eventID: row.eventID ?? ids.get(row.observationID) };
  });
  return { rows, events: events.flatMap(eventRows) };
}
