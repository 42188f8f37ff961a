import * as z from "zod/mini";
import { type Annotation, leadingSpecies } from "./annotation.ts";
import { Box } from "./box.ts";
import { Id } from "./id.ts";
import { formatOffset, formatShortOffset, MediaOffsetText } from "./media-offset.ts";
import { Role } from "./role.ts";
import { SpeciesSummary } from "./species.ts";
import { StreamUrl } from "./stream-url.ts";

/** The two shapes in which the interface shows an annotation. */
export const Shape = z.enum(["identification", "observation"]);
export type Shape = z.infer<typeof Shape>;

/** A user or a capture source as other records show it. It never contains an e-mail address. */
export const UserSummary = z
  .strictObject({
    id: Id,
    display_name: z.string().check(z.meta({ examples: ["Chi Nguyen"] })),
    role: z.union([Role, z.literal("camera")]),
  })
  .check(z.meta({ id: "UserSummary" }));
export type UserSummary = z.infer<typeof UserSummary>;

export const IdentificationView = z
  .strictObject({
    id: Id,
    created_by: UserSummary,
    duration: z.int().check(z.meta({ description: "Length in milliseconds.", examples: [1500] })),
    start: MediaOffsetText,
    end: MediaOffsetText,
    identifications: z.array(
      z.strictObject({ identified_by: z.array(UserSummary), species: SpeciesSummary }),
    ),
    keypoints: z.array(z.strictObject({ box: Box, time: MediaOffsetText })).check(
      z.meta({
        description:
          "The box at each time. Empty for an annotation that was made in observation shape without a box.",
      }),
    ),
    videostream: z.strictObject({ id: Id, stream_url: StreamUrl }),
  })
  .check(z.meta({ id: "AnnotationInIdentificationShape" }));
export type IdentificationView = z.infer<typeof IdentificationView>;

export const ObservationView = z
  .strictObject({
    id: Id,
    videostreamId: Id,
    timespan: z.strictObject({ start: MediaOffsetText, end: MediaOffsetText }),
    boundingBox: z.optional(Box),
    observer: z.string().check(
      z.meta({
        description: "Who saw it, as somebody typed it; or else the author's display name, which may change.",
        examples: ["Chi Nguyen"],
      }),
    ),
    observation: z
      .record(z.string(), z.string())
      .check(z.meta({ examples: [{ species: "Vulpes vulpes", common_name: "Red fox" }] })),
  })
  .check(z.meta({ id: "AnnotationInObservationShape" }));

export const AnnotationView = z.union([IdentificationView, ObservationView]).check(
  z.meta({
    id: "Annotation",
    description: "An annotation in the shape of the parameter `shape`, or else in the deployment's shape.",
  }),
);
export type AnnotationView = z.infer<typeof AnnotationView>;

/** The current data of the records that an annotation refers to. */
export type References = {
  readonly user: (id: number) => UserSummary;
  readonly author: (author: Annotation["author"]) => UserSummary;
  readonly species: (id: number) => SpeciesSummary;
  readonly streamUrl: (id: number) => string;
};

/** An annotation in one of the two shapes. */
export function viewAnnotation(annotation: Annotation, shape: Shape, references: References): AnnotationView {
  return shape === "identification"
    ? viewIdentification(annotation, references)
    : viewObservation(annotation, references);
}

export function viewIdentification(annotation: Annotation, references: References): IdentificationView {
  const { startMs, endMs } = annotation;
  return {
    id: annotation.id,
    created_by: references.author(annotation.author),
    duration: endMs - startMs,
    start: formatOffset(startMs),
    end: formatOffset(endMs),
    identifications: annotation.identifications.map(({ species, voters }) => ({
      identified_by: voters.map(references.user),
      species: references.species(species),
    })),
    keypoints: keypointsOf(annotation).map(({ box, timeMs }) => ({ box, time: formatOffset(timeMs) })),
    videostream: { id: annotation.videostream, stream_url: references.streamUrl(annotation.videostream) },
  };
}

export function viewObservation(
  annotation: Annotation,
  references: References,
): z.infer<typeof ObservationView> {
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

/** What somebody typed, or else the author's name. */
export function observerOf({ observer, author }: Annotation, references: References): string {
  return observer ?? references.author(author).display_name;
}

/** A single box counts as one that does not move from start to end. */
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
