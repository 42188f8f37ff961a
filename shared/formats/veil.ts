import type { MachineDetails } from "../domain/annotation/machine-label.ts";
import type { Observation } from "../domain/annotation/observation.ts";
import { isUsualType } from "./camtrap-dp/media-types.ts";
import { type TableName, tableSchemas } from "./camtrap-dp/standard.ts";
import { fixedPairs } from "./camtrap-dp/write/pairs.ts";

// Where an export shows a place only roughly, because a sensitive species was seen there, it has no text that anybody
// typed: any text may name the place. Names of species, numbers, times and values of fixed sets remain. Tables and packages
// show the records of such a place as these functions return them. Training sets have only the address of a video, which
// they leave out.

/** Cells of Camtrap DP, by column. */
type Kept<Cells> = { readonly camtrapDp?: Cells | undefined };

type Source = { readonly name: string; readonly cameraHardware: string; readonly siteId: number | undefined };

export function veiledSource<S extends Source & Kept<object>>(source: S): S {
  return {
    ...source,
    name: "",
    cameraHardware: "",
    siteId: undefined,
    camtrapDp: fixedCells("deployments", source.camtrapDp),
  };
}

type Stream = { readonly url: string; readonly mediaType: string | undefined };
type Medium = { readonly fileMediatype?: string | undefined };

export function veiledStream<S extends Stream & Kept<Medium>>(stream: S): S {
  const { mediaType, camtrapDp } = stream;
  return {
    ...stream,
    url: "",
    mediaType: [camtrapDp?.fileMediatype, mediaType].find(isUsualType),
    camtrapDp: fixedCells("media", camtrapDp),
  };
}

type Label = {
  readonly observer: string | undefined;
  readonly observation: Observation | undefined;
  readonly machine?: MachineDetails | undefined;
};

/** The name of an event remains, since formats show a pseudonym instead. */
export function veiledLabel<L extends Label & Kept<object>>(label: L): L {
  const { observer, observation, machine, camtrapDp } = label;
  const eventID = Object.entries(camtrapDp ?? {}).filter(([column]) => column === "eventID");
  return {
    ...label,
    observer: observer === undefined ? undefined : "unknown",
    observation: observation && fixedPairs(observation),
    machine: machine?.detection === undefined ? undefined : { detection: machine.detection },
    camtrapDp: { ...fixedCells("observations", camtrapDp), ...Object.fromEntries(eventID) },
  };
}

/** The cells of columns whose values are numbers, times, or from a fixed set. */
function fixedCells<Cells extends object>(table: TableName, cells: Cells | undefined) {
  return cells && Object.fromEntries(Object.entries(cells).filter(([column]) => fixed[table].has(column)));
}

const fixed: Readonly<Record<TableName, ReadonlySet<string>>> = {
  deployments: fixedColumns("deployments"),
  media: fixedColumns("media"),
  observations: fixedColumns("observations"),
};

function fixedColumns(table: TableName): ReadonlySet<string> {
  const isFixed = tableSchemas[table].fields.filter(
    ({ type, constraints }) =>
      ["number", "integer", "boolean", "datetime"].includes(type) || constraints.enum,
  );
  return new Set(isFixed.map(({ name }) => name));
}
