import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { MediaRange } from "../../domain/media/range.ts";
import { Box } from "../../domain/stream/box.ts";
import type { VideoStream } from "../../domain/stream/video-stream.ts";
import { invalid } from "../../domain/wire/fault.ts";

/** A picture to cut from a video. Its time is in milliseconds from the start of the video. */
export const Still = z.object({
  kind: z.literal("still"),
  atMs: z.number(),
  /** Maximum width in pixels; 1,920 if it is left out. */
  width: z.optional(z.int()),
  /** The part of the picture to show, and the size of the picture in which it is measured, if not that of the video. */
  crop: z.optional(z.object({ box: Box, size: z.optional(z.object({ width: z.int(), height: z.int() })) })),
});
export type Still = z.infer<typeof Still>;

/** A still or a clip to cut from a video. Times are milliseconds from the start of the video. */
export const Excerpt = z.discriminatedUnion("kind", [
  Still,
  z.object({ kind: z.literal("clip"), startMs: z.number(), endMs: z.number() }),
]);
export type Excerpt = z.infer<typeof Excerpt>;

/** Maximum length of a clip. One request copies it, and API Gateway waits 29 seconds for the response. */
const maxClipMs = 60_000;

/**
 * The still at the start of a range, or the range as a clip.
 * @throws Fault `invalid-request`
 */
export function excerptOf(type: "image/jpeg" | "video/mp4", { startMs, endMs }: MediaRange): Excerpt {
  if (type === "image/jpeg") return { kind: "still", atMs: startMs };
  if (endMs === startMs) throw invalid("/time", "`time` must end after it starts for a clip.");
  if (endMs - startMs > maxClipMs)
    throw invalid("/time", "`time` must be at most 60 seconds long for a clip.");
  return { kind: "clip", startMs, endMs };
}

/** The range of an excerpt. A still starts and ends at the same time. */
export function rangeOf(excerpt: Excerpt): MediaRange {
  return excerpt.kind === "still" ? { startMs: excerpt.atMs, endMs: excerpt.atMs } : excerpt;
}

/** Identifies an excerpt of a stream. Changes if the URL of the stream's video changes. */
export function excerptDigest({ id, url }: VideoStream, excerpt: Excerpt): string {
  const { startMs, endMs } = rangeOf(excerpt);
  return createHash("sha256")
    .update(JSON.stringify([id, url, excerpt.kind, startMs, endMs, ...viewOf(excerpt)]))
    .digest("base64url");
}

/**
 * Values that distinguish stills of one moment. Empty for a still of the whole picture. The picture's size is left out:
 * it cannot change while labels have boxes, and the service stores it with the first still.
 */
function viewOf(excerpt: Excerpt): readonly unknown[] {
  if (excerpt.kind !== "still" || (excerpt.width ?? excerpt.crop) === undefined) return [];
  const { x1, y1, x2, y2 } = excerpt.crop?.box ?? {};
  return [excerpt.width, x1, y1, x2, y2];
}
