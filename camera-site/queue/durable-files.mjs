import nodeFs from "node:fs";
import path from "node:path";

/**
 * The functions of `node:fs` that are used. Tests replace them by a disk that fills up or loses power.
 * @typedef {Pick<typeof nodeFs, "closeSync" | "copyFileSync" | "fsyncSync" | "linkSync" | "mkdirSync" | "openSync" | "readFileSync"
 *   | "readdirSync" | "renameSync" | "rmSync" | "statSync" | "unlinkSync" | "writeSync">} Fs
 */

/** Thrown if an event could not be written to disk. The recorder must handle this error. */
export class NotRecordedError extends Error {}

/**
 * File operations that are durable when they return: a power cut does not undo them. The content of a file is on
 * disk before its name, and the name before the function returns (fsync(2): fsync of a file does not cover its
 * entry in the folder).
 * @param {Fs} fs
 */
export function durableFiles(fs = nodeFs) {
  /** @param {string} folder or a file */
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
      // A nearly full disk may write only a part.
      for (let at = 0; at < bytes.length; ) at += fs.writeSync(descriptor, bytes, at);
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  }

  return {
    /**
     * Creates a file, completely or not at all.
     * @param {string} temporary a path on the same disk @param {string} file @param {string} text
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
        // The recorder sees the error and records the event again, so this file must not be sent as well.
        fs.rmSync(file, { force: true });
        throw error;
      }
    },

    /**
     * Creates a folder with one file in it, both or neither. Throws ENOTEMPTY or EEXIST if the folder exists.
     * @param {string} temporary @param {string} folder @param {string} name @param {string} text
     * @param {(folder: string) => void} fill puts more files into the folder
     */
    createFolder(temporary, folder, name, text, fill = () => {}) {
      try {
        fs.mkdirSync(temporary, { mode: 0o700 });
        fill(temporary);
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

    /** @param {string} from @param {string} to in any folder on the same disk */
    move(from, to) {
      fs.renameSync(from, to);
      syncFolder(path.dirname(to));
      if (path.dirname(from) !== path.dirname(to)) syncFolder(path.dirname(from));
    },

    /**
     * Gives a finished file a second name, which takes no space. On another disk, or where the file belongs to another
     * user, copies it.
     * @param {string} from @param {string} to
     */
    keep(from, to) {
      try {
        fs.linkSync(from, to);
      } catch (error) {
        if (!["EXDEV", "EPERM", "EMLINK", "ENOTSUP"].includes(codeOf(error) ?? "")) throw error;
        fs.copyFileSync(from, to);
      }
      syncFolder(to);
    },

    syncFolder,
  };
}

/** Code of a system error, for example `ENOENT`. @param {unknown} error @returns {string | undefined} */
export function codeOf(error) {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
