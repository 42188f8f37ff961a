import { idIn, requestFor } from "./requests.mjs";

/**
 * Sends what has a request of its own: how streams begin and end.
 * @param {{
 *   outbox: import("./outbox.mjs").Outbox,
 *   waits: import("./waits.mjs").Waits,
 *   log: (text: string) => void,
 * }} parts
 */
export function createSingleSender({ outbox, waits, log }) {
  /**
   * @param {{ stream: import("./stream-folder.mjs").Stream, next: import("./stream-folder.mjs").Waiting }} single
   * @param {import("./turn.mjs").Turn} turn
   */
  return async ({ stream, next: { file, kind } }, turn) => {
    const { name } = stream;
    const begins = kind === "start" || kind === "recording";
    const setAside = (/** @type {string} */ detail, /** @type {number} */ status = 0) => {
      if (begins) outbox.setStreamAside(name, { status, detail });
      else outbox.setAside(name, file, { status, detail });
      waits.worked(name);
      turn.settled();
      log(`${name}: its ${kind} is set aside: ${detail}`);
    };
    if (kind === "detection" || (!begins && stream.id === undefined)) {
      outbox.setStreamAside(name, { status: 0, detail: "The start of this stream is missing." });
      log(`${name}: is set aside: its start is missing`);
      return;
    }
    const event = outbox.read(name, file);
    if (event === undefined) return setAside(`${file} cannot be read.`);
    const outcome = await turn.ask(requestFor(stream, kind, event));
    switch (outcome.kind) {
      case "done": {
        const id = idIn(outcome.body);
        // An end is answered without a body.
        if (begins ? id === undefined : outcome.body !== undefined) return waits.failed(name);
        if (begins && id !== undefined) outbox.accepted(name, kind, id);
        else outbox.ended(name, file);
        waits.worked(name);
        turn.settled();
        log(begins ? `${name}: is stream ${id}` : `${name}: has ended`);
        return;
      }
      case "later":
        return waits.failed(name, outcome.retryAfterMs);
      case "refused":
        return;
      case "never": {
        const { problem, dateMs } = outcome;
        // The address of a POST is the same for all: it is the site's own that is wrong.
        if (begins && problem.status === 404) return turn.refuse(`404: ${problem.detail}`);
        const aheadMs = Date.parse(String(event.body["startTime"])) - dateMs;
        if (kind === "start" && problem.pointers.includes("/body/startTime") && aheadMs > 0) {
          log(`${name}: began ${Math.ceil(aheadMs / 1000)} s after the service's time: waits until then`);
          return waits.failed(name, aheadMs);
        }
        return setAside(problem.detail, problem.status);
      }
    }
  };
}
