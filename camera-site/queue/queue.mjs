import { randomBytes, randomUUID } from "node:crypto";
import nodeFs from "node:fs";
import path from "node:path";
import { codeOf, durableFiles, NotRecordedError } from "./durable-files.mjs";
import { eventText, readEvent } from "./event.mjs";
import { checkDetectionKey, checkOrder, checkStreamName } from "./event-rules.mjs";
import {
  clipFile,
  findFirstFile,
  firstFiles,
  heartbeatFile,
  nextFile,
  readStream,
} from "./stream-folder.mjs";

/**
 * The queue on disk, for recorders. Any number of processes may use it at a time. Each function returns when the
 * event is safe on disk, and throws `NotRecordedError` otherwise.
 *
 *   <root>/streams/<name>/    one folder for each stream, see stream-folder.mjs
 *   <root>/rejected/<name>/   events that the service rejected, with the reasons
 *   <root>/tmp/               files being written
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

  /** @param {string} folder @returns {string[] | undefined} `undefined` when the folder does not exist */
  function namesIn(folder) {
    try {
      return fs.readdirSync(folder);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
  }

  /**
   * Runs `act` in a stream's folder. Tries the places in turn, since the sender may move the folder meanwhile.
   * @template T
   * @param {string} stream @param {(folder: string, names: string[]) => T} act @returns {T}
   */
  function inFolder(stream, act) {
    checkStreamName(stream);
    for (const home of ["streams", "rejected", "streams"]) {
      const folder = path.join(root, home, stream);
      try {
        const names = namesIn(folder);
        if (names) return act(folder, names);
      } catch (error) {
        if (codeOf(error) !== "ENOENT") throw asNotRecorded(error);
      }
    }
    throw new NotRecordedError(`There is no stream ${stream} here. Record its start first: record-start.`);
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

  /**
   * Records the first event of a stream. Recording the same event again changes nothing.
   * @param {string} stream @param {import("./stream-folder.mjs").FirstKind} kind
   * @param {Readonly<Record<string, unknown>> & { startTime: string, endTime?: string }} body
   * @param {(folder: string) => void} [fill]
   */
  function recordFirst(stream, kind, body, fill) {
    checkStreamName(stream);
    if (body.endTime !== undefined) checkOrder(body.startTime, body.endTime);
    const known = ["streams", "rejected"].some((home) => namesIn(path.join(root, home, stream)));
    if (!known) {
      try {
        const text = eventText({ key: randomUUID(), body });
        files.createFolder(temporary(), path.join(root, "streams", stream), firstFiles[kind], text, fill);
        return;
      } catch (error) {
        if (!["ENOTEMPTY", "EEXIST"].includes(codeOf(error) ?? "")) throw asNotRecorded(error);
      }
    }
    const before = startOf(stream);
    if (before && JSON.stringify(before) === JSON.stringify(body)) return;
    throw new NotRecordedError(`Another recording has the name ${stream}. Choose another --stream name.`);
  }

  /** Body of the stream's start. @param {string} stream */
  function startOf(stream) {
    return inFolder(stream, (folder, names) => {
      const file = findFirstFile(names);
      return file === undefined ? undefined : readEvent(fs, path.join(folder, file))?.body;
    });
  }

  return {
    /**
     * Records that a stream started. Recording the same start again changes nothing.
     * @param {string} stream the site's own name for it
     * @param {{ stream_url: string, capturesource: number, startTime: string, endTime?: string }} body with an
     *   `endTime` it is a finished recording, else a live stream
     */
    recordStart(stream, body) {
      recordFirst(stream, body.endTime === undefined ? "start" : "recording", body);
    },

    /**
     * Records a finished clip, whose file is sent as well. The queue keeps the file under a second name: the recorder may
     * delete the first name, but must not change the file. Recording the same clip again changes nothing.
     * @param {string} stream the site's own name for it
     * @param {string} file
     * @param {{ filename: string, type: string, capturesource: number, startTime: string, endTime?: string }} body
     *   without an `endTime` the stream ends when the video does
     */
    recordClip(stream, file, body) {
      const { size: bytes } = inDisk(() => fs.statSync(file));
      if (bytes === 0) throw new NotRecordedError(`${file} is empty.`);
      recordFirst(stream, "clip", { ...body, bytes }, (folder) =>
        files.keep(file, path.join(folder, clipFile)),
      );
    },

    /**
     * Records that a live stream ended. Only the first end counts.
     * @param {string} stream @param {string} endTime
     */
    recordEnd(stream, endTime) {
      const { ended, waiting } = inFolder(stream, (_, names) => readStream(stream, names));
      const start = startOf(stream);
      if (start?.["endTime"] !== undefined || start?.["filename"] !== undefined) {
        throw new NotRecordedError(`${stream} is a finished recording and has its end already.`);
      }
      if (ended || waiting.some(({ kind }) => kind === "end")) return;
      checkOrder(start?.["startTime"], endTime);
      record(stream, "end", { endTime });
    },

    /**
     * Records a detection.
     * @param {string} stream @param {Readonly<Record<string, unknown>>} body in the observation shape, without
     *   the stream
     * @param {string} [key] the detector's own key: the same key in the same stream makes one annotation
     */
    recordDetection(stream, body, key) {
      if (key !== undefined) checkDetectionKey(key);
      record(stream, "detection", body, key);
    },

    /**
     * Records a heartbeat of a live stream. Each heartbeat replaces the one before. It need not survive a power cut,
     * because an old heartbeat is of no use to the service.
     * @param {string} stream
     */
    recordHeartbeat(stream) {
      const file = temporary();
      inFolder(stream, (folder) => {
        fs.closeSync(fs.openSync(file, "w", 0o600));
        fs.renameSync(file, path.join(folder, heartbeatFile));
      });
    },
  };
}

/** @template T @param {() => T} act @returns {T} */
function inDisk(act) {
  try {
    return act();
  } catch (error) {
    throw asNotRecorded(error);
  }
}

/** @param {unknown} error */
function asNotRecorded(error) {
  if (error instanceof NotRecordedError) return error;
  const full = codeOf(error) === "ENOSPC" || codeOf(error) === "EDQUOT";
  const reason = full ? "the disk is full" : error instanceof Error ? error.message : String(error);
  return new NotRecordedError(`NOT recorded: ${reason}. Events recorded before are safe.`, { cause: error });
}
