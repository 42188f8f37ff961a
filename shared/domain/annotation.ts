import type { Box } from "./box.ts";
import { Fault } from "./fault.ts";
import type { Keypoint } from "./keypoint.ts";
import type { Label } from "./machine-label.ts";
import { namesIn, type Observation } from "./observation.ts";

/** A user, or a capture source with one of its site keys. `id` is that of the user or of the key. */
export type Author = { readonly id: number; readonly source: number | undefined };

/** A species, and the users who voted for it, each once. */
type Identification = { readonly species: number; readonly voters: readonly number[] };

/**
 * A labelled moment of a stream, as stored. It can be shown in every shape. A field that its own shape
 * lacks is `undefined` here, and is derived when the other shape shows it.
 */
export type Annotation = Label & {
  readonly id: number;
  readonly videostream: number;
  /** The stream's capture source, which never changes. */
  readonly source: number;
  /** Milliseconds from the start of the stream's video, like `endMs`. */
  readonly startMs: number;
  readonly endMs: number;
  readonly keypoints: readonly Keypoint[] | undefined;
  readonly boundingBox: Box | undefined;
  /** What somebody typed; `undefined` for the author, whose display name is shown. */
  readonly observer: string | undefined;
  readonly observation: Observation | undefined;
  /** Sorted by species id. Each has at least one voter. */
  readonly identifications: readonly Identification[];
  readonly author: Author;
  readonly createdMs: number;
  readonly changedMs: number;
  readonly version: number;
};

/** A term of the list index. */
export type AnnotationTerm =
  | readonly ["*"]
  | readonly ["vs" | "cs" | "sp" | "au", number]
  | readonly ["ob" | "nm" | "h", string]
  | readonly ["kv", string, string];

/**
 * The terms by which lists find an annotation: its stream and source, its typed observer or else its author, its
 * species by votes, and the names, keys and pairs of its observation. The author stands for a name that may change.
 */
export function annotationTerms(annotation: Annotation): readonly AnnotationTerm[] {
  const { videostream, source, observer, author, identifications, observation = {} } = annotation;
  return [
    ["*"],
    ["vs", videostream],
    ["cs", source],
    observer === undefined ? ["au", author.id] : ["ob", observer],
    ...identifications.map(({ species }) => ["sp", species] as const),
    ...namesIn(observation).map((name) => ["nm", name] as const),
    ...Object.keys(observation).map((key) => ["h", key] as const),
    ...Object.entries(observation).map(([key, value]) => ["kv", key, value] as const),
  ];
}

export function unknownAnnotation(id: number): Fault {
  return new Fault("not-found", `There is no annotation ${id}.`);
}
