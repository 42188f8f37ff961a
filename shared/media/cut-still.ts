import { writeFile } from "node:fs/promises";
import { decodeFrame } from "./decode-frame.ts";
import { encodeJpeg } from "./encode-jpeg.ts";
import { packetShownAt } from "./find-packet.ts";
import type { OpenVideo } from "./open-video.ts";

/** Writes the frame that is shown at a time as a JPEG. @returns its size in bytes */
export async function cutStill(
  video: OpenVideo,
  atMs: number,
  outputFile: string,
  maxRssBytes: number,
): Promise<number> {
  const packet = await packetShownAt(video, video.start + atMs / 1000);
  using frame = await decodeFrame(video, packet, maxRssBytes);
  const jpeg = await encodeJpeg(frame, video.track);
  await writeFile(outputFile, jpeg);
  return jpeg.length;
}
