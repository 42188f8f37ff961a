import { parseRetryAfter } from "./backoff.mjs";
import { isObject } from "./event.mjs";

/**
 * @typedef {{ readonly method: string, readonly path: string, readonly key?: string, readonly body?: unknown }} Request
 * @typedef {{ readonly status: number, readonly detail: string, readonly pointers: readonly string[] }} Problem
 *
 * What came of a request:
 * - `done`: it has had its effect.
 * - `later`: whether it had is not known, or the service is busy. It is sent again, under its key. `link` when
 *   that says something of the link or the whole service, not of this request alone.
 * - `refused`: the site's key does not hold, or this is not the service's address: nothing will go through.
 * - `never`: the service understood it and will never take it.
 * @typedef {{ kind: "done", body: unknown }
 *   | { kind: "later", reason: string, link: boolean, retryAfterMs: number }
 *   | { kind: "refused", reason: string }
 *   | { kind: "never", problem: Problem, dateMs: number }} Outcome
 */

/** Asks for another time, whatever the body says (RFC 9110, RFC 6585, RFC 8470). */
const later = new Set([408, 425, 429]);

/**
 * Sends requests to the service and judges what comes back.
 * @param {{
 *   api: string,
 *   readKey: () => string,
 *   timeoutMs: number,
 *   onDate?: (date: string | null, sentMs: number, receivedMs: number) => void,
 * }} options `api` ends with `/api/v1`; `readKey` throws when there is none
 * @returns {(request: Request) => Promise<Outcome>}
 */
export function exchangeWith({ api, readKey, timeoutMs, onDate = () => {} }) {
  return async ({ method, path, key, body }) => {
    let siteKey;
    try {
      siteKey = readKey();
    } catch (error) {
      return { kind: "refused", reason: textOf(error) };
    }
    const sentMs = Date.now();
    try {
      const { response, text } = await within(timeoutMs, async (signal) => {
        const response = await fetch(`${api}${path}`, {
          method,
          // A page to sign in at a hotspot is no answer.
          redirect: "manual",
          signal,
          headers: {
            Authorization: `Bearer ${siteKey}`,
            ...(key === undefined ? {} : { "Idempotency-Key": key }),
            ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        return { response, text: await response.text() };
      });
      const outcome = judge(response.status, response.headers, text, Date.now());
      const trusted = outcome.kind !== "later" || !outcome.link;
      if (trusted) onDate(response.headers.get("Date"), sentMs, Date.now());
      return outcome;
    } catch (error) {
      return { kind: "later", reason: textOf(error), link: true, retryAfterMs: 0 };
    }
  };
}

/**
 * Only what the service itself says is believed: an answer to a success is JSON or empty, and a failure is a
 * problem document (RFC 9457). All else comes from something between, and says nothing of the request.
 * @param {number} status @param {Headers} headers @param {string} text @param {number} nowMs @returns {Outcome}
 */
export function judge(status, headers, text, nowMs) {
  const retryAfterMs = parseRetryAfter(headers.get("Retry-After"), nowMs);
  const type = headers.get("Content-Type")?.split(";")[0]?.trim();
  const body = text === "" ? undefined : parse(text);
  if (status === 200 || status === 201) {
    const own = text === "" || (type === "application/json" && body !== undefined);
    if (own) return { kind: "done", body };
    return { kind: "later", reason: "That was not the service's answer", link: true, retryAfterMs: 0 };
  }
  const problem = type === "application/problem+json" ? readProblem(status, body) : undefined;
  if (problem === undefined || later.has(status)) {
    return { kind: "later", reason: `${status} ${problem?.detail ?? ""}`, link: true, retryAfterMs };
  }
  const reason = `${status}: ${problem.detail}`;
  if (status >= 500) return { kind: "later", reason, link: false, retryAfterMs };
  if (status === 401 || status === 403) return { kind: "refused", reason };
  return { kind: "never", problem, dateMs: Date.parse(headers.get("Date") ?? "") };
}

/** @param {number} status @param {unknown} body @returns {Problem | undefined} */
export function readProblem(status, body) {
  if (!isObject(body) || typeof body["type"] !== "string" || typeof body["detail"] !== "string")
    return undefined;
  const errors = Array.isArray(body["errors"]) ? body["errors"] : [];
  const pointers = errors.flatMap((each) =>
    isObject(each) && typeof each["pointer"] === "string" ? [each["pointer"]] : [],
  );
  return { status, detail: body["detail"], pointers };
}

/** @param {string} text @returns {unknown} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Nothing may hang for ever, whatever becomes of the work when it is told to stop.
 * @template T
 * @param {number} timeoutMs @param {(signal: AbortSignal) => Promise<T>} work
 */
async function within(timeoutMs, work) {
  const stop = new AbortController();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<never>} */
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs / 1000} s`)), timeoutMs);
  });
  try {
    return await Promise.race([work(stop.signal), late]);
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** fetch's own error says no more than that it failed. @param {unknown} error */
function textOf(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
