import type { ExportOptions } from "../../../domain/job/export-options.ts";
import { ownColumns } from "../../../formats/camtrap-dp/own-table.ts";
import { observationColumns } from "../../../formats/camtrap-dp/standard.ts";
import type { Level } from "../../../formats/camtrap-dp/write/descriptor.ts";
import { isEventRow, isOfEvent } from "../../../formats/camtrap-dp/write/events.ts";
import type { ObservationOut } from "../../../formats/camtrap-dp/write/observations.ts";
import type { Exporting } from "../../../formats/camtrap-dp/write/records.ts";
import { csvLines } from "../../../formats/csv-text.ts";
import type { Joined } from "../../../formats/joined.ts";
import { jsonLine } from "../../../work/json-lines.ts";
import type { Piece } from "../format.ts";
import { rowLine } from "./row-lines.ts";
import { mediaLines, peopleIn, type Shown, shownIn, sourcesOf, taxaOf } from "./shown.ts";
import { mediaTable, observationsTable, ownTable, type Summary, summaryTable } from "./summary.ts";

export const pieceTables = [mediaTable, observationsTable, ownTable, summaryTable];

/** The rows of a batch of annotations, the rows of their streams, and their summary for the whole package. */
export function packagePiece(joined: Joined, opened: Exporting, level: ExportOptions["level"]): Piece {
  const { shown, exporting } = shownIn(joined, opened);
  return {
    texts: {
      [mediaTable]: mediaLines(shown, exporting),
      [observationsTable]: shown
        // Events are made when all labels of a source are known.
        .map(({ out }) =>
          level === "media" ? csvLines(observationColumns, [out.row]) : rowLine(out.row, out.sighting),
        )
        .join(""),
      [ownTable]: csvLines(
        ownColumns,
        shown.filter(({ out }) => level !== "event" || isEventRow(out.row)).map(({ out }) => out.own),
      ),
      [summaryTable]: jsonLine(summaryOf(shown, exporting, level)),
    },
    gone: joined.annotations.length - shown.length,
  };
}

function summaryOf(shown: readonly Shown[], exporting: Exporting, level: ExportOptions["level"]): Summary {
  return {
    sources: sourcesOf(shown, exporting),
    taxa: taxaOf(
      shown.filter(({ out }) => levelsOf(out, level).length > 0),
      exporting,
    ),
    levels: [...new Set(shown.flatMap(({ out }) => levelsOf(out, level)))],
    people: peopleIn(shown, exporting),
    warnings: boxProblems(shown),
  };
}

function boxProblems(shown: readonly Shown[]): Summary["warnings"] {
  const byProblem = Map.groupBy(shown, ({ out }) => out.boxProblem);
  return [...byProblem].flatMap(([problem, labels]) =>
    problem === undefined
      ? []
      : [[`box-${problem}`, `annotation ${labels[0]?.label.id}`, labels.length] as const],
  );
}

/** The levels of a label's rows, and of the rows of its event. */
function levelsOf(out: ObservationOut, level: ExportOptions["level"]): readonly Level[] {
  if (level === "media") return [isEventRow(out.row) ? "event" : "media"];
  return [
    ...(isOfEvent(out.row) ? ["event" as const] : []),
    ...(level === "both" && !isEventRow(out.row) ? ["media" as const] : []),
  ];
}
