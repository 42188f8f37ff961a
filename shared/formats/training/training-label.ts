import type { Annotation } from "../../domain/annotation/annotation.ts";
import { leadingSpecies } from "../../domain/annotation/review.ts";
import { namedBy } from "../camtrap-dp/write/named.ts";
import type { Lookups } from "../camtrap-dp/write/records.ts";

/** The category of labels without a species. Ids of species begin with 1. */
export const unidentified = 0;

/** A label with the fields that a training set needs. Times are milliseconds from the start of its stream. */
export type TrainingLabel = Pick<Annotation, "id" | "startMs" | "endMs" | "keypoints" | "boundingBox"> & {
  /** Id of the species, `unidentified`, or `nothing` if people say that nothing is visible. */
  readonly category: number | "nothing";
  /** True if the option `machine` accepts the label. Otherwise, something may be visible. */
  readonly isTrue: boolean;
  /** True if the label passes the filters of the export. */
  readonly matches: boolean;
};

/**
 * The category of a label in a training set. `undefined` if it has no name and no box, such as a note on the weather.
 */
export function categoryOf(
  label: Pick<Annotation, "identifications" | "observation" | "keypoints" | "boundingBox">,
  lookups: Pick<Lookups, "species" | "speciesNamed">,
): TrainingLabel["category"] | undefined {
  const leader = leadingSpecies(label);
  if (leader !== undefined) {
    const isBlank = label.identifications.some(({ species, blank }) => species === leader && blank);
    return isBlank ? "nothing" : leader;
  }
  const { type, species } = namedBy(label, lookups);
  if (type === "blank") return "nothing";
  if (species !== undefined) return species.id;
  return type === "unknown" && !hasBox(label) ? undefined : unidentified;
}

export function hasBox({ keypoints, boundingBox }: Pick<Annotation, "keypoints" | "boundingBox">): boolean {
  return boundingBox !== undefined || (keypoints !== undefined && keypoints.length > 0);
}
