import * as z from "zod/mini";
import { Fault, invalid } from "./fault.ts";
import { Id } from "./id.ts";
import { formatOffset, MediaOffset, MediaOffsetText } from "./media-offset.ts";
import type { MediaRange } from "./media-range.ts";
import { formatTimestamp, TimestampView } from "./timestamp.ts";

export const MediaType = z.enum(["image/jpeg", "image/png", "image/webp", "video/mp4", "video/webm"]);
export type MediaType = z.infer<typeof MediaType>;

/** A picture or a video that the service keeps, as stored. A record never changes. */
export type Media = {
  readonly id: number;
  readonly type: MediaType;
  readonly sizeBytes: number;
  /** The stream that it shows, if any. */
  readonly stream: number | undefined;
  readonly range: MediaRange | undefined;
  /** What it was cut out of (see `excerptDigest`); `undefined` for an upload. */
  readonly cut: string | undefined;
  /** Of an upload: SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdMs: number;
};

/** The most that one upload may have: what a single PUT carries well. */
const maxUploadBytes = 2 ** 30;

export const NewMedia = z
  .strictObject({
    type: MediaType,
    bytes: z.int().check(z.gte(1), z.lte(maxUploadBytes)),
    sha256: z.optional(
      z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: "Must be a SHA-256 in 64 lower-case hex digits" })),
    ),
    videostream: z.optional(Id),
    start: z.optional(MediaOffset),
    end: z.optional(MediaOffset),
  })
  .check(z.meta({ id: "NewMedia" }));
export type NewMedia = z.infer<typeof NewMedia>;

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

/** Where a file can be fetched from for a while, by whoever has the address. */
export const MediaLink = z
  .strictObject({ url: z.string(), expires_at: TimestampView })
  .check(z.meta({ id: "MediaLink" }));
export type MediaLink = z.infer<typeof MediaLink>;

/** Where a file can be put for a while, by a PUT with exactly these headers. */
export const UploadLink = z.strictObject({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  expires_at: TimestampView,
});
export type UploadLink = z.infer<typeof UploadLink>;

/** `false` asks for a link instead of a redirect: an `<img>` sends no token, so its page asks first. */
export const Redirect = z._default(
  z.pipe(
    z.pipe(
      z.enum(["true", "false"]),
      z.transform((text) => text === "true"),
    ),
    z.boolean(),
  ),
  true,
);

/**
 * The part of a stream that an upload shows.
 * @throws Fault `invalid-request`
 */
export function uploadRange({ videostream, start, end }: NewMedia): MediaRange | undefined {
  if (start === undefined && end === undefined) return undefined;
  if (videostream === undefined) throw invalid("/body/videostream", "Must say whose times start and end are");
  if (start === undefined) throw invalid("/body/start", "Must be there when end is");
  if (end !== undefined && end < start) throw invalid("/body/end", "Must not be before start");
  return { startMs: start, endMs: end ?? start };
}

export function unknownMedia(id: number): Fault {
  return new Fault("not-found", `There are no media ${id}.`);
}
