import * as z from "zod/mini";
import { type Media, MediaType } from "../../domain/media/media.ts";
import { formatOffset, MediaOffsetText } from "../../domain/time/media-offset.ts";
import { formatTimestamp, TimestampView } from "../../domain/time/timestamp.ts";
import { Id } from "../../domain/wire/id.ts";

export const MediaView = z
  .strictObject({
    id: Id,
    type: MediaType,
    bytes: z.int(),
    videostream: z.nullable(Id),
    start: z.nullable(MediaOffsetText),
    end: z.nullable(MediaOffsetText),
    origin: z.enum(["cut", "upload"]),
    created: TimestampView,
  })
  .check(z.meta({ id: "Media" }));
export type MediaView = z.infer<typeof MediaView>;

export function viewMedia({ id, type, sizeBytes, stream, range, cut, createdMs }: Media): MediaView {
  return {
    id,
    type,
    bytes: sizeBytes,
    videostream: stream ?? null,
    start: range ? formatOffset(range.startMs) : null,
    end: range ? formatOffset(range.endMs) : null,
    origin: cut === undefined ? "upload" : "cut",
    created: formatTimestamp(createdMs),
  };
}
