import { randomUUID } from "node:crypto";
import nodeFs from "node:fs";
import path from "node:path";
import { codeOf, durableFiles } from "./durable-files.mjs";
import { readEvent } from "./event.mjs";
import {
  acceptedFiles,
  clipFile,
  endedFile,
  firstFiles,
  heartbeatFile,
  nameClip,
  readStream,
} from "./stream-folder.mjs";

/** @typedef {ReturnType<typeof openOutbox>} Outbox */

/**
 * The queue on disk, for its only sender. Call the functions that remove events only after the service has responded.
 * @param {string} root a folder that `openQueue` has made @param {import("./durable-files.mjs").Fs} fs
 */
export function openOutbox(root, fs = nodeFs) {
  const files = durableFiles(fs);
  const home = path.join(root, "streams");
  const rejected = path.join(root, "rejected");
  /** @param {string} stream @param {string} file */
  const pathOf = (stream, file) => path.join(home, stream, file);

  /**
   * Moves an event or a stream out of the queue and writes the reason beside it. A full disk has no room for the
   * reason; then only the move is done.
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
    /** @returns {import("./stream-folder.mjs").Stream[]} sorted by name */
    streams() {
      const names = fs.readdirSync(home).sort();
      return names.map((name) => readStream(name, fs.readdirSync(path.join(home, name))));
    },

    /** @param {string} stream @param {string} file */
    read: (stream, file) => readEvent(fs, pathOf(stream, file)),

    /** Time of the last heartbeat. @param {string} stream @returns {number | undefined} */
    heartbeatMs(stream) {
      try {
        return fs.statSync(pathOf(stream, heartbeatFile)).mtimeMs;
      } catch (error) {
        if (codeOf(error) === "ENOENT") return undefined;
        throw error;
      }
    },

    /**
     * Marks the start as sent; `id` is the service's id of the stream.
     * @param {string} stream @param {import("./stream-folder.mjs").FirstKind} kind @param {number} id
     */
    accepted(stream, kind, id) {
      files.move(pathOf(stream, firstFiles[kind]), pathOf(stream, acceptedFiles[kind](id)));
    },

    /** @param {string} stream */
    clipPath: (stream) => pathOf(stream, clipFile),

    /** Length of a clip's file; `undefined` when it is missing. @param {string} stream @returns {number | undefined} */
    clipBytes(stream) {
      try {
        return fs.statSync(pathOf(stream, clipFile)).size;
      } catch (error) {
        if (codeOf(error) === "ENOENT") return undefined;
        throw error;
      }
    },

    /**
     * Marks the upload of a clip as begun if its id is given, else as not begun.
     * @param {string} stream @param {string} file @param {number} attempt @param {number} [upload]
     */
    clipUpload(stream, file, attempt, upload) {
      files.move(pathOf(stream, file), pathOf(stream, nameClip(attempt, upload)));
    },

    /** Marks a clip as sent; `id` is the service's id of the stream. @param {string} stream @param {string} file @param {number} id */
    clipSent(stream, file, id) {
      files.move(pathOf(stream, file), pathOf(stream, acceptedFiles.clip(id)));
      // A power cut here leaves the file to the clean-up.
      fs.rmSync(pathOf(stream, clipFile), { force: true });
    },

    /** Marks the end as sent. @param {string} stream @param {string} file */
    ended(stream, file) {
      files.move(pathOf(stream, file), pathOf(stream, endedFile));
    },

    /** Removes detections that are sent. @param {string} stream @param {readonly string[]} names */
    sent(stream, names) {
      for (const name of names) fs.unlinkSync(pathOf(stream, name));
      files.syncFolder(path.join(home, stream));
    },

    /** Sets aside an event that the service rejected. @param {string} stream @param {string} file @param {unknown} reason */
    setAside(stream, file, reason) {
      reject(pathOf(stream, file), path.join(rejected, stream, file), reason);
    },

    /** Sets aside a stream with all of its events. @param {string} stream @param {unknown} reason */
    setStreamAside(stream, reason) {
      reject(path.join(home, stream), path.join(rejected, stream), reason);
    },
  };
}
