import fs from "node:fs";
import path from "node:path";
import { codeOf } from "./durable-files.mjs";

const problemSuffix = ".problem";

/**
 * What was set aside, and why: whole streams by their names, single events as `<stream>/<file>`.
 * @param {string} root @returns {{ what: string, why: string }[]}
 */
export function listSetAside(root) {
  const rejected = path.join(root, "rejected");
  return fs.readdirSync(rejected, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [];
    const why = reasonOf(path.join(rejected, entry.name));
    if (why !== undefined) return [{ what: entry.name, why }];
    const files = eventsIn(path.join(rejected, entry.name));
    return files.map((file) => ({
      what: `${entry.name}/${file}`,
      why: reasonOf(path.join(rejected, entry.name, file)) ?? "see the sender's log",
    }));
  });
}

/**
 * Puts all of it back into the queue. Call it after the files are corrected.
 * @param {string} root @returns {number} how many streams have events again
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

/** @param {string} folder */
function eventsIn(folder) {
  return fs
    .readdirSync(folder)
    .filter((file) => !file.endsWith(problemSuffix))
    .sort();
}

/** @param {string} file */
function reasonOf(file) {
  try {
    return fs.readFileSync(`${file}${problemSuffix}`, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}
