import { pictureType, signatureBytes } from "../../file-head/picture.ts";
import { readFirstBytes } from "../fetch/first-bytes.ts";
import type { GuardedFetch } from "../fetch/guarded-fetch.ts";
import { type OpenVideo, openVideo } from "./open-video.ts";
import { type PictureFile, readPicture } from "./picture.ts";

export type OpenFile = Disposable & ({ readonly picture: PictureFile } | { readonly video: OpenVideo });

/**
 * Opens a video or a picture. The first bytes tell which of the two it is: names and types that servers give may be
 * wrong.
 * @throws ExtractionError `unreadable`; any error of `get`
 */
export async function openFile(url: string, get: GuardedFetch): Promise<OpenFile> {
  const first = await readFirstBytes(url, get, signatureBytes);
  const type = pictureType(first.bytes);
  if (type !== undefined) {
    return { picture: await readPicture(type, url, first.get), [Symbol.dispose]: () => {} };
  }
  const video = await openVideo(url, first.get);
  return { video, [Symbol.dispose]: () => video[Symbol.dispose]() };
}
