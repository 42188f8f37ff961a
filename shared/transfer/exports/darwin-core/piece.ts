import type { ObservationRow } from "../../../formats/camtrap-dp/standard.ts";
import { isEventRow } from "../../../formats/camtrap-dp/write/events.ts";
import type { Exporting } from "../../../formats/camtrap-dp/write/records.ts";
import type { Joined } from "../../../formats/joined.ts";
import { jsonLine } from "../../../work/json-lines.ts";
import { rowLine } from "../camtrap-dp/row-lines.ts";
import { mediaLines, peopleIn, shownIn, sourcesOf, taxaOf } from "../camtrap-dp/shown.ts";
import { mediaTable, observationsTable, type Summary, summaryTable } from "../camtrap-dp/summary.ts";
import type { Piece } from "../format.ts";

/** Level of an archive: events, or single labels (`media`). */
export type ArchiveLevel = "event" | "media";

export const archiveTables = [mediaTable, observationsTable, summaryTable];

/** The rows of Camtrap DP for a batch of annotations. Only animals become occurrences. */
export function archivePiece(joined: Joined, opened: Exporting, level: ArchiveLevel): Piece {
  const { shown, exporting } = shownIn(joined, opened);
  const occurring = shown.filter(({ out }) => isOccurring(out.row, level));
  const kept = new Set(occurring.map(({ label }) => label.id));
  const summary: Summary = {
    // Events include people and vehicles, as in a package.
    sources: sourcesOf(shown, exporting),
    taxa: taxaOf(occurring, exporting),
    levels: [level],
    people: peopleIn(shown, exporting),
    warnings: [],
  };
  return {
    texts: {
      [mediaTable]: mediaLines(shown, exporting),
      [observationsTable]: shown.map(({ out }) => rowLine(out.row, out.sighting)).join(""),
      [summaryTable]: jsonLine(summary),
    },
    gone: joined.annotations.length - shown.length,
    leftOut: new Set(shown.flatMap(({ label }) => (kept.has(label.id) ? [] : [label.id]))),
  };
}

/** Returns true if a label is an occurrence, or a part of one. */
function isOccurring(row: ObservationRow, level: ArchiveLevel): boolean {
  return row.observationType === "animal" && (level === "event" || !isEventRow(row));
}
