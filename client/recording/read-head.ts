import { matroskaTime } from "../../shared/file-head/matroska-time.ts";
import { mp4Time } from "../../shared/file-head/mp4-time.ts";
import { pictureExif } from "../../shared/file-head/picture.ts";
import type { ReadAt } from "../../shared/file-head/read-at.ts";
import type { Recorded } from "../../shared/file-head/recorded.ts";
import { type FileKind, fileKind, kindBytes, type VideoType } from "./file-kind.ts";

export type Head = {
  /** `undefined` for a file that is neither a video nor a picture. */
  readonly kind: FileKind | undefined;
  /** The start of the recording, if the file has it. */
  readonly recorded: Recorded | undefined;
};

/** Bytes of a picture that are read. EXIF has at most 64 KiB in JPEG, but a preview or a profile may come before it. */
const headBytes = 2 ** 18;

const maxPictureBytes = 64 * 2 ** 20;

/** Reads the kind of a file and the start of its recording. This reads some kilobytes, however large the file is. */
export async function readHead(read: ReadAt): Promise<Head> {
  const kind = fileKind(await read(0, kindBytes));
  return { kind, recorded: kind && (await timeOf(kind, read)) };
}

async function timeOf(kind: FileKind, read: ReadAt): Promise<Recorded | undefined> {
  if (kind.kind === "unsupported") return undefined;
  if (kind.kind === "video") return videoTime(kind.type, read);
  // WebP has EXIF at its end.
  const length = kind.type === "image/webp" ? maxPictureBytes : headBytes;
  return pictureExif(kind.type, await read(0, length))?.recorded;
}

async function videoTime(type: VideoType, read: ReadAt): Promise<Recorded | undefined> {
  if (type === "video/mp4" || type === "video/quicktime") return mp4Time(read);
  if (type === "video/webm" || type === "video/x-matroska") return matroskaTime(read);
  return undefined;
}
