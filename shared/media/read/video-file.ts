import { ExtractionError } from "../cut/extraction-error.ts";
import type { OpenedFile } from "./file-facts.ts";
import type { OpenVideo } from "./open-video.ts";

/**
 * The type and codec of a video, and the size of its upright picture with square pixels.
 * @throws ExtractionError `unreadable`
 */
export async function videoFile({ type, track }: OpenVideo): Promise<OpenedFile> {
  const [width, height] = await Promise.all([track.getDisplayWidth(), track.getDisplayHeight()]);
  const codec = await track.getCodec();
  if (codec === null) throw new ExtractionError("unreadable", "The codec is unknown.");
  return { mediaType: type, size: { width: Math.round(width), height: Math.round(height) }, codec };
}
