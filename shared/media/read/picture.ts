import { type PictureType, pictureHead } from "../../file-head/picture.ts";
import type { PictureHead } from "../../file-head/picture-head.ts";
import { ExtractionError } from "../cut/extraction-error.ts";
import { requireSuccess } from "../fetch/first-bytes.ts";
import type { GuardedFetch } from "../fetch/guarded-fetch.ts";

export type PictureFile = {
  readonly type: PictureType;
  readonly bytes: Buffer;
  readonly head: PictureHead;
};

/** Pictures of cameras have at most some tens of megabytes. */
const maxBytes = 64 * 2 ** 20;

/** Maximum size of a picture: trail cameras write up to 60 megapixels. */
const maxPixels = 100e6;

/**
 * Reads a picture's file.
 * @throws ExtractionError `unreadable`; any error of `get`
 */
export async function readPicture(type: PictureType, url: string, get: GuardedFetch): Promise<PictureFile> {
  const bytes = await readAll(url, get);
  const head = pictureHead(type, bytes);
  if (head === undefined) throw new ExtractionError("unreadable", "The picture is damaged or incomplete.");
  if (head.width * head.height > maxPixels) {
    throw new ExtractionError("unreadable", `The picture has ${head.width} x ${head.height} pixels.`);
  }
  return { type, bytes, head };
}

/** Reads a whole file. Requests ranges without an end, which `get` may shorten (see fetch/in-parts.ts). */
async function readAll(url: string, get: GuardedFetch): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let read = 0;
  for (let size = Number.POSITIVE_INFINITY; read < size; ) {
    const before = read;
    const response = await requireSuccess(get(url, { headers: { Range: `bytes=${read}-` } }));
    const [, total] = /\/(\d+)$/.exec(response.headers.get("content-range") ?? "") ?? [];
    if (read > 0 && response.status !== 206) throw new ExtractionError("unreadable", "The file changes.");
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      read += chunk.length;
      if (read > maxBytes) throw new ExtractionError("unreadable", `The picture has over ${maxBytes} bytes.`);
    }
    if (read === before) break;
    size = response.status === 206 && total !== undefined ? Number(total) : read;
  }
  return Buffer.concat(chunks);
}
