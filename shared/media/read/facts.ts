import { matroskaTime } from "../../file-head/matroska-time.ts";
import { mp4Time } from "../../file-head/mp4-time.ts";
import type { ReadAt } from "../../file-head/read-at.ts";
import { decodePicture } from "../cut/decode-picture.ts";
import type { FileFacts, OpenedFile } from "./file-facts.ts";
import { endOf } from "./find-packet.ts";
import type { OpenFile } from "./open-file.ts";
import { videoFile } from "./video-file.ts";

export async function openedFile(opened: OpenFile): Promise<OpenedFile> {
  if ("picture" in opened) {
    const { type, head } = opened.picture;
    const isSwapped = head.orientation > 4;
    return {
      mediaType: type,
      size: {
        width: isSwapped ? head.height : head.width,
        height: isSwapped ? head.width : head.height,
      },
      codec: type.replace("image/", ""),
    };
  }
  return "old" in opened ? opened.old.file : await videoFile(opened.video);
}

/**
 * Reads the facts of an open file. Decodes a picture to check that this is possible.
 * @param read reads further bytes of the file
 * @throws ExtractionError `unreadable`, `too-much-memory`; any error of `read`
 */
export async function readFacts(opened: OpenFile, read: ReadAt, maxRssBytes: number): Promise<FileFacts> {
  const file = await openedFile(opened);
  if ("picture" in opened) {
    (await decodePicture(opened.picture, maxRssBytes)).free();
    const { recorded } = opened.picture.head;
    return { ...file, durationMs: 0, ...(recorded ? { recorded } : {}) };
  }
  const recorded = await timeReaders[file.mediaType]?.(read);
  const time = recorded ? { recorded } : {};
  if ("old" in opened) {
    return { ...file, durationMs: await opened.old.lengthMs(), isOld: true, ...time };
  }
  const { video } = opened;
  const durationMs = Math.max(0, Math.round(((await endOf(video)) - video.start) * 1000));
  return { ...file, durationMs, ...time };
}

const timeReaders: Readonly<Record<string, typeof mp4Time>> = {
  "video/mp4": mp4Time,
  "video/quicktime": mp4Time,
  "video/x-matroska": matroskaTime,
  "video/webm": matroskaTime,
};
