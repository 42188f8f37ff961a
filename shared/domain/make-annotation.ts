import type { Annotation, Author } from "./annotation.ts";
import { invalid } from "./fault.ts";
import { checkInPicture } from "./frame-size.ts";
import type { Keypoint } from "./keypoint.ts";
import { checkLabel, type Label, type NewLabel } from "./machine-label.ts";
import type { AnnotationPatch, NewAnnotation } from "./new-annotation.ts";
import { patched } from "./or-null.ts";
import { isSite, type SiteCaller } from "./site-key.ts";
import type { User } from "./user.ts";
import { checkInStream, type VideoStream } from "./video-stream.ts";
import { type DerivedVotes, withMovedVotes, withoutVotes } from "./vote.ts";

/** The data of a new annotation that its author does not send. */
export type Making = {
  readonly stream: VideoStream;
  readonly author: Author;
  /** Ids of the species that the author votes for. */
  readonly votes: readonly number[];
  readonly nowMs: number;
};

/**
 * A new annotation, from either shape.
 * @throws Fault `invalid-request` for a time beyond the end of the stream, or a box beyond its picture
 */
export function makeAnnotation(
  { shape, fields }: NewAnnotation,
  { stream, author, votes, nowMs }: Making,
): Omit<Annotation, "id" | "version"> {
  const label = labelOf(fields, author);
  checkLabel(label);
  if (label.method === "machine" && shape === "identification" && fields.identification !== undefined) {
    throw invalid(
      "/body/identification",
      "`identification` must be left out of a machine's label, which has no vote. Name the species in `observation`.",
    );
  }
  const voted = label.method === "machine" ? [] : votes.toSorted((a, b) => a - b);
  const made = {
    ...label,
    videostream: stream.id,
    source: stream.source,
    identifications: voted.map((species) => ({ species, voters: [author.id] })),
    author,
    createdMs: nowMs,
    changedMs: nowMs,
  };
  if (shape === "identification") {
    const times = fields.keypoints.map(({ timeMs }) => timeMs);
    checkInStream(stream, Math.max(...times), "/body/keypoints");
    checkKeypoints(stream, fields.keypoints);
    return {
      ...made,
      startMs: Math.min(...times),
      endMs: Math.max(...times),
      keypoints: fields.keypoints,
      boundingBox: undefined,
      observer: undefined,
      observation: undefined,
    };
  }
  checkInStream(stream, fields.timespan.end, "/body/timespan/end");
  if (fields.boundingBox) checkInPicture(stream.size, fields.boundingBox, "/body/boundingBox");
  return {
    ...made,
    startMs: fields.timespan.start,
    endMs: fields.timespan.end,
    keypoints: undefined,
    boundingBox: fields.boundingBox,
    observer: fields.observer,
    observation: fields.observation,
  };
}

/** A site key labels for a machine, unless it says otherwise. */
function labelOf({ method, confidence, machine }: NewLabel, { source }: Author): Label {
  return { method: method ?? (source === undefined ? "human" : "machine"), confidence, machine };
}

/** The caller as author. */
export function authorOf(caller: User | SiteCaller): Author {
  return isSite(caller)
    ? { id: caller.siteKey, source: caller.source }
    : { id: caller.id, source: undefined };
}

/**
 * An annotation after a patch. New keypoints set the time span, unless the patch sets it.
 * @param derived set if its author changes the observation
 * @throws Fault `invalid-request` for a time beyond the end of the stream, or a box beyond its picture
 * @throws Fault `conflict` if the author's new votes are too many
 */
export function patchAnnotation(
  annotation: Annotation,
  patch: AnnotationPatch,
  stream: VideoStream | undefined,
  nowMs: number,
  derived: DerivedVotes | undefined,
): Annotation {
  const times = patch.keypoints?.map(({ timeMs }) => timeMs);
  const own = { start: annotation.startMs, end: annotation.endMs };
  const tracked = times && { start: Math.min(...times), end: Math.max(...times) };
  const { start, end } = patch.timespan ?? tracked ?? own;
  if (stream && times) checkInStream(stream, Math.max(...times), "/body/keypoints");
  if (stream && patch.timespan) checkInStream(stream, end, "/body/timespan/end");
  if (stream && patch.keypoints) checkKeypoints(stream, patch.keypoints);
  if (stream && patch.boundingBox) checkInPicture(stream.size, patch.boundingBox, "/body/boundingBox");
  const label: Label = {
    method: patch.method ?? annotation.method,
    confidence: patched(annotation.confidence, patch.confidence),
    machine: patched(annotation.machine, patch.machine),
  };
  checkLabel(label);
  return {
    ...(label.method === "machine" ? withoutAuthorsVotes(annotation) : withAuthorsVotes(annotation, derived)),
    ...label,
    startMs: start,
    endMs: end,
    keypoints: patch.keypoints ?? annotation.keypoints,
    boundingBox: patch.boundingBox === undefined ? annotation.boundingBox : (patch.boundingBox ?? undefined),
    observer: patch.observer ?? annotation.observer,
    observation: patch.observation ?? annotation.observation,
    changedMs: nowMs,
  };
}

/** The author's votes follow the names in the observation. What was a machine's label had no such votes. */
function withAuthorsVotes(annotation: Annotation, derived: DerivedVotes | undefined): Annotation {
  if (derived === undefined) return annotation;
  const before = annotation.method === "machine" ? [] : derived.before;
  return withMovedVotes(annotation, { ...derived, before }, annotation.author.id);
}

/** What becomes a machine's label loses the votes of its author. */
function withoutAuthorsVotes(annotation: Annotation): Annotation {
  const { author, method } = annotation;
  return method === "machine" || author.source !== undefined
    ? annotation
    : withoutVotes(annotation, author.id);
}

function checkKeypoints({ size }: VideoStream, keypoints: readonly Keypoint[]): void {
  for (const [i, { box }] of keypoints.entries()) checkInPicture(size, box, `/body/keypoints/${i}/box`);
}
