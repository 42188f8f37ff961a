import { viewKeypoint } from "../../../domain/annotation/keypoint.ts";
import type { Observation } from "../../../domain/annotation/observation.ts";
import { formatOffset } from "../../../domain/time/media-offset.ts";
import { formatTimestamp } from "../../../domain/time/timestamp.ts";
import type { ownColumns } from "../own-table.ts";
import type { Cells } from "../standard.ts";
import type { AnnotationRecord, Lookups, StreamRecord } from "./records.ts";

export type OwnRow = Cells<typeof ownColumns>;

/** The row of our own table, with the values that fit no column of the standard. */
export function ownRow(
  label: AnnotationRecord,
  { startMs, endMs, size }: StreamRecord,
  observation: Observation,
  observationID: string,
  { species }: Pick<Lookups, "species">,
): OwnRow {
  const { keypoints, boundingBox, machine, identifications } = label;
  const votes = identifications.map((each) => ({
    scientificName: species(each.species)?.scientificName,
    votes: each.voters.length,
  }));
  return {
    observationID,
    start: formatOffset(label.startMs),
    end: formatOffset(label.endMs),
    mediaStart: formatTimestamp(startMs),
    mediaEnd: endMs === undefined ? undefined : formatTimestamp(endMs),
    boxUnits: size === undefined ? undefined : `${size.width}x${size.height}`,
    boundingBox: json(boundingBox),
    keypoints: json(keypoints?.map(viewKeypoint)),
    observation: Object.keys(observation).length === 0 ? undefined : json(observation),
    machine: json(machine),
    identifications: votes.length === 0 ? undefined : json(votes),
  };
}

function json(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}
