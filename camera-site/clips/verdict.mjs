/**
 * What the outcome of a request means for a clip: continue with the body; it waits, or all clips do; it is a stream
 * already; its upload has ended and begins again; the service will never take it.
 * @typedef {{ act: "continue", body: unknown, retryAfterMs: number }
 *   | { act: "wait", whom: "all" | "one", reason: string, retryAfterMs: number }
 *   | { act: "sent", id: number }
 *   | { act: "again", reason: string }
 *   | { act: "set aside", status: number, detail: string }} Verdict
 */

/**
 * @param {import("../link/service-client.mjs").Outcome} outcome
 * @param {boolean} isBegin whether the request was to begin the upload
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
      // Another record of the same file was faster, or the response to its completion was lost.
      if (videostream !== undefined) return { act: "sent", id: videostream };
      if (isBegin && status === 404) {
        const advice = `${reason} Check --api: the address of the service ends with /api/v1.`;
        return { act: "wait", whom: "all", reason: advice, retryAfterMs: 0 };
      }
      // The upload ended, as all do after a week, or its idempotency key belongs to one that did.
      if (status === 404 || (isBegin && (status === 409 || status === 422))) return { act: "again", reason };
      if (status === 409) return { act: "wait", whom: "one", reason, retryAfterMs: 0 };
      return { act: "set aside", status, detail };
    }
  }
}
