import { randomUUID } from "node:crypto";
import { mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** Opens the folder with the bodies of objects. Each body is a file that never changes. */
export function openBlobFiles(directory: string) {
  mkdirSync(directory, { recursive: true });
  const path = (name: string) => join(directory, name);
  return {
    /** Writes a new blob and returns its name when it is on the disk. Leaves no file if the source throws. */
    async write(source: AsyncIterable<Buffer>): Promise<string> {
      const name = randomUUID();
      try {
        const file = await open(path(name), "wx");
        // `flush` synchronises the file before it is closed.
        await pipeline(source, file.createWriteStream({ flush: true }));
        await syncDirectory(directory);
        return name;
      } catch (error) {
        await rm(path(name), { force: true });
        throw error;
      }
    },
    /** Returns a file descriptor, which stays valid after the blob is removed. */
    open: (name: string) => openSync(path(name), "r"),
    remove: (name: string) => rm(path(name), { force: true }),
    /** Removes all blobs except these. The removed blobs remained from interrupted uploads. */
    removeUnreferenced(referenced: ReadonlySet<string>): void {
      for (const name of readdirSync(directory)) {
        if (!referenced.has(name)) rmSync(path(name));
      }
    },
  };
}

export type BlobFiles = ReturnType<typeof openBlobFiles>;

/** Synchronises a directory, so that the names of new files survive a power cut, not only their bytes. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
