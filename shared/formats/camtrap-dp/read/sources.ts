import { cut, keptOf, maxIdBytes, wasCut } from "../../fit.ts";
import { type GoodRow, inRow, type Mapped, refused } from "../../row-finding.ts";
import { deploymentColumns } from "../standard.ts";
import { decimal } from "../write/values.ts";
import { zoneOf } from "../zone-tag.ts";
import type { MadeSource } from "./made.ts";

/** Columns that fields of a source hold. */
const held: ReadonlySet<string> = new Set([
  "locationName",
  "latitude",
  "longitude",
  "coordinateUncertainty",
  "cameraModel",
]);
const keptColumns = deploymentColumns.filter((column) => !held.has(column));

/** Maximum uncertainty in metres: half of the earth's circumference. */
const maxUncertainty = 20_040_000;

/** Makes a source from a deployment. */
export function sourceOf(row: GoodRow): Mapped<MadeSource> {
  const {
    deploymentID = "",
    locationName = "",
    latitude,
    longitude,
    coordinateUncertainty,
    cameraModel = "",
  } = row.cells;
  if (Buffer.byteLength(deploymentID) > maxIdBytes)
    return refused(row, "deploymentID", "too-long", idRule("deploymentID"));
  const called = locationName.trim() === "" ? deploymentID : locationName;
  const name = cut(called.trim() === "" ? `deployment ${row.line}` : called, 256);
  const cameraHardware = cut(cameraModel, 1024);
  const { deploymentStart = "", deploymentTags } = row.cells;
  const { timeZone, tags } = zoneOf(deploymentTags, deploymentStart);
  const { kept, findings } = keptOf({ ...row, cells: withTags(row.cells, tags) }, keptColumns);
  const metres = Number(coordinateUncertainty);
  const isFar = metres > maxUncertainty;
  const tooFar = "`coordinateUncertainty` is more than half of the earth's circumference. It is left out.";
  return {
    made: {
      key: deploymentID,
      name,
      location: `${degrees(latitude)},${degrees(longitude)}`,
      cameraHardware,
      timeZone,
      coordinateUncertainty: coordinateUncertainty === undefined || isFar ? undefined : metres,
      // A deployment whose place has no name gets its id as the name of the source.
      camtrapDp: locationName === deploymentID ? { ...kept, locationName } : kept,
    },
    findings: [
      ...findings,
      ...wasCut(row, "locationName", called, name.startsWith("deployment ") ? called : name),
      ...wasCut(row, "cameraModel", cameraModel, cameraHardware),
      ...(isFar ? [inRow(row, "coordinateUncertainty", "warning", "left-out", tooFar)] : []),
    ],
  };
}

function withTags(
  { deploymentTags: _, ...cells }: GoodRow["cells"],
  tags: string | undefined,
): GoodRow["cells"] {
  return tags === undefined ? cells : { ...cells, deploymentTags: tags };
}

export function idRule(column: string): string {
  return `\`${column}\` must have at most ${maxIdBytes} bytes.`;
}

/** Formats degrees with at most 12 decimals and without exponent. */
function degrees(text: string | undefined): string {
  const plain = decimal(Number(text) + 0);
  return /\.\d{13}/.test(plain) ? decimal(Number(Number(text).toFixed(12)) + 0) : plain;
}
