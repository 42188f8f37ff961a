import { randomUUID } from "node:crypto";
import { mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

export type BlobFiles = {
  /** Writes a new blob and gives its name once its bytes are on the disk. Leaves nothing if the source throws. */
  write: (source: AsyncIterable<Buffer>) => Promise<string>;
  /** A file descriptor. It stays good when the blob is removed meanwhile. */
  open: (name: string) => number;
  remove: (name: string) => Promise<void>;
  /** Removes what no record points at: the rest of an upload that never ended. */
  keepOnly: (names: ReadonlySet<string>) => void;
};

/** The bodies of objects: one file each, written once, never changed. */
export function openBlobFiles(directory: string): BlobFiles {
  mkdirSync(directory, { recursive: true });
  const path = (name: string) => join(directory, name);
  return {
    async write(source) {
      const name = randomUUID();
      try {
        const file = await open(path(name), "wx");
        // flush: the file is synchronised before it is closed.
        await pipeline(source, file.createWriteStream({ flush: true }));
        await syncDirectory(directory);
        return name;
      } catch (error) {
        await rm(path(name), { force: true });
        throw error;
      }
    },
    open: (name) => openSync(path(name), "r"),
    remove: (name) => rm(path(name), { force: true }),
    keepOnly(names) {
      for (const name of readdirSync(directory)) {
        if (!names.has(name)) rmSync(path(name));
      }
    },
  };
}

/** Else the file's bytes would survive a power cut, and its name would not. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(directory, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
