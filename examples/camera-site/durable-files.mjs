import nodeFs from "node:fs";
import path from "node:path";

/**
 * What of `node:fs` is used, so that tests can put a disk in its place that fills up or dies.
 * @typedef {Pick<typeof nodeFs, "closeSync" | "fsyncSync" | "mkdirSync" | "openSync" | "readFileSync"
 *   | "readdirSync" | "renameSync" | "rmSync" | "statSync" | "unlinkSync" | "writeSync">} Fs
 */

/** An event that is not on disk: whoever recorded it must be told. */
export class NotRecorded extends Error {}

/**
 * Changes of files that hold when they return, whatever happens to the computer afterwards: a file's
 * content is on disk before it has its name, and its name is on disk before anybody is told (fsync(2): a file's
 * own fsync does not cover its entry in the folder).
 * @param {Fs} fs
 */
export function durableFiles(fs = nodeFs) {
  /** @param {string} folder */
  function syncFolder(folder) {
    const descriptor = fs.openSync(folder, "r");
    try {
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  }

  /** @param {string} file @param {string} text */
  function write(file, text) {
    const descriptor = fs.openSync(file, "wx", 0o600);
    try {
      const bytes = Buffer.from(text);
      // A disk that is nearly full takes a part of it.
      for (let at = 0; at < bytes.length; ) at += fs.writeSync(descriptor, bytes, at);
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  }

  return {
    /**
     * A new file, whole or not at all. The temporary one must be on the same disk.
     * @param {string} temporary @param {string} file @param {string} text
     */
    create(temporary, file, text) {
      try {
        write(temporary, text);
        fs.renameSync(temporary, file);
      } catch (error) {
        fs.rmSync(temporary, { force: true });
        throw error;
      }
      try {
        syncFolder(path.dirname(file));
      } catch (error) {
        // Whoever is told of an error records it again: this one must not be sent as well.
        fs.rmSync(file, { force: true });
        throw error;
      }
    },

    /**
     * A new folder with one file in it, both or none. Fails with ENOTEMPTY or EEXIST when it is there.
     * @param {string} temporary @param {string} folder @param {string} name @param {string} text
     */
    createFolder(temporary, folder, name, text) {
      try {
        fs.mkdirSync(temporary, { mode: 0o700 });
        write(path.join(temporary, name), text);
        syncFolder(temporary);
        fs.renameSync(temporary, folder);
      } catch (error) {
        fs.rmSync(temporary, { recursive: true, force: true });
        throw error;
      }
      try {
        syncFolder(path.dirname(folder));
      } catch (error) {
        fs.rmSync(folder, { recursive: true, force: true });
        throw error;
      }
    },

    /** @param {string} from @param {string} to a place in the same folder or another one of the same disk */
    move(from, to) {
      fs.renameSync(from, to);
      syncFolder(path.dirname(to));
      if (path.dirname(from) !== path.dirname(to)) syncFolder(path.dirname(from));
    },

    syncFolder,
  };
}

/** @param {unknown} error @returns {string | undefined} such as `ENOENT` */
export function codeOf(error) {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
