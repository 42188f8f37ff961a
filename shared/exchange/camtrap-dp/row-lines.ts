import type { Sighting } from "../../interchange/camtrap-dp/out/events.ts";
import { type ObservationRow, observationColumns } from "../../interchange/camtrap-dp/standard.ts";
import { jsonLine } from "./json-lines.ts";

/** A row of observations with what events need of it besides: a line of JSON, with the cells in their order. */
export type RowLine = readonly [
  deploymentID: string,
  moment: Pick<Sighting, "stream" | "startMs" | "endMs">,
  cells: readonly (string | null)[],
];

export function rowLine(row: ObservationRow, { stream, startMs, endMs }: Sighting): string {
  const cells = observationColumns.map((column) => row[column] ?? null);
  return jsonLine([row.deploymentID ?? "", { stream, startMs, endMs }, cells] satisfies RowLine);
}

export function rowOf([, , cells]: RowLine): ObservationRow {
  return Object.fromEntries(observationColumns.map((column, i) => [column, cells[i] ?? undefined]));
}

export function sightingOf(line: RowLine): Sighting {
  return { ...rowOf(line), ...line[1] };
}
