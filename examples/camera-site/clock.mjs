import { readFileSync } from "node:fs";
import os from "node:os";

/** A difference that `Date` (in whole seconds) and a slow link cannot explain is worth a word. */
const warnMs = 2000;

/**
 * The site's clock as it was against the service's: at least so far ahead (behind when negative). The time since
 * the computer started tells how the clock was set since; it says nothing after the next start.
 * @typedef {{ aheadMs: number, wallMs: number, uptimeMs: number, boot: string }} ClockCheck
 * @typedef {Omit<ClockCheck, "aheadMs">} Moment
 */

/** @returns {Moment} */
export function moment() {
  return { wallMs: Date.now(), uptimeMs: os.uptime() * 1000, boot: bootId() };
}

/**
 * How far the clock is ahead of an answer's `Date` (RFC 9110, section 6.6.1), less what is uncertain: a second
 * that `Date` leaves out, and the time that the exchange took. `undefined` without a date.
 * @param {string | null} date @param {number} sentMs @param {number} receivedMs
 */
export function aheadOf(date, sentMs, receivedMs) {
  const serviceMs = Date.parse(date ?? "");
  if (Number.isNaN(serviceMs)) return undefined;
  const apartMs = (sentMs + receivedMs) / 2 - (serviceMs + 500);
  return Math.sign(apartMs) * Math.max(0, Math.abs(apartMs) - 500 - Math.abs(receivedMs - sentMs) / 2);
}

/**
 * How far ahead the clock is now, after a check; `undefined` when nobody can tell.
 * @param {ClockCheck | undefined} check @param {Moment} now
 */
export function aheadNow(check, now) {
  if (check === undefined || check.boot !== now.boot || now.uptimeMs < check.uptimeMs) return undefined;
  return check.aheadMs + (now.wallMs - check.wallMs) - (now.uptimeMs - check.uptimeMs);
}

/**
 * The time to write on an event: the given one, else the clock's, unless that is known to be wrong.
 * @param {string | undefined} given
 * @param {{ now: Moment, check: ClockCheck | undefined, mostErrorMs: number, warn: (text: string) => void }} clock
 * @returns {string} RFC 3339, UTC
 */
export function stamp(given, { now, check, mostErrorMs, warn }) {
  if (given !== undefined) return parseTime(given);
  const aheadMs = aheadNow(check, now) ?? 0;
  if (Math.abs(aheadMs) > warnMs) {
    const error = `The clock is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? "ahead of" : "behind"} the service's`;
    if (Math.abs(aheadMs) > mostErrorMs) throw new Error(`${error}: set it, or give the time (--time).`);
    warn(`${error}.`);
  }
  return new Date(now.wallMs).toISOString();
}

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;

/** @param {string} text an RFC 3339 time with a zone */
export function parseTime(text) {
  const ms = timePattern.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new Error(`"${text}" is no time such as 2026-03-01T06:30:00.250Z.`);
  return new Date(ms).toISOString();
}

/** Another one after each start of the computer; where there is none, uptime alone has to do. */
function bootId() {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
