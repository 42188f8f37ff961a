import type { components } from "../../client/paths.d.ts";
import { parseOffset } from "./offset.ts";
import type { Keypoint } from "./track.ts";

export type Row = components["schemas"]["AnnotationInFullShape"];
type Species = Row["identifications"][number]["species"];

/** The species that a label is said to show. */
export type Claim = Species;

/** The species that names mean which people or machines wrote, by `writtenIn`. */
export type Claims = ReadonlyMap<string, Claim>;

/** Fields of an observation that name a species, the most exact one first. */
export const nameFields = ["species", "scientific_name", "common_name"] as const;

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
  /** The species that it is said to show: by its votes, else by what somebody wrote, once that is looked up. */
  readonly claim: Claim | undefined;
  /** What it is called: as the species of `claim`, else as somebody wrote; `undefined` if nobody named it. */
  readonly name: string | undefined;
  readonly row: Row;
  /** Something of it is still to be sent, or cannot be. */
  readonly saving?: "waiting" | "refused" | "conflict";
};

/**
 * @param blanks ids of the species that say: nothing is there
 * @param claims the species that are known to be meant where there are no votes
 */
export function labelOf(row: Row, blanks: ReadonlySet<number>, claims: Claims = new Map()): Label {
  const startMs = parseOffset(row.start) ?? 0;
  const species = leadingSpecies(row, blanks);
  const claim = species ?? claims.get(writtenIn(row) ?? "");
  return {
    id: row.id,
    startMs,
    endMs: parseOffset(row.end) ?? startMs,
    track: trackOf(row, startMs),
    species,
    claim,
    name: claim?.common_name ?? claim?.scientific_name ?? writtenName(row),
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

/** What an observation says of the species; `undefined` if nothing. Labels with the same show the same species. */
export function writtenIn({ observation }: Row): string | undefined {
  const names = nameFields.map((field) => observation?.[field]);
  return names.some(Boolean) ? JSON.stringify(names) : undefined;
}

function writtenName({ observation }: Row): string | undefined {
  return observation?.["common_name"] ?? observation?.["species"] ?? observation?.["scientific_name"];
}

/** Whether a row of a list has the full shape. */
export function isFull(row: object): row is Row {
  return "etag" in row && "keypoints" in row;
}
