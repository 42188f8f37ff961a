import fs from "node:fs";
import path from "node:path";
import { isObject } from "../queue/event.mjs";

/**
 * Last known state of the link and the clock. Recorders read the clock from it, and the command `status` reads both.
 * @typedef {{ at: string, problem: string, clock?: import("./clock.mjs").ClockCheck }} LinkState `problem` is empty
 *   while the link is up
 */

/** @param {string} root @param {LinkState} state */
export function writeLinkState(root, state) {
  const temporary = path.join(root, "tmp", `link-${process.pid}`);
  try {
    fs.writeFileSync(temporary, JSON.stringify(state));
    fs.renameSync(temporary, path.join(root, "link.json"));
  } catch {
    // An error is ignored: the disk may be full, and nothing depends on this file.
  }
}

/** @param {string} root @returns {LinkState | undefined} */
export function readLinkState(root) {
  try {
    /** @type {unknown} */
    const state = JSON.parse(fs.readFileSync(path.join(root, "link.json"), "utf8"));
    if (!isObject(state) || typeof state["at"] !== "string" || typeof state["problem"] !== "string") {
      return undefined;
    }
    const clock = readCheck(state["clock"]);
    return { at: state["at"], problem: state["problem"], ...(clock ? { clock } : {}) };
  } catch {
    return undefined;
  }
}

/** @param {unknown} check @returns {import("./clock.mjs").ClockCheck | undefined} */
function readCheck(check) {
  if (!isObject(check)) return undefined;
  const { aheadMs, wallMs, uptimeMs, boot } = check;
  if (typeof aheadMs !== "number" || typeof wallMs !== "number") return undefined;
  if (typeof uptimeMs !== "number" || typeof boot !== "string") return undefined;
  return { aheadMs, wallMs, uptimeMs, boot };
}
