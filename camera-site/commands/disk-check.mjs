import fs from "node:fs";
import path from "node:path";
import { codeOf, durableFiles } from "../queue/durable-files.mjs";
import { openQueue } from "../queue/queue.mjs";

/**
 * Result of one test. The state is `?` when the test could not be made. `text` describes the result, and what to do.
 * @typedef {{ state: "ok" | "WRONG" | "?", text: string }} Finding
 */

/** @type {Readonly<Record<string, string>>} */
const advice = {
  ENOSPC: "The disk is full: free some space.",
  EACCES: "Run the command as the user of the site (sudo -u).",
  EROFS: "The disk is read-only: check it for errors or replace it.",
};

/**
 * Tests whether events can be recorded in this folder, by writing a file as recorders do.
 * @param {string} root @param {number | undefined} uid id of this user; `undefined` on Windows
 * @returns {Finding}
 */
export function checkDisk(root, uid = process.getuid?.()) {
  try {
    const owner = fs.existsSync(root) ? fs.statSync(root).uid : uid;
    if (uid !== undefined && owner !== uid) {
      // The sender could not read files of another user, and root could write them anywhere.
      const text = `${root} belongs to user id ${owner}, but you are ${uid}.`;
      return { state: "WRONG", text: `${text} Run the command as the user of the site (sudo -u).` };
    }
    openQueue(root);
    const file = path.join(root, "tmp", `check-${process.pid}`);
    durableFiles().create(`${file}.tmp`, file, "check\n");
    fs.rmSync(file);
    const { bavail, bsize } = fs.statfsSync(root);
    return { state: "ok", text: `${root} is writable, ${((bavail * bsize) / 1e9).toFixed(1)} GB free.` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    const text = `${root} is not writable: ${reason}. ${advice[codeOf(error) ?? ""] ?? ""}`.trim();
    return { state: "WRONG", text };
  }
}
