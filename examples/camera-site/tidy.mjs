import fs from "node:fs";
import path from "node:path";
import { codeOf } from "./durable-files.mjs";
import { readStream } from "./stream-folder.mjs";

const dayMs = 24 * 3_600_000;
/** The service forgets idempotency keys after 90 days; a detection may come until then. */
const keepFinishedMs = 91 * dayMs;

/**
 * Removes what a process that was killed left half-written, and streams that were finished long ago.
 * @param {string} root @param {number} nowMs
 */
export function tidy(root, nowMs) {
  const [home, tmp] = [path.join(root, "streams"), path.join(root, "tmp")];
  for (const name of fs.readdirSync(tmp)) {
    if (name.startsWith("finished-")) discard(path.join(tmp, name), path.join(home, name.slice(9)));
    else if (ageMs(path.join(tmp, name), nowMs) > dayMs) fs.rmSync(path.join(tmp, name), { recursive: true });
  }
  for (const name of fs.readdirSync(home)) {
    const folder = path.join(home, name);
    const { ended, waiting } = readStream(name, fs.readdirSync(folder));
    if (!ended || waiting.length > 0 || ageMs(folder, nowMs) < keepFinishedMs) continue;
    const away = path.join(tmp, `finished-${name}`);
    fs.renameSync(folder, away);
    discard(away, folder);
  }
}

/**
 * Out of its place nothing more can be recorded in it; what was recorded at the last moment brings it back.
 * @param {string} away @param {string} folder
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
