/**
 * Consequence of a request's outcome for a clip:
 * - `continue` with the body of the response
 * - `wait`: this clip waits, or all clips do
 * - `sent`: the clip is a stream of the service already
 * - `again`: its upload has ended, and another one begins
 * - `set aside`: the service will never accept the clip
 * @typedef {{ act: "continue", body: unknown, retryAfterMs: number }
 *   | { act: "wait", whom: "all" | "one", reason: string, retryAfterMs: number }
 *   | { act: "sent", id: number }
 *   | { act: "again", reason: string }
 *   | { act: "set aside", status: number, detail: string }} Verdict
 */

/**
 * @param {import("../link/service-client.mjs").Outcome} outcome
 * @param {boolean} isBegin true for the request that begins the upload
 * @returns {Verdict}
 */
export function verdictOn(outcome, isBegin) {
  switch (outcome.kind) {
    case "done":
      return { act: "continue", body: outcome.body, retryAfterMs: outcome.retryAfterMs };
    case "blocked":
      return { act: "wait", whom: "all", reason: outcome.reason, retryAfterMs: 0 };
    case "retry": {
      const { reason, retryAfterMs, scope } = outcome;
      return { act: "wait", whom: scope === "link" ? "all" : "one", reason, retryAfterMs };
    }
    case "rejected": {
      const { status, detail, videostream } = outcome.problem;
      const reason = `${status}: ${detail}`;
      // Another upload of the same file was completed first, or the response to the completion of this upload was lost.
      if (videostream !== undefined) return { act: "sent", id: videostream };
      if (isBegin && status === 404) {
        const advice = `${reason} Check --api: the address of the service ends with /api/v1.`;
        return { act: "wait", whom: "all", reason: advice, retryAfterMs: 0 };
      }
      // The upload has ended, as all uploads do after a week, or its idempotency key belongs to an upload that has ended.
      if (status === 404 || (isBegin && (status === 409 || status === 422))) return { act: "again", reason };
      if (status === 409) return { act: "wait", whom: "one", reason, retryAfterMs: 0 };
      return { act: "set aside", status, detail };
    }
  }
}
