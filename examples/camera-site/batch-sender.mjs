import { isObject } from "./event.mjs";
import { readProblem } from "./exchange.mjs";
import { batchOf, idIn, mostInBatch } from "./requests.mjs";

/**
 * Sends detections, those of all streams together. Batches shrink while they do not get through.
 * @param {{
 *   outbox: import("./outbox.mjs").Outbox,
 *   waits: import("./waits.mjs").Waits,
 *   log: (text: string) => void,
 * }} parts
 */
export function createBatchSender({ outbox, waits, log }) {
  /** No stream has such a name. */
  const name = "batches of detections";
  let most = mostInBatch;

  /** @param {string} stream @param {string} file @param {string} detail @param {number} status */
  function setAside(stream, file, detail, status) {
    outbox.setAside(stream, file, { status, detail });
    log(`${stream}: a detection is set aside: ${detail}`);
  }

  /** @param {readonly { stream: import("./stream-folder.mjs").Stream, file: string }[]} detections */
  function* readAll(detections) {
    for (const { stream, file } of detections) {
      try {
        const event = outbox.read(stream.name, file);
        if (event !== undefined) yield { stream, file, event };
        else setAside(stream.name, file, `${file} cannot be read.`, 0);
      } catch (error) {
        // A bad place on the disk holds up its own stream only.
        log(`${stream.name}: ${error instanceof Error ? error.message : error}`);
        waits.failed(stream.name);
      }
    }
  }

  /** @param {readonly import("./requests.mjs").Detection[]} items @param {unknown} results */
  function settle(items, results) {
    /** @type {Map<string, string[]>} */
    const sent = new Map();
    for (const [i, { stream, file }] of items.entries()) {
      const result = Array.isArray(results) ? results[i] : undefined;
      const status = isObject(result) && typeof result["status"] === "number" ? result["status"] : 0;
      const problem = isObject(result) ? readProblem(status, result["problem"]) : undefined;
      if (idIn(result) !== undefined) sent.set(stream.name, [...(sent.get(stream.name) ?? []), file]);
      else if (problem === undefined || status >= 500 || status === 429) waits.failed(stream.name);
      else setAside(stream.name, file, problem.detail, status);
    }
    for (const [stream, files] of sent) {
      outbox.sent(stream, files);
      waits.worked(stream);
      log(`${stream}: ${files.length} detections sent`);
    }
  }

  return {
    name,
    /**
     * Sends one batch of them.
     * @param {readonly { stream: import("./stream-folder.mjs").Stream, file: string }[]} detections
     * @param {import("./turn.mjs").Turn} turn
     */
    async send(detections, turn) {
      const { items, request } = batchOf(readAll(detections), most);
      const [first] = items;
      if (first === undefined) return;
      const outcome = await turn.ask(request);
      switch (outcome.kind) {
        case "done": {
          if (!Array.isArray(outcome.body) || outcome.body.length !== items.length) return waits.failed(name);
          settle(items, outcome.body);
          waits.worked(name);
          most = Math.min(mostInBatch, most * 2);
          return turn.settled();
        }
        case "later":
          most = Math.max(1, Math.floor(items.length / 2));
          return waits.failed(name, outcome.retryAfterMs);
        case "refused":
          return;
        case "never":
          if (outcome.problem.status === 404) return turn.refuse(`404: ${outcome.problem.detail}`);
          // Too large, or one of them spoils it: the half of it goes, down to that one.
          most = Math.max(1, Math.floor(items.length / 2));
          if (items.length === 1)
            setAside(first.stream.name, first.file, outcome.problem.detail, outcome.problem.status);
          return turn.settled();
      }
    },
  };
}
