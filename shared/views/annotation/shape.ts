import * as z from "zod/mini";
import type { Annotation } from "../../domain/annotation/annotation.ts";
import { KeypointView, viewKeypoint } from "../../domain/annotation/keypoint.ts";
import { observerOf, type References } from "../../domain/annotation/references.ts";
import { leadingSpecies } from "../../domain/annotation/review.ts";
import type { Shape } from "../../domain/annotation/shape.ts";
import { UserSummary } from "../../domain/person/user.ts";
import { Box } from "../../domain/stream/box.ts";
import { StreamUrl } from "../../domain/stream/url.ts";
import { formatOffset, formatShortOffset, MediaOffsetText } from "../../domain/time/media-offset.ts";
import { described } from "../../domain/wire/described.ts";
import { Id } from "../../domain/wire/id.ts";
import { FullView, viewFull } from "./full.ts";
import { IdentificationsView, viewIdentifications } from "./identifications.ts";

export const IdentificationView = z
  .strictObject({
    id: Id,
    created_by: UserSummary,
    duration: described(z.int(), "Length in milliseconds.", 1500),
    start: MediaOffsetText,
    end: MediaOffsetText,
    identifications: IdentificationsView,
    keypoints: described(
      z.array(KeypointView),
      "The box at each time. Empty for an annotation that was made in observation shape without a box.",
    ),
    videostream: z.strictObject({ id: Id, stream_url: StreamUrl }),
  })
  .check(z.meta({ id: "AnnotationInIdentificationShape" }));
export type IdentificationView = z.infer<typeof IdentificationView>;

const ObservationView = z
  .strictObject({
    id: Id,
    videostreamId: Id,
    timespan: z.strictObject({ start: MediaOffsetText, end: MediaOffsetText }),
    boundingBox: z.optional(Box),
    observer: described(
      z.string(),
      "Name of the observer, as typed; without one, the author's display name, which may change.",
      "Chi Nguyen",
    ),
    observation: z
      .record(z.string(), z.string())
      .check(z.meta({ examples: [{ species: "Vulpes vulpes", common_name: "Red fox" }] })),
  })
  .check(z.meta({ id: "AnnotationInObservationShape" }));

export const AnnotationView = z.union([IdentificationView, ObservationView, FullView]).check(
  z.meta({
    id: "Annotation",
    description: "An annotation in the shape of the parameter `shape`, or else in the deployment's shape.",
  }),
);
export type AnnotationView = z.infer<typeof AnnotationView>;

export function viewAnnotation(annotation: Annotation, shape: Shape, references: References): AnnotationView {
  return views[shape](annotation, references);
}

const views = { identification: viewIdentification, observation: viewObservation, full: viewFull } as const;

export function viewIdentification(annotation: Annotation, references: References): IdentificationView {
  const { startMs, endMs } = annotation;
  return {
    id: annotation.id,
    created_by: references.author(annotation.author),
    duration: endMs - startMs,
    start: formatOffset(startMs),
    end: formatOffset(endMs),
    identifications: viewIdentifications(annotation, references),
    keypoints: keypointsOf(annotation).map(viewKeypoint),
    videostream: { id: annotation.videostream, stream_url: references.stream(annotation.videostream).url },
  };
}

function viewObservation(annotation: Annotation, references: References): z.infer<typeof ObservationView> {
  const box = annotation.boundingBox ?? annotation.keypoints?.[0]?.box;
  return {
    id: annotation.id,
    videostreamId: annotation.videostream,
    timespan: { start: formatShortOffset(annotation.startMs), end: formatShortOffset(annotation.endMs) },
    ...(box === undefined ? {} : { boundingBox: box }),
    observer: observerOf(annotation, references),
    observation: annotation.observation
      ? { ...annotation.observation }
      : derivedObservation(annotation, references),
  };
}

/** A bounding box counts as a box that does not move from start to end. */
function keypointsOf({ keypoints, boundingBox: box, startMs, endMs }: Annotation) {
  if (keypoints) return keypoints;
  if (box === undefined) return [];
  return [startMs, endMs].map((timeMs) => ({ box, timeMs }));
}

function derivedObservation(annotation: Annotation, references: References): Record<string, string> {
  const leader = leadingSpecies(annotation);
  if (leader === undefined) return {};
  const { scientific_name, common_name } = references.species(leader);
  return { species: scientific_name, common_name };
}
