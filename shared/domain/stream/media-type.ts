import * as z from "zod/mini";
import { described } from "../wire/described.ts";
import { mustBe } from "../wire/must-be.ts";
import { orNull } from "../wire/or-null.ts";

/** The media type of a stream's file, as read from the file, or as given by the caller who registers the stream. */
const MediaType = described(
  z.string().check(
    z.maxLength(100, { abort: true }),
    z.regex(/^(image|video)\/[A-Za-z0-9][A-Za-z0-9.+-]*$/, {
      error: mustBe("the media type of a video or a picture, such as `video/mp4` or `image/jpeg`"),
    }),
  ),
  "Media type of the stream's file: a video, or a picture (`image/jpeg`, `image/png` or `image/webp`), whose `startTime` and `endTime` are equal. The service sets it when it first opens the file.",
  "video/mp4",
);

export const newMediaType = { media_type: orNull(MediaType) };
export const patchedMediaType = { media_type: z.optional(z.nullable(MediaType)) };
export const shownMediaType = { media_type: z.optional(MediaType) };

/** AVI, which no browser plays: its streams are played by their copies. */
export const aviType = "video/x-msvideo";

export function isPictureType(mediaType: string | undefined): boolean {
  return mediaType?.startsWith("image/") ?? false;
}
