import { CustomSource, type Source } from "mediabunny";
import * as z from "zod/mini";
import type { GuardedFetch } from "../fetch/guarded-fetch.ts";
import { readRange } from "../fetch/read-blocks.ts";
import { SourceError } from "../fetch/source-error.ts";
import { recentBlocks } from "./recent-blocks.ts";

/** A range of bytes of a file. */
export const FilePart = z.object({ url: z.string(), from: z.int(), bytes: z.int() });
type FilePart = z.infer<typeof FilePart>;

/**
 * Several parts of files, in order, as one file.
 * @throws from the source: any error of `get`; SourceError `bad-answer`
 */
export function joinedSource(parts: readonly FilePart[], get: GuardedFetch): Source {
  let size = 0;
  const placed = parts.map((part) => {
    const start = size;
    size += part.bytes;
    return { ...part, start, end: size };
  });
  const read = recentBlocks(async (from, length) => {
    const chunks: Buffer[] = [];
    for (const { url, from: first, start, end } of placed) {
      const [begin, stop] = [Math.max(from, start), Math.min(from + length, end)];
      if (begin < stop) chunks.push(await readRange(url, get, first + begin - start, stop - begin));
    }
    return Buffer.concat(chunks);
  });
  return new CustomSource({
    getSize: () => size,
    async read(start, end) {
      const chunks: Uint8Array[] = [];
      for (let at = start; at < end; at += chunks.at(-1)?.length ?? 0) {
        const chunk = await read(at, end - at);
        if (chunk.length === 0) throw new SourceError("bad-answer", "A part is shorter than it was.");
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    },
  });
}
