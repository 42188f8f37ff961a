import { readFileSync } from "node:fs";
import os from "node:os";

/** Largest difference of the clocks, in milliseconds, that causes no warning. */
export const warnMs = 2000;

/**
 * Result of comparing the site's clock with the service's: the site's clock is at least `aheadMs` ahead (negative:
 * behind). The fields besides `aheadMs` are the site's clock and uptime at that moment. Comparing the uptime then and now shows
 * whether the clock was set in between; it shows nothing after a restart.
 * @typedef {{ aheadMs: number, wallMs: number, uptimeMs: number, boot: string }} ClockCheck
 * @typedef {Omit<ClockCheck, "aheadMs">} ClockReading
 */

/** @returns {ClockReading} */
export function readClock() {
  return { wallMs: Date.now(), uptimeMs: os.uptime() * 1000, boot: bootId() };
}

/**
 * Compares the clock with a response's `Date` (RFC 9110, section 6.6.1): `aheadMs` is the best estimate. The
 * uncertainty is the fraction of a second that `Date` omits, and half of the round trip. `undefined` without a date.
 * @typedef {{ aheadMs: number, uncertaintyMs: number }} ClockMeasurement
 * @param {string | null} date @param {number} sentMs @param {number} receivedMs
 * @returns {ClockMeasurement | undefined}
 */
export function measureClock(date, sentMs, receivedMs) {
  const serviceMs = Date.parse(date ?? "");
  if (Number.isNaN(serviceMs)) return undefined;
  const aheadMs = (sentMs + receivedMs) / 2 - (serviceMs + 500);
  return { aheadMs, uncertaintyMs: 500 + Math.abs(receivedMs - sentMs) / 2 };
}

/** Part of the difference that the uncertainty cannot explain; 0 if it explains all of it. @param {ClockMeasurement} measured */
export function certainAhead({ aheadMs, uncertaintyMs }) {
  return Math.sign(aheadMs) * Math.max(0, Math.abs(aheadMs) - uncertaintyMs);
}

/**
 * Milliseconds that the clock is ahead now, calculated from an earlier check; `undefined` when that is impossible.
 * @param {ClockCheck | undefined} check @param {ClockReading} now
 */
export function currentAhead(check, now) {
  if (check === undefined || check.boot !== now.boot || now.uptimeMs < check.uptimeMs) return undefined;
  return check.aheadMs + (now.wallMs - check.wallMs) - (now.uptimeMs - check.uptimeMs);
}

/**
 * Time of an event: the given time, or else the clock's time.
 * @param {string | undefined} given
 * @param {{ now: ClockReading, check: ClockCheck | undefined, maxErrorMs: number, warn: (text: string) => void }} clock
 * @returns {string} RFC 3339, UTC
 * @throws Error when no time is given and the clock is known to be off by more than `maxErrorMs`
 */
export function eventTime(given, { now, check, maxErrorMs, warn }) {
  if (given !== undefined) return parseTime(given);
  const aheadMs = currentAhead(check, now) ?? 0;
  if (Math.abs(aheadMs) > warnMs) {
    const error = `The clock is ${formatAhead(aheadMs)} the service's`;
    if (Math.abs(aheadMs) > maxErrorMs)
      throw new Error(`${error}. Set the clock, or give the time (--time).`);
    warn(`${error}.`);
  }
  return new Date(now.wallMs).toISOString();
}

/** Such as `3 min 12 s behind`. @param {number} aheadMs */
export function formatAhead(aheadMs) {
  return `${formatDuration(Math.abs(aheadMs))} ${aheadMs > 0 ? "ahead of" : "behind"}`;
}

/** The two largest units of a duration. @param {number} ms */
function formatDuration(ms) {
  const seconds = Math.round(ms / 1000);
  /** @type {[number, string][]} */
  const units = [
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor(seconds / 3600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ];
  const first = units.findIndex(([amount], i) => amount > 0 || i === 3);
  const shown = units.slice(first, first + 2).filter(([amount], i) => amount > 0 || i === 0);
  return shown.map(([amount, unit]) => `${amount} ${unit}`).join(" ");
}

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/;

/** @param {string} text an RFC 3339 time with a zone @returns {string} the same in UTC */
export function parseTime(text) {
  const ms = timePattern.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) {
    throw new Error(`"${text}" is not a time with a zone, for example 2026-03-01T06:30:00.250Z.`);
  }
  return new Date(ms).toISOString();
}

/** Id of the computer's boot. Empty on systems without one, where only a shorter uptime shows a restart. */
function bootId() {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
