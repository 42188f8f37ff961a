import { createBatchSender } from "./batch-sender.mjs";
import { isObject } from "./event.mjs";
import { liveIn, planOf } from "./plan.mjs";
import { createSingleSender } from "./single-sender.mjs";
import { createTurn } from "./turn.mjs";
import { createWaits } from "./waits.mjs";

/**
 * @typedef {import("./turn.mjs").Turn} Turn
 * @typedef {import("./stream-folder.mjs").Stream} Stream
 */

const concurrency = 4;
/** A recorder that has not said for so long that it is at it may be gone. */
const aliveForMs = 15 * 60_000;
/** So long after its last answer the service is asked for another, for its time if for nothing else. */
const probeAfterMs = 3_600_000;

/**
 * Sends what waits on disk until the service has it. What is not known to be settled stays there.
 * @param {{
 *   outbox: import("./outbox.mjs").Outbox,
 *   exchange: (request: import("./exchange.mjs").Request) => Promise<import("./exchange.mjs").Outcome>,
 *   log: (text: string) => void,
 *   baseMs?: number, capMs?: number, nowMs?: () => number, random?: () => number,
 * }} options waits grow from `baseMs` (a second) to `capMs` (five minutes)
 */
export function createSender({ outbox, exchange, log, ...options }) {
  const { baseMs = 1000, capMs = 300_000, nowMs = Date.now, random = Math.random } = options;
  const timing = { baseMs, capMs, nowMs, random };
  /** Of each stream by its name, and of the batches. */
  const waits = createWaits(timing);
  const link = createWaits(timing);
  /** @type {Map<string, number>} */
  const toldAliveMs = new Map();
  const sendSingle = createSingleSender({ outbox, waits, log });
  const batches = createBatchSender({ outbox, waits, log });
  let answeredMs = Number.NEGATIVE_INFINITY;

  /**
   * Whether the link is up and leads to the service: asked before anything large is sent.
   * @param {Turn} turn
   */
  async function probe(turn) {
    const outcome = await turn.ask({ method: "GET", path: "/health" });
    if (outcome.kind === "done" && isObject(outcome.body) && outcome.body["status"] === "ok") return true;
    if (outcome.kind === "done" || outcome.kind === "never") turn.refuse("That is not the service's address");
    return false;
  }

  /** @param {Stream} stream @param {Turn} turn */
  async function keepAlive({ name, id }, turn) {
    const markMs = outbox.aliveMs(name);
    if (markMs === undefined || markMs === toldAliveMs.get(name) || nowMs() - markMs > aliveForMs) return;
    const outcome = await turn.ask({ method: "PUT", path: `/videostreams/${id}/live` });
    // That it has been ended, by whomever, is no news for the site: its own end will say when.
    if (outcome.kind === "done" || outcome.kind === "never") toldAliveMs.set(name, markMs);
  }

  /** @param {Turn} turn */
  function jobsOf(turn) {
    const streams = outbox.streams();
    const { singles, detections } = planOf(streams, { isDue: waits.isDue });
    const batch = detections.length > 0 && waits.isDue(batches.name);
    return [
      ...singles.map((single) => ({ name: single.stream.name, run: () => sendSingle(single, turn) })),
      ...(batch ? [{ name: batches.name, run: () => batches.send(detections, turn) }] : []),
      ...liveIn(streams).map((stream) => ({ name: stream.name, run: () => keepAlive(stream, turn) })),
    ];
  }

  /** @param {Turn} turn */
  async function work(turn) {
    const jobs = jobsOf(turn).values();
    const worker = async () => {
      for (const { name, run } of jobs) {
        if (turn.isOver()) return;
        try {
          await run();
        } catch (error) {
          // Of this computer, its disk most likely: the others go on.
          log(`${name}: ${error instanceof Error ? error.message : error}`);
          waits.failed(name);
        }
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
  }

  return {
    /**
     * Sends once what is due. The next turn is due after `waitMs`, or when something new is recorded.
     * @returns {Promise<{ answered: boolean, problem: string, refused: boolean, waitMs: number | undefined }>}
     *   `problem` with the link or, when `refused`, with the site's key; else empty
     */
    async pass() {
      const untilMs = link.untilNextMs() ?? 0;
      if (untilMs > 0) return { answered: false, problem: "", refused: false, waitMs: untilMs };
      const turn = createTurn(exchange);
      const unsure = link.hasFailed("link") || nowMs() - answeredMs > probeAfterMs;
      if (!unsure || (await probe(turn))) {
        if (unsure) waits.clear();
        await work(turn);
      }
      const { answered, isDown, refused, problem, changed, retryAfterMs } = turn.result();
      if (answered) answeredMs = nowMs();
      if (isDown) link.failed("link", retryAfterMs);
      else link.clear();
      const waitMs = link.untilNextMs() ?? (changed ? 0 : waits.untilNextMs());
      return { answered, problem, refused, waitMs };
    },
  };
}
