import type { components } from "../../client/paths.d.ts";
import { parseOffset } from "./offset.ts";
import type { Keypoint } from "./track.ts";

export type Row = components["schemas"]["AnnotationInFullShape"];
type Species = Row["identifications"][number]["species"];

/** An annotation as the page shows it. */
export type Label = {
  readonly id: number;
  /** Times of the stream, both included. */
  readonly startMs: number;
  readonly endMs: number;
  /** Empty for a label without a box. A box that does not move is a track of one keypoint. */
  readonly track: readonly Keypoint[];
  /** The species with the most votes. */
  readonly species: Species | undefined;
  /** What it is called: by its votes, else by what somebody wrote; `undefined` if nobody named it. */
  readonly name: string | undefined;
  readonly row: Row;
  /** Something of it is still to be sent, or cannot be. */
  readonly saving?: "waiting" | "refused" | "conflict";
};

/** @param blanks ids of the species that say: nothing is there */
export function labelOf(row: Row, blanks: ReadonlySet<number>): Label {
  const startMs = parseOffset(row.start) ?? 0;
  const species = leadingSpecies(row, blanks);
  return {
    id: row.id,
    startMs,
    endMs: parseOffset(row.end) ?? startMs,
    track: trackOf(row, startMs),
    species,
    name: species?.common_name ?? species?.scientific_name ?? writtenName(row),
    row,
  };
}

function trackOf({ keypoints, bounding_box }: Row, startMs: number): readonly Keypoint[] {
  if (keypoints.length > 0) return keypoints.map(({ box, time }) => ({ box, ms: parseOffset(time) ?? 0 }));
  return bounding_box ? [{ box: bounding_box, ms: startMs }] : [];
}

/** In a tie the lowest id leads, and "nothing there" never does, as the service counts. */
function leadingSpecies({ identifications }: Row, blanks: ReadonlySet<number>): Species | undefined {
  const [leader] = identifications.toSorted(
    (a, b) =>
      b.identified_by.length - a.identified_by.length ||
      Number(blanks.has(a.species.id)) - Number(blanks.has(b.species.id)) ||
      a.species.id - b.species.id,
  );
  return leader?.species;
}

function writtenName({ observation }: Row): string | undefined {
  return observation?.["common_name"] ?? observation?.["species"] ?? observation?.["scientific_name"];
}

/** Whether a row of a list has the full shape. */
export function isFull(row: object): row is Row {
  return "etag" in row && "keypoints" in row;
}
