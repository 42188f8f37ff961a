import type { Annotation } from "../../domain/annotation/annotation.ts";
import { leadingSpecies } from "../../domain/annotation/review.ts";
import { namedBy } from "../camtrap-dp/write/named.ts";
import type { Lookups } from "../camtrap-dp/write/records.ts";

/** The category of what nobody has named as a species. Ids of species begin with 1. */
export const unidentified = 0;

/** A label as a training set needs it. Times are milliseconds from the start of its stream. */
export type TrainingLabel = Pick<Annotation, "id" | "startMs" | "endMs" | "keypoints" | "boundingBox"> & {
  /** Id of the species, `unidentified`, or `nothing`: people say that nothing is there. */
  readonly category: number | "nothing";
  /** Whether the option `machine` takes it as true. Else something may be there. */
  readonly isTrue: boolean;
  /** Whether it passes the filters of the export. */
  readonly matches: boolean;
};

/** What a training set calls a label. `undefined`: it names nothing and shows nothing, such as a note on the weather. */
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
