import { maxStreamMs } from "../../shared/domain/stream/stream-times.ts";
import type { StreamFile } from "../../shared/domain/stream/video-stream.ts";
import type { Upload, UploadedStream } from "../../shared/domain/upload/upload.ts";
import type { FileFacts } from "../../shared/media/read/file-facts.ts";

/** Maximum width and height of a stream's picture, in pixels. */
const maxSide = 65_535;

/**
 * Returns the video stream of an uploaded file, or the reason why the service refuses the file. A stream without an
 * announced end ends after the duration of the file.
 */
export function uploadedStream(
  { source, startMs, endMs }: Upload,
  { mediaType, size, codec, durationMs }: FileFacts,
  file: StreamFile,
  url: string,
): UploadedStream | { readonly reason: string } {
  // The segments of a playlist are other files, which could change.
  if (mediaType === "video/x-mpegurl") return { reason: "The file is a playlist, which contains no video." };
  if (Math.max(size.width, size.height) > maxSide) {
    return {
      reason: `The file's pictures have ${size.width} x ${size.height} pixels. The maximum is ${maxSide} in each direction.`,
    };
  }
  if (durationMs > maxStreamMs) return { reason: "According to the file, the video is longer than a year." };
  return {
    source,
    url,
    startMs,
    endMs: endMs ?? startMs + durationMs,
    size,
    mediaType,
    codec,
    live: undefined,
    file,
  };
}
