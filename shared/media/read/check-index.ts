import { wrongCount } from "../../file-head/mp4-counts.ts";
import type { ReadAt } from "../../file-head/read-at.ts";
import { ExtractionError } from "../cut/extraction-error.ts";
import { requireSuccess } from "../fetch/first-bytes.ts";
import type { GuardedFetch } from "../fetch/guarded-fetch.ts";

/**
 * Checks the counts in the index of an MP4 file, before a reader goes through them. Does nothing for other files.
 * @throws ExtractionError `unreadable`; any error of `get`
 */
export async function checkIndex(url: string, get: GuardedFetch, read: ReadAt): Promise<void> {
  const wrong = await wrongCount(read, await sizeOf(url, get));
  if (wrong !== undefined) throw new ExtractionError("unreadable", wrong);
}

/** The size of a file in bytes. Infinite if its server does not tell. */
export async function sizeOf(url: string, get: GuardedFetch): Promise<number> {
  const { headers, body, status } = await requireSuccess(get(url, { headers: { Range: "bytes=0-0" } }));
  await body?.cancel();
  const range = /\/(\d+)$/.exec(headers.get("content-range") ?? "")?.[1];
  const bytes = range ?? (status === 206 ? null : headers.get("content-length"));
  return bytes === null ? Number.POSITIVE_INFINITY : Number(bytes);
}
