import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { invalid } from "../domain/fault.ts";
import type { MediaRange } from "../domain/media-range.ts";
import type { VideoStream } from "../domain/video-stream.ts";

/** What is to be cut out of a video. Times are milliseconds from its start. */
export const Excerpt = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("still"), atMs: z.number() }),
  z.object({ kind: z.literal("clip"), startMs: z.number(), endMs: z.number() }),
]);
export type Excerpt = z.infer<typeof Excerpt>;

/** The longest clip. It is copied in one request, of which API Gateway waits 29 seconds for an answer. */
const maxClipMs = 60_000;

/**
 * The still at the start of a range, or the clip of it.
 * @throws Fault `invalid-request`
 */
export function excerptOf(type: "image/jpeg" | "video/mp4", { startMs, endMs }: MediaRange): Excerpt {
  if (type === "image/jpeg") return { kind: "still", atMs: startMs };
  if (endMs === startMs) throw invalid("/query/time", "Must not be empty for a clip");
  if (endMs - startMs > maxClipMs) throw invalid("/query/time", "Must have at most 60 seconds");
  return { kind: "clip", startMs, endMs };
}

/** The part of the stream that a moment is. */
export function rangeOf(moment: Excerpt): MediaRange {
  return moment.kind === "still" ? { startMs: moment.atMs, endMs: moment.atMs } : moment;
}

/** Names a moment of a stream, as long as the stream's video is where it is. */
export function excerptDigest({ id, url }: VideoStream, moment: Excerpt): string {
  const { startMs, endMs } = rangeOf(moment);
  return createHash("sha256")
    .update(JSON.stringify([id, url, moment.kind, startMs, endMs]))
    .digest("base64url");
}
