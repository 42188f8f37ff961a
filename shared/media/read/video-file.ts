import type { OpenedFile } from "./file-facts.ts";
import type { OpenVideo } from "./open-video.ts";

/** The type of a video, and the size of its upright picture with square pixels. */
export async function videoFile({ type, track }: OpenVideo): Promise<OpenedFile> {
  const [width, height] = await Promise.all([track.getDisplayWidth(), track.getDisplayHeight()]);
  return { mediaType: type, size: { width: Math.round(width), height: Math.round(height) } };
}
