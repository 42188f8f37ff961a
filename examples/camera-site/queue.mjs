import { randomBytes, randomUUID } from "node:crypto";
import nodeFs from "node:fs";
import path from "node:path";
import { codeOf, durableFiles, NotRecorded } from "./durable-files.mjs";
import { eventText, readEvent } from "./event.mjs";
import { aliveFile, beginningOf, firstFiles, nextFile, readStream } from "./stream-folder.mjs";

/** The service takes 255, and the stream's id comes before it. */
const detectionKey = /^[\x20-\x7e]{1,200}$/;
const streamName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/**
 * The queue on disk as recorders use it: any number of processes at a time. Each function returns when the
 * event is safe on disk, and throws `NotRecorded` when it is not.
 *
 *   <root>/streams/<name>/    a folder for each stream, see stream-folder.mjs
 *   <root>/rejected/<name>/   what the service will never take, with its reason
 *   <root>/tmp/               what is being written
 *
 * @param {string} root @param {import("./durable-files.mjs").Fs} fs
 */
export function openQueue(root, fs = nodeFs) {
  const files = durableFiles(fs);
  for (const folder of ["streams", "rejected", "tmp"]) {
    fs.mkdirSync(path.join(root, folder), { recursive: true, mode: 0o700 });
  }
  files.syncFolder(root);
  files.syncFolder(path.dirname(path.resolve(root)));
  const temporary = () => path.join(root, "tmp", randomUUID());

  /** @param {string} folder @returns {string[] | undefined} `undefined` when there is no such folder */
  function namesIn(folder) {
    try {
      return fs.readdirSync(folder);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
  }

  /**
   * Does something in a stream's folder, wherever the sender has put it by then.
   * @template T
   * @param {string} stream @param {(folder: string, names: string[]) => T} act @returns {T}
   */
  function inFolder(stream, act) {
    if (!streamName.test(stream)) throw new NotRecorded(`"${stream}" cannot be the name of a stream.`);
    for (const home of ["streams", "rejected", "streams"]) {
      const folder = path.join(root, home, stream);
      try {
        const names = namesIn(folder);
        if (names) return act(folder, names);
      } catch (error) {
        if (codeOf(error) !== "ENOENT") throw refusal(error);
      }
    }
    throw new NotRecorded(`No stream ${stream} has been recorded here. It begins with record-start.`);
  }

  /**
   * @param {string} stream @param {import("./stream-folder.mjs").LaterKind} kind
   * @param {Readonly<Record<string, unknown>>} body @param {string} key
   */
  function record(stream, kind, body, key = randomUUID()) {
    inFolder(stream, (folder, names) => {
      const file = nextFile(names, kind, randomBytes(4).toString("hex"));
      files.create(temporary(), path.join(folder, file), eventText({ key, body }));
    });
  }

  /** A stream's start as recorded. @param {string} stream */
  function startOf(stream) {
    return inFolder(stream, (folder, names) => {
      const file = beginningOf(names);
      return file === undefined ? undefined : readEvent(fs, path.join(folder, file))?.body;
    });
  }

  return {
    /**
     * Records that a stream began. Its name is the site's own; told twice, word for word, it is once.
     * @param {string} stream
     * @param {{ stream_url: string, capturesource: number, startTime: string, endTime?: string }} body with an
     *   `endTime` it is a recording that is finished, else a live stream
     */
    recordStart(stream, body) {
      if (!streamName.test(stream)) throw new NotRecorded(`"${stream}" cannot be the name of a stream.`);
      if (body.endTime !== undefined) checkOrder(body.startTime, body.endTime);
      const known = ["streams", "rejected"].some((home) => namesIn(path.join(root, home, stream)));
      if (!known) {
        try {
          const file = firstFiles[body.endTime === undefined ? "start" : "recording"];
          const text = eventText({ key: randomUUID(), body });
          files.createFolder(temporary(), path.join(root, "streams", stream), file, text);
          return;
        } catch (error) {
          if (!["ENOTEMPTY", "EEXIST"].includes(codeOf(error) ?? "")) throw refusal(error);
        }
      }
      const before = startOf(stream);
      if (before && JSON.stringify(before) === JSON.stringify(body)) return;
      throw new NotRecorded(`Another recording has the name ${stream}.`);
    },

    /**
     * Records that a live stream ended. Only the first end counts.
     * @param {string} stream @param {string} endTime
     */
    recordEnd(stream, endTime) {
      const { ended, waiting } = inFolder(stream, (_, names) => readStream(stream, names));
      const start = startOf(stream);
      if (start?.["endTime"] !== undefined)
        throw new NotRecorded(`${stream} had its end when it was recorded.`);
      if (ended || waiting.some(({ kind }) => kind === "end")) return;
      checkOrder(start?.["startTime"], endTime);
      record(stream, "end", { endTime });
    },

    /**
     * Records a detection, in the observation shape without its stream.
     * @param {string} stream @param {Readonly<Record<string, unknown>>} body
     * @param {string} [key] the detector's own name of it: told twice, it is once
     */
    recordDetection(stream, body, key) {
      if (key !== undefined && !detectionKey.test(key)) {
        throw new NotRecorded(`"${key}" cannot be a key: 1 to 200 characters of visible ASCII.`);
      }
      record(stream, "detection", body, key);
    },

    /**
     * The recorder is still at it. Nothing of this is kept: the service wants to know that it is so now.
     * @param {string} stream
     */
    markAlive(stream) {
      const mark = temporary();
      inFolder(stream, (folder) => {
        fs.closeSync(fs.openSync(mark, "w", 0o600));
        fs.renameSync(mark, path.join(folder, aliveFile));
      });
    },
  };
}

/** @param {unknown} startTime @param {string} endTime */
function checkOrder(startTime, endTime) {
  if (typeof startTime !== "string" || Date.parse(startTime) <= Date.parse(endTime)) return;
  throw new NotRecorded(`What began at ${startTime} cannot have ended at ${endTime}.`);
}

/** @param {unknown} error */
function refusal(error) {
  if (error instanceof NotRecorded) return error;
  const full = codeOf(error) === "ENOSPC" || codeOf(error) === "EDQUOT";
  const reason = full ? "the disk is full" : error instanceof Error ? error.message : String(error);
  return new NotRecorded(`NOT recorded: ${reason}. All that was recorded before is safe.`, { cause: error });
}
