import type { Annotation } from "../../shared/domain/annotation/annotation.ts";
import { checkPatchedLabel, type Label } from "../../shared/domain/annotation/machine-label.ts";
import { checkKeypoints } from "../../shared/domain/annotation/make-annotation.ts";
import type { AnnotationPatch } from "../../shared/domain/annotation/new-annotation.ts";
import { noted } from "../../shared/domain/annotation/observation.ts";
import { type DerivedVotes, withMovedVotes, withoutVotes } from "../../shared/domain/annotation/vote.ts";
import { checkInPicture } from "../../shared/domain/stream/frame-size.ts";
import { checkInStream, type VideoStream } from "../../shared/domain/stream/video-stream.ts";
import { momentAt } from "../../shared/domain/time/moment.ts";
import { patched } from "../../shared/domain/wire/or-null.ts";

/** Data that a change depends on, from outside the request. `derived` is set if the author changes the observation. */
type Changing = {
  readonly stream: VideoStream | undefined;
  /** The time zone of the stream's capture source. */
  readonly timeZone: string | undefined;
  readonly derived: DerivedVotes | undefined;
  readonly nowMs: number;
};

/**
 * Returns an annotation with a patch applied. New keypoints set the timespan, unless the patch sets it.
 * @throws Fault `invalid-request` for a time beyond the end of the stream
 * @throws Fault `conflict` for a box beyond the picture, or `confidence` or `machine` in a person's label, or if the
 * author's new votes are too many
 */
export function patchAnnotation(
  annotation: Annotation,
  patch: AnnotationPatch,
  { stream, timeZone, derived, nowMs }: Changing,
): Annotation {
  const times = patch.keypoints?.map(({ timeMs }) => timeMs);
  const own = { start: annotation.startMs, end: annotation.endMs };
  const tracked = times && { start: Math.min(...times), end: Math.max(...times) };
  const { start, end } = patch.timespan ?? tracked ?? own;
  if (stream && times) checkInStream(stream, Math.max(...times), "/keypoints");
  if (stream && patch.timespan) checkInStream(stream, end, "/timespan/end");
  if (stream && patch.keypoints) checkKeypoints(stream, patch.keypoints);
  if (stream && patch.boundingBox) checkInPicture(stream.size, patch.boundingBox, "/boundingBox");
  const label: Label = {
    method: patch.method ?? annotation.method,
    confidence: patched(annotation.confidence, patch.confidence),
    machine: patched(annotation.machine, patch.machine),
  };
  checkPatchedLabel(label, patch);
  return {
    ...(label.method === "machine" ? withoutAuthorsVotes(annotation) : withAuthorsVotes(annotation, derived)),
    ...label,
    startMs: start,
    endMs: end,
    moment: stream ? momentAt(stream.startMs + start, timeZone) : annotation.moment,
    keypoints: patched(annotation.keypoints, patch.keypoints),
    boundingBox: patched(annotation.boundingBox, patch.boundingBox),
    observer: patch.observer ?? annotation.observer,
    observation: patched(annotation.observation, patch.observation && (noted(patch.observation) ?? null)),
    camtrapDp: patched(annotation.camtrapDp, patch.camtrap_dp),
    changedMs: nowMs,
  };
}

/** Adapts the author's votes to the names in the observation. A machine's label has no votes of its author. */
function withAuthorsVotes(annotation: Annotation, derived: DerivedVotes | undefined): Annotation {
  if (derived === undefined) return annotation;
  const before = annotation.method === "machine" ? [] : derived.before;
  return withMovedVotes(annotation, { ...derived, before }, annotation.author.id);
}

/** Removes the author's votes when a person's label becomes a machine's label. */
function withoutAuthorsVotes(annotation: Annotation): Annotation {
  const { author, method } = annotation;
  return method === "machine" || author.source !== undefined
    ? annotation
    : withoutVotes(annotation, author.id);
}
