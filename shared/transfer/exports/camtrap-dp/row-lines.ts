import {
  type Cells,
  mediaColumns,
  type ObservationRow,
  observationColumns,
} from "../../../formats/camtrap-dp/standard.ts";
import type { Sighting } from "../../../formats/camtrap-dp/write/events.ts";
import type { MediaOut } from "../../../formats/camtrap-dp/write/media.ts";
import { jsonLine } from "../../../work/json-lines.ts";

// Rows that are stored until all pieces are read: lines of JSON, with the cells in the order of their columns.

type CellsOfLine = readonly (string | null)[];

/** A row of observations, and the additional data that events need. */
export type RowLine = readonly [
  deploymentID: string,
  moment: Pick<Sighting, "stream" | "startMs" | "endMs">,
  cells: CellsOfLine,
];

/** A stream's row, whether its media type was guessed, and its id. Several pieces may have the same line. */
export type MediaLine = readonly [mediaID: string, guessed: boolean, cells: CellsOfLine, stream: number];

export function rowLine(row: ObservationRow, { stream, startMs, endMs }: Sighting): string {
  const line: RowLine = [
    row.deploymentID ?? "",
    { stream, startMs, endMs },
    cellsOf(observationColumns, row),
  ];
  return jsonLine(line);
}

export function rowOf([, , cells]: RowLine): ObservationRow {
  return rowOfCells(observationColumns, cells);
}

export function sightingOf(line: RowLine): Sighting {
  return { ...rowOf(line), ...line[1] };
}

export function mediaLine({ row, guessed }: MediaOut, stream: number): MediaLine {
  return [row.mediaID ?? "", guessed, cellsOf(mediaColumns, row), stream];
}

export function mediaOf([, guessed, cells]: MediaLine): MediaOut {
  return { row: rowOfCells(mediaColumns, cells), guessed };
}

function cellsOf<Columns extends readonly string[]>(
  columns: Columns,
  row: { readonly [column in Columns[number]]?: string | undefined },
): CellsOfLine {
  return columns.map((column: Columns[number]) => row[column] ?? null);
}

function rowOfCells<Columns extends readonly string[]>(columns: Columns, cells: CellsOfLine): Cells<Columns>;
function rowOfCells(columns: readonly string[], cells: CellsOfLine): Cells<readonly string[]> {
  return Object.fromEntries(columns.map((column, i) => [column, cells[i] ?? undefined]));
}
