import { randomUUID } from "node:crypto";
import nodeFs from "node:fs";
import path from "node:path";
import { codeOf, durableFiles } from "./durable-files.mjs";
import { readEvent } from "./event.mjs";
import { acceptedFiles, aliveFile, endedFile, firstFiles, readStream } from "./stream-folder.mjs";

/** @typedef {ReturnType<typeof openOutbox>} Outbox */

/**
 * The queue on disk as its one sender uses it. What has been sent leaves it only after the answer has come.
 * @param {string} root a folder that `openQueue` has made @param {import("./durable-files.mjs").Fs} fs
 */
export function openOutbox(root, fs = nodeFs) {
  const files = durableFiles(fs);
  const home = path.join(root, "streams");
  const rejected = path.join(root, "rejected");
  /** @param {string} stream @param {string} file */
  const place = (stream, file) => path.join(home, stream, file);

  /**
   * Puts something where it no longer waits, with the reason beside it; on a full disk, without.
   * @param {string} from @param {string} to @param {unknown} reason
   */
  function reject(from, to, reason) {
    fs.mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
    try {
      const text = `${JSON.stringify(reason, undefined, 2)}\n`;
      files.create(path.join(root, "tmp", randomUUID()), `${to}.problem`, text);
    } catch (error) {
      if (codeOf(error) !== "ENOSPC") throw error;
    }
    files.move(from, to);
  }

  return {
    /** @returns {import("./stream-folder.mjs").Stream[]} by name */
    streams() {
      const names = fs.readdirSync(home).sort();
      return names.map((name) => readStream(name, fs.readdirSync(path.join(home, name))));
    },

    /** @param {string} stream @param {string} file */
    read: (stream, file) => readEvent(fs, place(stream, file)),

    /** When the recorder last said that it is still at it. @param {string} stream @returns {number | undefined} */
    aliveMs(stream) {
      try {
        return fs.statSync(place(stream, aliveFile)).mtimeMs;
      } catch (error) {
        if (codeOf(error) === "ENOENT") return undefined;
        throw error;
      }
    },

    /**
     * The service has given the stream this id.
     * @param {string} stream @param {import("./stream-folder.mjs").FirstKind} kind @param {number} id
     */
    accepted(stream, kind, id) {
      files.move(place(stream, firstFiles[kind]), place(stream, acceptedFiles[kind](id)));
    },

    /** The service knows the stream's end. @param {string} stream @param {string} file */
    ended(stream, file) {
      files.move(place(stream, file), place(stream, endedFile));
    },

    /** The service has these detections. @param {string} stream @param {readonly string[]} names */
    sent(stream, names) {
      for (const name of names) fs.unlinkSync(place(stream, name));
      files.syncFolder(path.join(home, stream));
    },

    /** The service will never take this. @param {string} stream @param {string} file @param {unknown} reason */
    setAside(stream, file, reason) {
      reject(place(stream, file), path.join(rejected, stream, file), reason);
    },

    /** The service will never take this stream, nor anything of it. @param {string} stream @param {unknown} reason */
    setStreamAside(stream, reason) {
      reject(path.join(home, stream), path.join(rejected, stream), reason);
    },
  };
}
