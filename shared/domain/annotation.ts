import type { Box } from "./box.ts";
import { Fault } from "./fault.ts";
import type { Keypoint } from "./keypoint.ts";
import { namesIn, type Observation } from "./observation.ts";

/** Whoever made an annotation: a user, or a capture source by one of its site keys. */
export type Author = { readonly id: number; readonly source: number | undefined };

/** A species that somebody took an annotation for, and the users who did, each once. */
type Identification = { readonly species: number; readonly voters: readonly number[] };

/**
 * A labelled moment of a stream, as stored. It can be shown in both of the interface's shapes; what the shape
 * in which it was made does not have is `undefined`, and derived when it is shown.
 */
export type Annotation = {
  readonly id: number;
  readonly videostream: number;
  /** The stream's capture source, which never changes. */
  readonly source: number;
  /** From the start of the stream's video, in milliseconds, as is `endMs`. */
  readonly startMs: number;
  readonly endMs: number;
  readonly keypoints: readonly Keypoint[] | undefined;
  readonly boundingBox: Box | undefined;
  readonly observer: string;
  readonly observation: Observation | undefined;
  /** By species id; each has a voter. */
  readonly identifications: readonly Identification[];
  readonly author: Author;
  readonly createdMs: number;
  readonly changedMs: number;
  readonly version: number;
};

/** A term that lists find an annotation by. */
export type AnnotationTerm =
  | readonly ["*"]
  | readonly ["vs" | "cs" | "sp", number]
  | readonly ["ob" | "nm" | "h", string]
  | readonly ["kv", string, string];

/**
 * What lists find an annotation by: its stream, source and observer, the species and the names that it is
 * identified by, the keys and the pairs that were noted. What is only derived for another shape is not.
 */
export function annotationTerms(annotation: Annotation): readonly AnnotationTerm[] {
  const { videostream, source, observer, identifications, observation = {} } = annotation;
  return [
    ["*"],
    ["vs", videostream],
    ["cs", source],
    ["ob", observer],
    ...identifications.map(({ species }) => ["sp", species] as const),
    ...namesIn(observation).map((name) => ["nm", name] as const),
    ...Object.keys(observation).map((key) => ["h", key] as const),
    ...Object.entries(observation).map(([key, value]) => ["kv", key, value] as const),
  ];
}

export function unknownAnnotation(id: number): Fault {
  return new Fault("not-found", `There is no annotation ${id}.`);
}

/** The species with the most votes; among equals the one with the lowest id. */
export function leadingSpecies({ identifications }: Pick<Annotation, "identifications">): number | undefined {
  const [leader] = identifications.toSorted(
    (a, b) => b.voters.length - a.voters.length || a.species - b.species,
  );
  return leader?.species;
}
