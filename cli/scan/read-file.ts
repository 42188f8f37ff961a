import { type FileHandle, open } from "node:fs/promises";
import { type Head, readHead } from "../../client/recording/read-head.ts";
import type { ReadAt } from "../../shared/file-head/read-at.ts";

/** Reads type and time from the head of a file. This reads some kilobytes, however large the file is. */
export async function readFile(file: string): Promise<Head> {
  await using handle = await open(file);
  // `await` is necessary, because the file is closed on return.
  return await readHead(reader(handle));
}

function reader(handle: FileHandle): ReadAt {
  return async (position, length) => {
    const { size } = await handle.stat();
    const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    return buffer.subarray(0, bytesRead);
  };
}
