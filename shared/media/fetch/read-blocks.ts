import { inBlocks } from "../../file-head/in-blocks.ts";
import type { ReadAt } from "../../file-head/read-at.ts";
import { requireSuccess } from "./first-bytes.ts";
import type { GuardedFetch } from "./guarded-fetch.ts";

/**
 * Reads a file at any position, in blocks that are requested once.
 * @throws from the reader: any error of `get`; SourceError `bad-answer`
 */
export function readBlocks(url: string, get: GuardedFetch): ReadAt {
  return inBlocks((from, length) => readRange(url, get, from, length));
}

/** The bytes of a range, fewer at the end of the file. */
export async function readRange(
  url: string,
  get: GuardedFetch,
  from: number,
  length: number,
): Promise<Buffer> {
  if (!Number.isSafeInteger(from + length)) return Buffer.alloc(0);
  const response = await get(url, { headers: { Range: `bytes=${from}-${from + length - 1}` } });
  // The position is beyond the end of the file (RFC 9110, section 15.5.17).
  if (response.status === 416) {
    await response.body?.cancel();
    return Buffer.alloc(0);
  }
  const { status } = await requireSuccess(Promise.resolve(response));
  // A server that ignores ranges sends the whole file.
  let skip = status === 206 ? 0 : from;
  const chunks: Buffer[] = [];
  let read = 0;
  for await (const chunk of response.body ?? []) {
    const wanted = Buffer.from(chunk).subarray(skip, skip + length - read);
    skip = Math.max(0, skip - chunk.length);
    chunks.push(wanted);
    read += wanted.length;
    if (read >= length) break;
  }
  return Buffer.concat(chunks);
}
