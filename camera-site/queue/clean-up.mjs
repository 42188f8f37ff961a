import fs from "node:fs";
import path from "node:path";
import { codeOf } from "./durable-files.mjs";
import { clipFile, readStream } from "./stream-folder.mjs";

const dayMs = 24 * 3_600_000;
/** The service keeps idempotency keys for 90 days, and detections may be recorded that long after the end. */
const keepFinishedMs = 91 * dayMs;

/**
 * Removes temporary files of killed processes, files of clips that are sent, and streams that finished 91 days ago.
 * @param {string} root @param {number} nowMs
 */
export function cleanUp(root, nowMs) {
  const [home, tmp] = [path.join(root, "streams"), path.join(root, "tmp")];
  for (const name of fs.readdirSync(tmp)) {
    if (name.startsWith("finished-")) discard(path.join(tmp, name), path.join(home, name.slice(9)));
    else if (ageMs(path.join(tmp, name), nowMs) > dayMs) fs.rmSync(path.join(tmp, name), { recursive: true });
  }
  for (const name of fs.readdirSync(home)) {
    const folder = path.join(home, name);
    const { ended, waiting } = readStream(name, fs.readdirSync(folder));
    if (ended) fs.rmSync(path.join(folder, clipFile), { force: true });
    if (!ended || waiting.length > 0 || ageMs(folder, nowMs) < keepFinishedMs) continue;
    const away = path.join(tmp, `finished-${name}`);
    fs.renameSync(folder, away);
    discard(away, folder);
  }
}

/**
 * Deletes a folder that was moved away. Moves it back when an event was recorded in it just before the move.
 * @param {string} away @param {string} folder its former path
 */
function discard(away, folder) {
  const { waiting } = readStream("", fs.readdirSync(away));
  if (waiting.length > 0) fs.renameSync(away, folder);
  else fs.rmSync(away, { recursive: true });
}

/** @param {string} file @param {number} nowMs */
function ageMs(file, nowMs) {
  try {
    return nowMs - fs.statSync(file).mtimeMs;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return 0;
    throw error;
  }
}
