import * as z from "zod/mini";
import type { MediaCells } from "../../domain/dataset/camtrap-dp-fields.ts";
import { EndedBy, type VideoStream } from "../../domain/stream/video-stream.ts";
import { calendarTerms, durationBucketKeys, type Term } from "../../index/list-index.ts";
import { jsonText, toJson } from "../../table/json-text.ts";
import { maybe } from "../../table/maybe.ts";
import { keys } from "../../table/schema.ts";

/** A stream's item, parsed into the record. */
export const VideoStreamItem = z.pipe(
  z.object({
    id: z.int(),
    source: z.int(),
    url: z.string(),
    startMs: z.int(),
    endMs: maybe(z.int()),
    live: maybe(z.boolean()),
    aliveMs: maybe(z.int()),
    endedBy: maybe(EndedBy),
    upload: maybe(z.int()),
    fingerprint: maybe(z.string()),
    filename: maybe(z.string()),
    size: maybe(z.tuple([z.int(), z.int()])),
    mediaType: maybe(z.string()),
    codec: maybe(z.string()),
    camtrap: maybe(jsonText<MediaCells>()),
    ver: z.int(),
  }),
  z.transform(
    ({
      size,
      upload,
      fingerprint,
      filename,
      camtrap,
      live,
      aliveMs,
      endedBy,
      ver,
      ...item
    }): VideoStream => ({
      ...item,
      size: size && { width: size[0], height: size[1] },
      ...fileOf({ upload, fingerprint, filename }),
      camtrapDp: camtrap,
      live: live ? { aliveMs, endedBy } : undefined,
      version: ver,
    }),
  ),
);

export function videoStreamItem(stream: VideoStream) {
  return {
    ...keys.videoStream(stream.id),
    ...durationBucketKeys(stream),
    id: stream.id,
    source: stream.source,
    url: stream.url,
    startMs: stream.startMs,
    endMs: stream.endMs,
    size: stream.size && [stream.size.width, stream.size.height],
    upload: stream.file?.upload,
    fingerprint: stream.file?.fingerprint,
    filename: stream.file?.name,
    mediaType: stream.mediaType,
    codec: stream.codec,
    camtrap: toJson(stream.camtrapDp),
    live: stream.live ? true : undefined,
    aliveMs: stream.live?.aliveMs,
    endedBy: stream.live?.endedBy,
    ver: stream.version,
  };
}

type FileFields = {
  readonly upload?: number | undefined;
  readonly fingerprint?: string | undefined;
  readonly filename?: string | undefined;
};

function fileOf({ upload, fingerprint, filename: name }: FileFields) {
  return upload === undefined || fingerprint === undefined ? {} : { file: { upload, fingerprint, name } };
}

/** The terms by which the calendar counts a stream. */
export function videoStreamTerms({ startMs }: VideoStream): readonly Term[] {
  return calendarTerms(startMs);
}
