/**
 * @typedef {import("../link/service-client.mjs").Outcome} Outcome
 * @typedef {ReturnType<typeof createPass>} Pass
 */

/** Number of failed requests after which the link counts as down, if no request of the pass got a response. */
const maxUnanswered = 3;

/**
 * One pass over the queue: sends its requests, and concludes the state of the link from their outcomes.
 * @param {import("../link/service-client.mjs").ServiceClient} client
 */
export function createPass(client) {
  let [answered, unanswered, retryAfterMs] = [0, 0, 0];
  let [progress, blocked, problem] = [false, false, ""];

  /** Ends the pass: no request can succeed until the key or the address is corrected. @param {string} reason */
  function block(reason) {
    blocked = true;
    problem = reason;
  }

  return {
    /** @param {import("../link/service-client.mjs").Request} request */
    async send(request) {
      const outcome = await client(request);
      if (outcome.kind === "blocked") block(outcome.reason);
      if (outcome.kind === "retry" && outcome.scope === "link") {
        unanswered += 1;
        retryAfterMs = Math.max(retryAfterMs, outcome.retryAfterMs);
        problem ||= outcome.reason;
      } else answered += 1;
      return outcome;
    },
    /** Ends the pass for a response that a wrong address explains. @param {number} [status] */
    blockAddress(status) {
      const response = status === undefined ? "" : ` ${status}`;
      block(`Unexpected response${response}. Check --api: the address of the service ends with /api/v1.`);
    },
    /** Must be called when the queue has changed, because the next pass may then have more to send at once. */
    madeProgress() {
      progress = true;
    },
    /** True when the remaining requests must be skipped. */
    isOver: () => blocked || (answered === 0 && unanswered >= maxUnanswered),
    result() {
      const isDown = blocked || (answered === 0 && unanswered > 0);
      return {
        answered: answered > 0,
        isDown,
        blocked,
        problem: isDown ? problem : "",
        progress,
        retryAfterMs,
      };
    },
  };
}
