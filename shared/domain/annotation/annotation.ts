import type { ObservationCells } from "../dataset/camtrap-dp-fields.ts";
import type { ImportId } from "../job/import-id.ts";
import type { Box } from "../stream/box.ts";
import { localDay, localHour, localMonth, type Moment } from "../time/moment.ts";
import type { Keypoint } from "./keypoint.ts";
import type { Label } from "./machine-label.ts";
import { namesIn, type Observation } from "./observation.ts";
import { type Identification, reviewOf } from "./review.ts";

/** A user, or a capture source with one of its site keys. `id` is that of the user or of the key. */
export type Author = { readonly id: number; readonly source: number | undefined };

/**
 * A labelled moment of a stream, as stored. Responses can show it in every shape. A field that was not sent, because
 * the shape of the request lacks it, is `undefined` here; a response in the other shape derives its value.
 */
export type Annotation = Label & {
  readonly id: number;
  readonly videostream: number;
  /** The stream's capture source. It does not change while the stream has annotations. */
  readonly source: number;
  /** Milliseconds from the start of the stream's video, like `endMs`. */
  readonly startMs: number;
  readonly endMs: number;
  /** Start of the annotation: the instant, and the time on the camera's clock. */
  readonly moment: Moment;
  readonly keypoints: readonly Keypoint[] | undefined;
  readonly boundingBox: Box | undefined;
  /** Name of the observer, as typed. If it is `undefined`, the author's display name is shown instead. */
  readonly observer: string | undefined;
  readonly observation: Observation | undefined;
  /** Sorted by species id. Each has at least one voter. */
  readonly identifications: readonly Identification[];
  readonly author: Author;
  readonly camtrapDp?: ObservationCells | undefined;
  readonly importId?: ImportId;
  /** Time of the last change by an import. `undefined` if no import has changed it. */
  readonly importedMs?: number | undefined;
  readonly createdMs: number;
  readonly changedMs: number;
  readonly version: number;
};

/** A term of the list index. */
export type AnnotationTerm =
  | readonly ["*"]
  | readonly ["vs" | "cs" | "sp" | "au" | "hour" | "cf" | "vb" | "im", number]
  | readonly ["ob" | "nm" | "h" | "day" | "month" | "rv" | "me", string]
  | readonly ["kv", string, string];

/** Number of steps of `confidence` in filters. Each step is 0.05. */
export const confidenceSteps = 20;

/**
 * Returns the terms by which lists find an annotation: its stream and source; its typed observer, or else the id of its
 * author, whose name may change; its species by votes; the names, keys and pairs of its observation; the local day,
 * month and hour of its start; the method and confidence of its label; its review state; and its voters.
 */
export function annotationTerms(annotation: Annotation): readonly AnnotationTerm[] {
  const { videostream, source, observer, author, identifications, importId, observation = {} } = annotation;
  const { moment, method, confidence } = annotation;
  const voters = new Set(identifications.flatMap((identification) => identification.voters));
  return [
    ["*"],
    ["vs", videostream],
    ["cs", source],
    observer === undefined ? ["au", author.id] : ["ob", observer],
    ...identifications.map(({ species }) => ["sp", species] as const),
    ...namesIn(observation).map((name) => ["nm", name] as const),
    ...Object.keys(observation).map((key) => ["h", key] as const),
    ...Object.entries(observation).map(([key, value]) => ["kv", key, value] as const),
    ...(importId === undefined ? [] : [["im", importId] as const]),
    ["day", localDay(moment)],
    ["month", localMonth(moment)],
    ["hour", localHour(moment)],
    // Only the method `machine` has a term: a label without this term is a person's, and people's labels have the most
    // other terms.
    ...(method === "machine" ? [["me", method] as const] : []),
    ["rv", reviewOf(annotation)],
    ...(confidence === undefined ? [] : [["cf", confidenceStep(confidence)] as const]),
    ...[...voters].map((voter) => ["vb", voter] as const),
  ];
}

/** Returns the step of a confidence, from 0 to 19. A confidence of 1 is in step 19. */
function confidenceStep(confidence: number): number {
  // Rounding errors: 0.55 × 20 gives slightly more than 11, and other products may be slightly too small.
  return Math.min(Math.floor(confidence * confidenceSteps + 1e-9), confidenceSteps - 1);
}
