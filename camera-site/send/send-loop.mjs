import { setTimeout as sleep } from "node:timers/promises";
import { certainAhead, measureClock, readClock } from "../link/clock.mjs";
import { createServiceClient } from "../link/service-client.mjs";
import { readLinkState, writeLinkState } from "../link/state.mjs";
import { cleanUp } from "../queue/clean-up.mjs";
import { openOutbox } from "../queue/outbox.mjs";
import { createSender } from "./sender.mjs";

/** Interval at which the sender looks for new events. */
const pollMs = 2000;
const cleanUpEveryMs = 24 * 3_600_000;

/**
 * @typedef {{ root: string, api: string, readKey: () => string, keyFile?: string, timeoutMs: number,
 *   log: (text: string) => void, baseMs?: number, capMs?: number, pollMs?: number }} Site
 */

/**
 * Sends until the queue is empty or nothing more can be sent now.
 * @param {Site} site @returns {Promise<{ problem: string, blocked: boolean }>}
 */
export async function sendWaiting(site) {
  const { pass, sendClip } = createPasses(site);
  for (;;) {
    const { problem, blocked, waitMs } = await pass();
    if (waitMs === 0) continue;
    if (problem !== "" || !(await sendClip())) return { problem, blocked };
  }
}

/**
 * Sends until the signal aborts.
 * @param {Site} site @param {AbortSignal} signal
 */
export async function sendForever(site, signal) {
  const { pass, sendClip } = createPasses(site);
  // Both run at the same time, because events must not wait until a part of a clip is sent.
  await Promise.all([sendEvents(site, pass, signal), sendClips(site, sendClip, signal)]);
}

/** @param {Site} site @param {(signal: AbortSignal) => Promise<boolean>} sendClip @param {AbortSignal} signal */
async function sendClips(site, sendClip, signal) {
  while (!signal.aborted) {
    if (await sendClip(signal)) continue;
    await sleep(site.pollMs ?? pollMs, undefined, { signal }).catch(() => {});
  }
}

/** @param {Site} site @param {ReturnType<typeof createPasses>["pass"]} pass @param {AbortSignal} signal */
async function sendEvents(site, pass, signal) {
  let lastProblem = "";
  for (let cleanedMs = Date.now(); !signal.aborted; ) {
    const { problem, answered, waitMs } = await pass();
    // Logs only changes, so that a link that is down for a week gives one line.
    if (problem !== lastProblem && (answered || problem !== ""))
      site.log(problem || "The service accepts requests again.");
    if (answered || problem !== "") lastProblem = problem;
    if (Date.now() - cleanedMs > cleanUpEveryMs) {
      cleanUp(site.root, Date.now());
      cleanedMs = Date.now();
    }
    const maxMs = problem === "" ? (site.pollMs ?? pollMs) : Number.POSITIVE_INFINITY;
    await sleep(Math.min(waitMs ?? maxMs, maxMs), undefined, { signal }).catch(() => {});
  }
}

/** Makes `pass`, which runs one pass and writes the state of the link, and `sendClip`, which sends a part of a clip. @param {Site} site */
function createPasses({ root, api, readKey, keyFile, timeoutMs, log, ...timing }) {
  /** @type {import("../link/clock.mjs").ClockCheck | undefined} */
  let clock = readLinkState(root)?.clock;
  cleanUp(root, Date.now());
  const client = createServiceClient({
    api,
    readKey,
    ...(keyFile === undefined ? {} : { keyFile }),
    timeoutMs,
    onDate: (date, sentMs, receivedMs) => {
      const measured = measureClock(date, sentMs, receivedMs);
      if (measured) clock = { aheadMs: certainAhead(measured), ...readClock() };
    },
  });
  const sender = createSender({ outbox: openOutbox(root), client, log, ...timing });
  const pass = async () => {
    const result = await sender.pass();
    if (result.answered || result.problem !== "") {
      const at = new Date().toISOString();
      writeLinkState(root, { at, problem: result.problem, ...(clock ? { clock } : {}) });
    }
    return result;
  };
  return { pass, sendClip: sender.sendClip };
}
