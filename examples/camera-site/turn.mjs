/**
 * @typedef {import("./exchange.mjs").Outcome} Outcome
 * @typedef {ReturnType<typeof createTurn>} Turn
 */

/** So many unanswered requests, with none answered, and the link is taken to be down. */
const mostUnanswered = 3;

/**
 * What the requests of one turn over the queue have in common, and what they tell of the link.
 * @param {(request: import("./exchange.mjs").Request) => Promise<Outcome>} exchange
 */
export function createTurn(exchange) {
  let [answered, unanswered, retryAfterMs] = [0, 0, 0];
  let [changed, refused, problem] = [false, false, ""];

  /** Nothing will go through until somebody puts it right. @param {string} reason */
  function refuse(reason) {
    refused = true;
    problem = reason;
  }

  return {
    /** @param {import("./exchange.mjs").Request} request */
    async ask(request) {
      const outcome = await exchange(request);
      if (outcome.kind === "refused") refuse(outcome.reason);
      if (outcome.kind === "later" && outcome.link) {
        unanswered += 1;
        retryAfterMs = Math.max(retryAfterMs, outcome.retryAfterMs);
        problem ||= outcome.reason;
      } else answered += 1;
      return outcome;
    },
    refuse,
    /** Something has left the queue, or goes on in another way: there may be more to send at once. */
    settled() {
      changed = true;
    },
    /** Whether the rest of it is worth no try. */
    isOver: () => refused || (answered === 0 && unanswered >= mostUnanswered),
    result() {
      const isDown = refused || (answered === 0 && unanswered > 0);
      return {
        answered: answered > 0,
        isDown,
        refused,
        problem: isDown ? problem : "",
        changed,
        retryAfterMs,
      };
    },
  };
}
