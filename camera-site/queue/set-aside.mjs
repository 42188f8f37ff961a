import fs from "node:fs";
import path from "node:path";
import { codeOf } from "./durable-files.mjs";
import { readStream } from "./stream-folder.mjs";

const problemSuffix = ".problem";

/**
 * Streams and single events that were set aside. `what` is a stream's name or `<stream>/<file>`; `events` counts the
 * events in it.
 * @typedef {{ what: string, events: number, why: string }} SetAside
 * @param {string} root @returns {SetAside[]}
 */
export function listSetAside(root) {
  const rejected = path.join(root, "rejected");
  const streams = fs.readdirSync(rejected, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return streams.flatMap(({ name }) => {
    const folder = path.join(rejected, name);
    const { waiting } = readStream(name, fs.readdirSync(folder));
    const why = reasonOf(folder);
    if (why !== undefined) return [{ what: name, events: waiting.length, why }];
    return waiting.map(({ file }) => ({
      what: `${name}/${file}`,
      events: 1,
      why: reasonOf(path.join(folder, file)) ?? "See the sender's log.",
    }));
  });
}

/**
 * Puts everything that was set aside back into the queue. Call it after the files are corrected.
 * @param {string} root @returns {number} number of streams whose events are back in the queue
 */
export function retrySetAside(root) {
  const [home, rejected] = [path.join(root, "streams"), path.join(root, "rejected")];
  const entries = fs.readdirSync(rejected, { withFileTypes: true });
  const streams = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  for (const name of streams) {
    const [from, to] = [path.join(rejected, name), path.join(home, name)];
    for (const file of fs.readdirSync(from)) {
      if (file.endsWith(problemSuffix)) fs.rmSync(path.join(from, file));
    }
    if (!moveFolder(from, to)) {
      // The stream was not set aside as a whole: its folder is still in the queue.
      for (const file of fs.readdirSync(from)) fs.renameSync(path.join(from, file), path.join(to, file));
      fs.rmdirSync(from);
    }
    fs.rmSync(`${from}${problemSuffix}`, { force: true });
  }
  return streams.length;
}

/** Returns `false` when there is a folder at `to` already. @param {string} from @param {string} to */
function moveFolder(from, to) {
  try {
    fs.renameSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOTEMPTY" || codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** The reason that the sender wrote, in one line; `undefined` when there is none. @param {string} file */
function reasonOf(file) {
  const text = read(`${file}${problemSuffix}`);
  if (text === undefined) return undefined;
  try {
    const { status, detail } = JSON.parse(text);
    return status ? `${status}: ${detail}` : String(detail);
  } catch {
    return text.replace(/\s+/g, " ");
  }
}

/** @param {string} file */
function read(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
