import { isObject } from "../queue/event.mjs";
import { parseRetryAfter } from "./backoff.mjs";

/**
 * @typedef {{ readonly method: string, readonly path: string, readonly key?: string, readonly body?: unknown,
 *   readonly anonymous?: boolean }} Request `key` is the idempotency key; `anonymous` leaves the site key out
 * @typedef {{ readonly status: number, readonly detail: string, readonly pointers: readonly string[],
 *   readonly videostream?: number }} Problem `videostream` is the id of the stream that has the file of an upload already
 * @typedef {(request: Request) => Promise<Outcome>} ServiceClient
 *
 * Outcome of a request:
 * - `done`: the request took effect. Items of a batch that had no effect are sent again after `retryAfterMs`, which is 0
 *   if there are no such items.
 * - `retry`: no usable response, or the service is busy. The request may have taken effect, so it is sent again with the
 *   same idempotency key. Scope `link`: other requests fail, too. Scope `request`: only this request fails.
 * - `blocked`: no request can succeed until the key or the address is corrected.
 * - `rejected`: the service will never accept this request.
 * @typedef {{ kind: "done", body: unknown, retryAfterMs: number }
 *   | { kind: "retry", reason: string, scope: "link" | "request", retryAfterMs: number }
 *   | { kind: "blocked", reason: string }
 *   | { kind: "rejected", problem: Problem, dateMs: number }} Outcome
 */

/** Status codes that ask the caller to try again later (RFC 9110, RFC 6585, RFC 8470). */
const retryStatuses = new Set([408, 425, 429]);

/**
 * Sends requests to the service and interprets the responses.
 * @param {{
 *   api: string,
 *   readKey: () => string,
 *   keyFile?: string,
 *   timeoutMs: number,
 *   onDate?: (date: string | null, sentMs: number, receivedMs: number) => void,
 * }} options `api` ends with `/api/v1`; `readKey` throws when there is no key; `keyFile` is for messages; `onDate` gets
 *   the `Date` header of each response of the service
 * @returns {ServiceClient}
 */
export function createServiceClient({
  api,
  readKey,
  keyFile = "the key file",
  timeoutMs,
  onDate = () => {},
}) {
  return async ({ method, path, key, body, anonymous = false }) => {
    let siteKey = "";
    try {
      if (!anonymous) siteKey = readKey();
    } catch (error) {
      return { kind: "blocked", reason: textOf(error) };
    }
    const sentMs = Date.now();
    try {
      const { response, text } = await within(timeoutMs, async (signal) => {
        const response = await fetch(`${api}${path}`, {
          method,
          // The service never redirects here; the sign-in page of a hotspot does.
          redirect: "manual",
          signal,
          headers: {
            ...(anonymous ? {} : { Authorization: `Bearer ${siteKey}` }),
            ...(key === undefined ? {} : { "Idempotency-Key": key }),
            ...(body === undefined ? {} : { "Content-Type": "application/json" }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        return { response, text: await response.text() };
      });
      const outcome = interpret(response.status, response.headers, text, Date.now());
      const trusted = outcome.kind !== "retry" || outcome.scope === "request";
      if (trusted) onDate(response.headers.get("Date"), sentMs, Date.now());
      if (outcome.kind !== "blocked") return outcome;
      return { kind: "blocked", reason: `${outcome.reason} ${adviceFor(response.status, keyFile)}` };
    } catch (error) {
      return { kind: "retry", reason: textOf(error), scope: "link", retryAfterMs: 0 };
    }
  };
}

/** @param {number} status 401 or 403 @param {string} keyFile */
function adviceFor(status, keyFile) {
  if (status === 401) return `Ask an admin for a new site key and write it to ${keyFile}.`;
  return "Use a key of this site's capture source, and check --source.";
}

/**
 * Accepts only responses of the service itself: JSON or an empty body for a success, a problem document (RFC 9457)
 * for an error. All other responses come from a proxy or a hotspot and say nothing about the request.
 * @param {number} status @param {Headers} headers @param {string} text @param {number} nowMs @returns {Outcome}
 */
export function interpret(status, headers, text, nowMs) {
  const retryAfterMs = parseRetryAfter(headers.get("Retry-After"), nowMs);
  const type = headers.get("Content-Type")?.split(";")[0]?.trim();
  const body = text === "" ? undefined : parse(text);
  const foreign = `${status}: this response did not come from the service`;
  if (status === 200 || status === 201 || status === 202) {
    const own = text === "" || (type === "application/json" && body !== undefined);
    if (own) return { kind: "done", body, retryAfterMs };
    return { kind: "retry", reason: foreign, scope: "link", retryAfterMs: 0 };
  }
  const problem = type === "application/problem+json" ? readProblem(status, body) : undefined;
  if (problem === undefined) return { kind: "retry", reason: foreign, scope: "link", retryAfterMs };
  const reason = `${status}: ${problem.detail}`;
  if (retryStatuses.has(status)) return { kind: "retry", reason, scope: "link", retryAfterMs };
  if (status >= 500) return { kind: "retry", reason, scope: "request", retryAfterMs };
  if (status === 401 || status === 403) return { kind: "blocked", reason };
  return { kind: "rejected", problem, dateMs: Date.parse(headers.get("Date") ?? "") };
}

/** @param {number} status @param {unknown} body @returns {Problem | undefined} */
export function readProblem(status, body) {
  if (!isObject(body) || typeof body["type"] !== "string" || typeof body["detail"] !== "string") {
    return undefined;
  }
  const errors = Array.isArray(body["errors"]) ? body["errors"] : [];
  const pointers = errors.flatMap((each) =>
    isObject(each) && typeof each["pointer"] === "string" ? [each["pointer"]] : [],
  );
  const { videostream } = body;
  return {
    ...{ status, detail: body["detail"], pointers },
    ...(typeof videostream === "number" ? { videostream } : {}),
  };
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
 * Rejects after `timeoutMs`, even when `work` ignores the signal.
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

/** Prefers the cause: fetch's own message is only "fetch failed". @param {unknown} error */
function textOf(error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}
