import { pictureType, signatureBytes } from "../../file-head/picture.ts";
import type { CopySource } from "../copy/copy-source.ts";
import { demuxerBytes } from "../copy/demuxer-of.ts";
import { openOriginal } from "../copy/open-copy-source.ts";
import { readFirstBytes } from "../fetch/first-bytes.ts";
import type { GuardedFetch } from "../fetch/guarded-fetch.ts";
import type { OpenVideo } from "./open-video.ts";
import { type PictureFile, readPicture } from "./picture.ts";

/** `old`: a video that only a demuxer of ffmpeg reads. */
export type OpenFile = AsyncDisposable &
  ({ readonly picture: PictureFile } | { readonly video: OpenVideo } | { readonly old: CopySource });

/**
 * Opens a video or a picture. The first bytes tell what it is: names and types that servers give may be wrong.
 * @param maxRssBytes resident memory that this process may use
 * @throws ExtractionError `unreadable`, `no-decoder`; any error of `get`
 */
export async function openFile(url: string, get: GuardedFetch, maxRssBytes: number): Promise<OpenFile> {
  const first = await readFirstBytes(url, get, Math.max(signatureBytes, demuxerBytes));
  const type = pictureType(first.bytes);
  if (type !== undefined) {
    return { picture: await readPicture(type, url, first.get), [Symbol.asyncDispose]: async () => {} };
  }
  const opened = await openOriginal(url, first, maxRssBytes);
  return {
    ...opened,
    [Symbol.asyncDispose]: async () =>
      "old" in opened ? await opened.old[Symbol.asyncDispose]() : opened.video[Symbol.dispose](),
  };
}
