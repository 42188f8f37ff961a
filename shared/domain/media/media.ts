import * as z from "zod/mini";
import { MediaOffset } from "../time/media-offset.ts";
import { TimestampView } from "../time/timestamp.ts";
import { HexSha256 } from "../upload/parts.ts";
import { described } from "../wire/described.ts";
import { invalid } from "../wire/fault.ts";
import { Id } from "../wire/id.ts";
import { orNull } from "../wire/or-null.ts";
import type { MediaRange } from "./range.ts";

export const MediaType = z.enum(["image/jpeg", "image/png", "image/webp", "video/mp4", "video/webm"]);
export type MediaType = z.infer<typeof MediaType>;

/** A picture or a video that the service stores. Its record never changes. */
export type Media = {
  readonly id: number;
  readonly type: MediaType;
  readonly sizeBytes: number;
  /** The stream that it shows. */
  readonly stream: number | undefined;
  readonly range: MediaRange | undefined;
  /** Identifies the excerpt that the file was cut for (see `excerptDigest`); `undefined` for an upload. */
  readonly cut: string | undefined;
  /** SHA-256 of an upload's bytes, in hexadecimal. */
  readonly sha256: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdMs: number;
};

/** Maximum size of an upload, in bytes. Single PUTs of this size are still reliable. */
const maxUploadBytes = 2 ** 30;

export const NewMedia = z
  .strictObject({
    type: MediaType,
    bytes: described(
      z.int().check(z.gte(1), z.lte(maxUploadBytes)),
      "Size of the file in bytes: up to 1 GiB.",
      48213,
    ),
    sha256: orNull(HexSha256),
    videostream: orNull(Id),
    start: orNull(MediaOffset),
    end: orNull(MediaOffset),
  })
  .check(
    z.meta({
      id: "NewMedia",
      description:
        "`start` and `end` are times in the video stream. Without `end`, the file shows a single moment.",
      examples: [{ type: "image/jpeg", bytes: 48213, videostream: 2, start: "00:00:05" }],
    }),
  );
export type NewMedia = z.infer<typeof NewMedia>;

/** A signed URL of a file. Until it expires, it works without a credential. */
export const MediaLink = z
  .strictObject({ url: z.string(), expires_at: TimestampView })
  .check(z.meta({ id: "MediaLink" }));
export type MediaLink = z.infer<typeof MediaLink>;

/** A signed URL for the PUT of a file. It accepts one file. */
export const UploadLink = z.strictObject({
  url: z.string(),
  headers: described(
    z.record(z.string(), z.string()),
    "The PUT must have exactly these headers. It returns 412 when a file has already arrived, and 409 while another one is arriving.",
  ),
  expires_at: TimestampView,
});
export type UploadLink = z.infer<typeof UploadLink>;

/** `false` returns a link, not a redirect: an `<img>` sends no token, so its page must ask for the link first. */
export const Redirect = described(
  z._default(
    z.pipe(
      z.pipe(
        z.enum(["true", "false"]),
        z.transform((text) => text === "true"),
      ),
      z.boolean(),
    ),
    true,
  ),
  "`true` (default) redirects to the file. `false` returns its link as JSON, for pages: an `<img>` cannot send a token.",
  false,
);

/**
 * Returns the part of a stream that an upload shows.
 * @throws Fault `invalid-request`
 */
export function uploadRange({ videostream, start, end }: NewMedia): MediaRange | undefined {
  if (start === undefined && end === undefined) return undefined;
  if (videostream === undefined) {
    throw invalid("/videostream", "`videostream` is required when `start` or `end` is given.");
  }
  if (start === undefined) throw invalid("/start", "`start` is required when `end` is given.");
  if (end !== undefined && end < start) {
    throw invalid("/end", "`end` must not be before `start`.");
  }
  return { startMs: start, endMs: end ?? start };
}
