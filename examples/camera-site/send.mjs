import { setTimeout as sleep } from "node:timers/promises";
import { aheadOf, moment } from "./clock.mjs";
import { exchangeWith } from "./exchange.mjs";
import { readLinkState, writeLinkState } from "./link-state.mjs";
import { openOutbox } from "./outbox.mjs";
import { createSender } from "./sender.mjs";
import { tidy } from "./tidy.mjs";

/** How soon the sender sees what was recorded. */
const pollMs = 2000;
const tidyEveryMs = 24 * 3_600_000;

/**
 * @typedef {{ root: string, api: string, readKey: () => string, timeoutMs: number, log: (text: string) => void,
 *   baseMs?: number, capMs?: number, pollMs?: number }} Site
 */

/**
 * Sends what waits, until nothing does or nothing gets through.
 * @param {Site} site @returns {Promise<{ problem: string, refused: boolean }>}
 */
export async function sendWaiting(site) {
  const pass = passes(site);
  for (;;) {
    const { problem, refused, waitMs } = await pass();
    if (waitMs !== 0) return { problem, refused };
  }
}

/**
 * Sends for ever, until it is told to stop.
 * @param {Site} site @param {AbortSignal} signal
 */
export async function sendForEver(site, signal) {
  const pass = passes(site);
  let before = "";
  for (let tidiedMs = Date.now(); !signal.aborted; ) {
    const { problem, answered, waitMs } = await pass();
    // A link that is down for a week is worth one line.
    if (problem !== before && (answered || problem !== "")) site.log(problem || "The link is up again.");
    if (answered || problem !== "") before = problem;
    if (Date.now() - tidiedMs > tidyEveryMs) {
      tidy(site.root, Date.now());
      tidiedMs = Date.now();
    }
    const most = problem === "" ? (site.pollMs ?? pollMs) : Number.POSITIVE_INFINITY;
    await sleep(Math.min(waitMs ?? most, most), undefined, { signal }).catch(() => {});
  }
}

/** @param {Site} site */
function passes({ root, api, readKey, timeoutMs, log, ...timing }) {
  /** @type {import("./clock.mjs").ClockCheck | undefined} */
  let clock = readLinkState(root)?.clock;
  tidy(root, Date.now());
  const exchange = exchangeWith({
    api,
    readKey,
    timeoutMs,
    onDate: (date, sentMs, receivedMs) => {
      const aheadMs = aheadOf(date, sentMs, receivedMs);
      if (aheadMs !== undefined) clock = { aheadMs, ...moment() };
    },
  });
  const sender = createSender({ outbox: openOutbox(root), exchange, log, ...timing });
  return async () => {
    const result = await sender.pass();
    if (result.answered || result.problem !== "") {
      const at = new Date().toISOString();
      writeLinkState(root, { at, problem: result.problem, ...(clock ? { clock } : {}) });
    }
    return result;
  };
}
