import * as z from "zod/mini";
import type { Annotation } from "../../domain/annotation/annotation.ts";
import { KeypointView, viewKeypoint } from "../../domain/annotation/keypoint.ts";
import { shownLabel } from "../../domain/annotation/machine-label.ts";
import { observerOf, type References } from "../../domain/annotation/references.ts";
import { Review, reviewOf } from "../../domain/annotation/review.ts";
import { observationCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import { fullImport } from "../../domain/job/import-id.ts";
import { UserSummary } from "../../domain/person/user.ts";
import { Box } from "../../domain/stream/box.ts";
import { StreamUrl } from "../../domain/stream/url.ts";
import { formatOffset, MediaOffsetText } from "../../domain/time/media-offset.ts";
import { formatTimestamp, TimestampView } from "../../domain/time/timestamp.ts";
import { formatLocalTime } from "../../domain/time/zone-offset.ts";
import { described } from "../../domain/wire/described.ts";
import { Id } from "../../domain/wire/id.ts";
import { IdentificationsView, viewIdentifications } from "./identifications.ts";

const side = z.nullable(z.int()).check(z.meta({ examples: [1920] }));

/** An annotation with all its fields. Each is present: `null` when it is unset, `[]` for an empty list. */
export const FullView = z
  .strictObject({
    id: Id,
    etag: described(
      z.string(),
      "Entity tag of this version. Send it as `If-Match` to change this version only.",
      '"42.3"',
    ),
    videostream: z.strictObject({ id: Id, stream_url: StreamUrl, width: side, height: side }),
    capturesource: z.strictObject({ id: Id, name: z.string(), time_zone: z.nullable(z.string()) }),
    start: MediaOffsetText,
    end: MediaOffsetText,
    start_time: TimestampView,
    end_time: TimestampView,
    local_time: z.string().check(
      z.meta({
        description: "`start_time` by the clock of the camera: RFC 3339 with milliseconds and offset.",
        format: "date-time",
        examples: ["2026-03-01T08:30:01.500+02:00"],
      }),
    ),
    keypoints: z.array(KeypointView),
    bounding_box: z.nullable(Box),
    observer: z.string().check(z.meta({ examples: ["Chi Nguyen"] })),
    observation: z
      .nullable(z.record(z.string(), z.string()))
      .check(z.meta({ examples: [{ species: "Vulpes vulpes", behaviour: "drinking" }] })),
    identifications: IdentificationsView,
    ...shownLabel,
    review: Review,
    created: TimestampView,
    created_by: UserSummary,
    changed: TimestampView,
    ...fullImport,
    ...observationCells.full,
  })
  .check(z.meta({ id: "AnnotationInFullShape" }));

export function viewFull(annotation: Annotation, references: References): z.infer<typeof FullView> {
  const { id, startMs, endMs, keypoints = [] } = annotation;
  const stream = references.stream(annotation.videostream);
  const { name, timeZone } = references.source(annotation.source);
  return {
    id,
    etag: rowTag(annotation),
    videostream: {
      id: annotation.videostream,
      stream_url: stream.url,
      width: stream.size?.width ?? null,
      height: stream.size?.height ?? null,
    },
    capturesource: { id: annotation.source, name, time_zone: timeZone ?? null },
    start: formatOffset(startMs),
    end: formatOffset(endMs),
    start_time: formatTimestamp(stream.startMs + startMs),
    end_time: formatTimestamp(stream.startMs + endMs),
    local_time: formatLocalTime(timeZone, stream.startMs + startMs),
    keypoints: keypoints.map(viewKeypoint),
    bounding_box: annotation.boundingBox ?? null,
    observer: observerOf(annotation, references),
    observation: annotation.observation ? { ...annotation.observation } : null,
    identifications: viewIdentifications(annotation, references),
    method: annotation.method,
    confidence: annotation.confidence ?? null,
    machine: annotation.machine ?? null,
    review: reviewOf(annotation),
    created: formatTimestamp(annotation.createdMs),
    created_by: references.author(annotation.author),
    changed: formatTimestamp(annotation.changedMs),
    import: annotation.importId ?? null,
    camtrap_dp: annotation.camtrapDp ?? null,
  };
}

/**
 * Returns the entity tag of an annotation in a list. It depends on the annotation's version only, not on the records
 * that the annotation refers to.
 */
export function rowTag({ id, version }: Pick<Annotation, "id" | "version">): string {
  return `"${id}.${version}"`;
}
