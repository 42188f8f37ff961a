import type { ExportOptions } from "../../domain/export-options.ts";
import { eventIds, eventRows, eventsOf } from "../../interchange/camtrap-dp/out/events.ts";
import { observationColumns } from "../../interchange/camtrap-dp/standard.ts";
import { csvLines } from "../../interchange/csv-text.ts";
import type { Stored } from "../export-format.ts";
import { jsonLinesOf } from "./json-lines.ts";
import { observationsTable } from "./piece.ts";
import { type RowLine, rowOf, sightingOf } from "./row-lines.ts";
import type { MetSource } from "./summary.ts";

/** Labels in memory at a time, of about 1.5 KB each: those of one source at least, since an event is one source's. */
const mostLabels = 100_000;

/**
 * The rows of an export with events, source by source: those of the labels with the events that they belong to, unless
 * only events are wanted, then those of the events. All pieces are read once for every 100,000 labels.
 */
export async function* rowsWithEvents(
  stored: Stored,
  sources: ReadonlyMap<string, MetSource>,
  { level, event_gap_seconds: gapSeconds }: ExportOptions,
  most = mostLabels,
): AsyncGenerator<Uint8Array> {
  for (const group of groupsOf(sources, most)) {
    const lines = new Map<string, RowLine[]>(group.map((id) => [id, []]));
    for await (const piece of stored.table(observationsTable)) {
      for (const line of jsonLinesOf<RowLine>(piece)) lines.get(line[0])?.push(line);
    }
    for (const ofSource of lines.values())
      yield Buffer.from(rowsOfSource(ofSource, level, gapSeconds * 1000));
  }
}

function rowsOfSource(lines: readonly RowLine[], level: ExportOptions["level"], gapMs: number): string {
  const events = eventsOf(lines.map(sightingOf), gapMs);
  const ids = eventIds(events);
  const rows = lines.map((line) => {
    const row = rowOf(line);
    return { ...row, eventID: row.eventID ?? ids.get(row.observationID) };
  });
  const shown = level === "both" ? rows : rows.filter(({ observationLevel }) => observationLevel === "event");
  return csvLines(observationColumns, shown) + csvLines(observationColumns, events.flatMap(eventRows));
}

/** The sources in groups whose labels fit into memory. */
function groupsOf(sources: ReadonlyMap<string, MetSource>, most: number): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let left = 0;
  for (const [id, { labels }] of sources) {
    left -= labels;
    const last = groups.at(-1);
    if (last !== undefined && left >= 0) last.push(id);
    else {
      groups.push([id]);
      left = most - labels;
    }
  }
  return groups;
}
