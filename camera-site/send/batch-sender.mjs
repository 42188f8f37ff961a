import { batchOf, idIn, maxBatchItems } from "../link/requests.mjs";
import { readProblem } from "../link/service-client.mjs";
import { isObject } from "../queue/event.mjs";

/**
 * Sends detections of all streams in batches. Detections for which the service had no time are sent again. The size of
 * the batches is halved after each failure, and doubled after each success.
 * @param {{
 *   outbox: import("../queue/outbox.mjs").Outbox,
 *   retries: import("../link/retry-schedule.mjs").RetrySchedule,
 *   log: (text: string) => void,
 * }} parts
 */
export function createBatchSender({ outbox, retries, log }) {
  /** Name in the retry schedule. It is not a valid stream name, so it clashes with none. */
  const name = "batches of detections";
  let maxItems = maxBatchItems;

  /** @param {string} stream @param {string} file @param {string} detail @param {number} status */
  function setAside(stream, file, detail, status) {
    outbox.setAside(stream, file, { status, detail });
    log(`${stream}: a detection was set aside: ${detail}`);
  }

  /** @param {readonly { stream: import("../queue/stream-folder.mjs").Stream, file: string }[]} detections */
  function* readAll(detections) {
    for (const { stream, file } of detections) {
      try {
        const event = outbox.read(stream.name, file);
        if (event !== undefined) yield { stream, file, event };
        else setAside(stream.name, file, `${file} is not a readable event.`, 0);
      } catch (error) {
        // A disk error delays this stream only.
        log(`${stream.name}: ${error instanceof Error ? error.message : error}`);
        retries.failed(stream.name);
      }
    }
  }

  /** @param {readonly import("../link/requests.mjs").Detection[]} items @param {unknown} results @param {boolean} allWait */
  function processResults(items, results, allWait) {
    /** @type {Map<string, string[]>} */
    const sent = new Map();
    /** @type {Set<string>} */
    const failed = new Set();
    for (const [i, { stream, file }] of items.entries()) {
      const result = Array.isArray(results) ? results[i] : undefined;
      const status = isObject(result) && typeof result["status"] === "number" ? result["status"] : 0;
      const problem = isObject(result) ? readProblem(status, result["problem"]) : undefined;
      if (idIn(result) !== undefined) sent.set(stream.name, [...(sent.get(stream.name) ?? []), file]);
      else if (problem === undefined || status >= 500 || status === 429) failed.add(stream.name);
      else setAside(stream.name, file, problem.detail, status);
    }
    // While all batches wait, their streams need no wait of their own.
    for (const stream of failed) allWait ? retries.succeeded(stream) : retries.failed(stream);
    for (const [stream, files] of sent) {
      outbox.sent(stream, files);
      retries.succeeded(stream);
      log(`${stream}: detections sent: ${files.length}`);
    }
  }

  return {
    name,
    /**
     * Sends one batch of as many detections as fit.
     * @param {readonly { stream: import("../queue/stream-folder.mjs").Stream, file: string }[]} detections
     * @param {import("./pass.mjs").Pass} pass
     */
    async send(detections, pass) {
      const { items, request } = batchOf(readAll(detections), maxItems);
      const [first] = items;
      if (first === undefined) return;
      const outcome = await pass.send(request);
      switch (outcome.kind) {
        case "done": {
          if (!Array.isArray(outcome.body) || outcome.body.length !== items.length) {
            return retries.failed(name);
          }
          const wait = outcome.retryAfterMs > 0;
          processResults(items, outcome.body, wait);
          retries.succeeded(name);
          if (wait) retries.failed(name, outcome.retryAfterMs);
          maxItems = wait ? Math.max(1, Math.floor(items.length / 2)) : Math.min(maxBatchItems, maxItems * 2);
          return pass.madeProgress();
        }
        case "retry":
          maxItems = Math.max(1, Math.floor(items.length / 2));
          return retries.failed(name, outcome.retryAfterMs);
        case "blocked":
          return;
        case "rejected":
          if (outcome.problem.status === 404) return pass.blockAddress(404);
          // The batch is too large, or the service rejects it because of one item. Halves it until that item is alone.
          maxItems = Math.max(1, Math.floor(items.length / 2));
          if (items.length === 1) {
            setAside(first.stream.name, first.file, outcome.problem.detail, outcome.problem.status);
          }
          return pass.madeProgress();
      }
    },
  };
}
