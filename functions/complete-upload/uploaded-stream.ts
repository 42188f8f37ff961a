import type { StreamFile } from "../../shared/domain/stream/video-stream.ts";
import type { Upload, UploadedStream } from "../../shared/domain/upload/upload.ts";
import type { FileFacts } from "../../shared/media/read/file-facts.ts";

/** The largest side of a stream's picture. */
const maxSide = 65_535;

/** Files that say more are wrong: a camera's card is full sooner. */
const maxDurationMs = 366 * 24 * 3_600_000;

/** The stream that a file becomes. A picture is a moment; a video ends when it was said to, or when the file does. */
export function uploadedStream(
  { source, startMs, endMs }: Upload,
  { mediaType, size, durationMs }: FileFacts,
  file: StreamFile,
  url: string,
): UploadedStream | { readonly reason: string } {
  // Its parts would be elsewhere, and could change.
  if (mediaType === "video/x-mpegurl") return { reason: "The file is a playlist, which has no video in it." };
  if (Math.max(size.width, size.height) > maxSide) {
    return { reason: `The file's pictures have ${size.width} x ${size.height} pixels.` };
  }
  if (durationMs > maxDurationMs) return { reason: "The file says that it is longer than a year." };
  return {
    source,
    url,
    startMs,
    endMs: endMs ?? startMs + durationMs,
    size,
    mediaType,
    live: undefined,
    file,
  };
}
