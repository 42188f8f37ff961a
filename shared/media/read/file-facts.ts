import * as z from "zod/mini";
import type { Recorded } from "../../file-head/recorded.ts";

/** Facts that every job reads from the file that it opens. */
export const OpenedFile = z.object({
  /** Media type, such as `video/mp4` or `image/jpeg`. A playlist is `video/x-mpegurl`. */
  mediaType: z.string(),
  /** Size of the upright picture with square pixels, as players show it. */
  size: z.object({ width: z.int(), height: z.int() }),
  /** Such as `avc`, `hevc`, `vp9` or `mjpeg`; for a picture `jpeg`, `png` or `webp`. */
  codec: z.string(),
});
export type OpenedFile = z.infer<typeof OpenedFile>;

const RecordedStart: z.ZodMiniType<Recorded> = z.object({
  localMs: z.int(),
  offsetMinutes: z.exactOptional(z.int()),
  from: z.enum(["apple", "mp4", "matroska", "exif"]),
});

/** Facts of a video's or picture's file. */
export const FileFacts = z.extend(OpenedFile, {
  /** True for a video that only a demuxer of ffmpeg reads. No browser plays it, so it needs a playable copy. */
  isOld: z.exactOptional(z.literal(true)),
  /** 0 for a picture. */
  durationMs: z.int(),
  /** Absent if the file has no usable time. */
  recorded: z.optional(RecordedStart),
});
export type FileFacts = z.infer<typeof FileFacts>;
