import type { components } from "../../client/paths.d.ts";
import { parseOffset } from "./offset.ts";
import type { Keypoint } from "./track.ts";

export type Row = components["schemas"]["AnnotationInFullShape"];
type Species = Row["identifications"][number]["species"];

/** The species that people or machines named for a label. */
export type Claim = Species;

/** Species for the names that people or machines wrote, by `writtenIn`. */
export type Claims = ReadonlyMap<string, Claim>;

/** Fields of an observation that can name the species, the most exact one first. */
export const nameFields = ["species", "scientific_name", "common_name"] as const;

/** An annotation as the page shows it. */
export type Label = {
  readonly id: number;
  /** Times in the stream, both inclusive. */
  readonly startMs: number;
  readonly endMs: number;
  /** Empty for a label without a box. A box that does not move is a track of one keypoint. */
  readonly track: readonly Keypoint[];
  /** The species with the most votes. */
  readonly species: Species | undefined;
  /** The species of the label: by its votes, else by the written name, once that is looked up. */
  readonly claim: Claim | undefined;
  /** The label's name: of the species in `claim`, else as somebody wrote it; `undefined` if nobody named it. */
  readonly name: string | undefined;
  readonly row: Row;
  /** State of a label with unsaved changes. */
  readonly saving?: "waiting" | "refused" | "conflict";
};

/**
 * Returns a row as the page shows it.
 * @param blanks ids of the species that mean "nothing there"
 * @param claims species by written name, for labels without votes
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

/** In a tie the species with the lowest id leads. "Nothing there" never leads. The service counts in the same way. */
function leadingSpecies({ identifications }: Row, blanks: ReadonlySet<number>): Species | undefined {
  const [leader] = identifications.toSorted(
    (a, b) =>
      b.identified_by.length - a.identified_by.length ||
      Number(blanks.has(a.species.id)) - Number(blanks.has(b.species.id)) ||
      a.species.id - b.species.id,
  );
  return leader?.species;
}

/**
 * Returns the name of the species in an observation; `undefined` without one. Labels with the same name show the same
 * species.
 */
export function writtenIn({ observation }: Row): string | undefined {
  const names = nameFields.map((field) => observation?.[field]);
  return names.some(Boolean) ? JSON.stringify(names) : undefined;
}

function writtenName({ observation }: Row): string | undefined {
  return observation?.["common_name"] ?? observation?.["species"] ?? observation?.["scientific_name"];
}

/** Returns `true` if a row of a list has the full shape. */
export function isFull(row: object): row is Row {
  return "etag" in row && "keypoints" in row;
}
