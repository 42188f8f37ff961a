import { certainAhead, formatAhead, measureClock, readClock, warnMs } from "../link/clock.mjs";
import { isKeyAccepted, keyProbe } from "../link/requests.mjs";
import { createServiceClient } from "../link/service-client.mjs";
import { readLinkState, writeLinkState } from "../link/state.mjs";
import { isObject } from "../queue/event.mjs";
import { checkDisk } from "./disk-check.mjs";

/**
 * @typedef {import("./disk-check.mjs").Finding} Finding
 * @typedef {import("../link/service-client.mjs").ServiceClient} ServiceClient
 * @typedef {import("../link/clock.mjs").ClockMeasurement} ClockMeasurement
 */

/**
 * Tests the disk, the link, the key and the clock. Creates no record, neither here nor at the service.
 * @param {import("./settings.mjs").Settings} settings
 * @returns {Promise<{ isRight: boolean, text: string }>} `text` has a line for each of the four
 */
export async function checkSite(settings) {
  /** @type {ClockMeasurement[]} */
  const measurements = [];
  const client = () =>
    createServiceClient({
      api: settings.api(),
      readKey: settings.readKey,
      keyFile: settings.keyFile(),
      timeoutMs: settings.timeoutMs(),
      onDate(date, sentMs, receivedMs) {
        const measured = measureClock(date, sentMs, receivedMs);
        if (measured) measurements.push(measured);
      },
    });
  const disk = await toFinding(() => checkDisk(settings.queue()));
  const link = await toFinding(() => checkLink(client(), settings.api()));
  const key = await toFinding(() => {
    settings.readKey();
    const source = settings.source();
    return link.state === "ok" ? checkKey(client(), source) : untested;
  });
  // The shorter the round trip, the better the measurement.
  const [best] = measurements.sort((a, b) => a.uncertaintyMs - b.uncertaintyMs);
  const clock = await toFinding(() => (best ? checkClock(best, settings.maxClockErrorMs()) : untested));

  if (disk.state === "ok") {
    const problem = [link, key].find(({ state }) => state !== "ok")?.text ?? "";
    const root = settings.queue();
    const check = best ? { aheadMs: certainAhead(best), ...readClock() } : readLinkState(root)?.clock;
    const at = new Date().toISOString();
    writeLinkState(root, { at, problem, ...(check ? { clock: check } : {}) });
  }
  const findings = Object.entries({ disk, link, key, clock });
  return {
    isRight: findings.every(([, { state }]) => state === "ok"),
    text: findings
      .map(([name, { state, text }]) => `${name.padEnd(6)} ${state.padEnd(6)} ${text}`)
      .join("\n"),
  };
}

/** @param {Finding["state"]} state @param {string} text @returns {Finding} */
const finding = (state, text) => ({ state, text });
const untested = finding("?", "Not tested: the link does not work.");

/** An error, such as a missing setting, is a finding too. @param {() => Finding | Promise<Finding>} check */
async function toFinding(check) {
  try {
    return await check();
  } catch (error) {
    return finding("WRONG", error instanceof Error ? error.message : String(error));
  }
}

/** @param {ServiceClient} client @param {string} api @returns {Promise<Finding>} */
async function checkLink(client, api) {
  const startMs = performance.now();
  // This request needs no key, so that a wrong key is not mistaken for a bad link.
  const outcome = await client({ method: "GET", path: "/health", anonymous: true });
  const tookMs = Math.round(performance.now() - startMs);
  switch (outcome.kind) {
    case "done": {
      const isHealthy = isObject(outcome.body) && outcome.body["status"] === "ok";
      return isHealthy ? finding("ok", `${api} responds in ${tookMs} ms.`) : wrongAddress(api);
    }
    case "rejected":
      return wrongAddress(`${api} (${outcome.problem.status})`);
    case "blocked":
      return finding("WRONG", outcome.reason);
    case "retry": {
      const advice =
        outcome.scope === "link"
          ? "Check the modem, its data plan, and whether a hotspot wants you to sign in."
          : "The service has a fault: try again later.";
      return finding("WRONG", `No usable response from ${api}: ${outcome.reason}. ${advice}`);
    }
  }
}

/** @param {string} what */
function wrongAddress(what) {
  return finding("WRONG", `${what} is not the address of the service. Correct --api: it ends with /api/v1.`);
}

/** @param {ServiceClient} client @param {number} source @returns {Promise<Finding>} */
async function checkKey(client, source) {
  const outcome = await client(keyProbe(source));
  if (isKeyAccepted(outcome))
    return finding("ok", `The service accepts the key for capture source ${source}.`);
  switch (outcome.kind) {
    case "blocked":
      return finding("WRONG", outcome.reason);
    case "retry":
      return finding("?", `No usable response: ${outcome.reason}. Run check again.`);
    default:
      return finding("?", "The service gave an unexpected response. Is this version of camera-site too old?");
  }
}

/** @param {ClockMeasurement} measured @param {number} maxErrorMs @returns {Finding} */
export function checkClock(measured, maxErrorMs) {
  const { aheadMs, uncertaintyMs } = measured;
  const certainMs = Math.abs(certainAhead(measured));
  if (certainMs <= maxErrorMs && uncertaintyMs > maxErrorMs) {
    return finding("?", "The service took too long to respond. Run check again.");
  }
  if (certainMs <= warnMs) {
    const withinS = Math.ceil((Math.abs(aheadMs) + uncertaintyMs) / 1000);
    return finding("ok", `Agrees with the service's clock to within ${withinS} s.`);
  }
  const difference = `${formatAhead(aheadMs)} the service's clock; ${maxErrorMs / 1000} s is accepted.`;
  const time = new Date(Date.now() - aheadMs).toISOString().slice(0, 19).replace("T", " ");
  const advice = `sudo timedatectl set-ntp true, or sudo date -u -s "${time}".`;
  if (certainMs <= maxErrorMs) return finding("ok", `${difference} Better set it: ${advice}`);
  return finding("WRONG", `${difference} Set it: ${advice}`);
}
