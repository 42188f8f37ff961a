import { idIn, requestFor } from "../link/requests.mjs";

/**
 * Sends events that have a request of their own: starts, recordings and ends.
 * @param {{
 *   outbox: import("../queue/outbox.mjs").Outbox,
 *   retries: import("../link/retry-schedule.mjs").RetrySchedule,
 *   log: (text: string) => void,
 * }} parts
 */
export function createSingleSender({ outbox, retries, log }) {
  /**
   * @param {ReturnType<typeof import("./due-events.mjs").dueEvents>["singles"][number]} single
   * @param {import("./pass.mjs").Pass} pass
   */
  return async ({ stream, next: { file, kind } }, pass) => {
    const { name } = stream;
    const isFirst = kind === "start" || kind === "recording";
    const setAside = (/** @type {string} */ detail, /** @type {number} */ status = 0) => {
      if (isFirst) outbox.setStreamAside(name, { status, detail });
      else outbox.setAside(name, file, { status, detail });
      retries.succeeded(name);
      pass.madeProgress();
      log(`${name}: its ${kind} was set aside: ${detail}`);
    };
    if (kind === "detection" || (!isFirst && stream.id === undefined)) {
      outbox.setStreamAside(name, { status: 0, detail: "The start of this stream is missing." });
      log(`${name}: was set aside: its start is missing`);
      return;
    }
    const event = outbox.read(name, file);
    if (event === undefined) return setAside(`${file} is not a readable event.`);
    const outcome = await pass.send(requestFor(stream, kind, event));
    switch (outcome.kind) {
      case "done": {
        const id = idIn(outcome.body);
        // The response to an end has no body.
        if (isFirst ? id === undefined : outcome.body !== undefined) return retries.failed(name);
        if (isFirst && id !== undefined) outbox.accepted(name, kind, id);
        else outbox.ended(name, file);
        retries.succeeded(name);
        pass.madeProgress();
        log(isFirst ? `${name}: ${kind} sent, it is stream ${id}` : `${name}: end sent`);
        return;
      }
      case "retry":
        return retries.failed(name, outcome.retryAfterMs);
      case "blocked":
        return;
      case "rejected": {
        const { problem, dateMs } = outcome;
        // Every start goes to the same path, so 404 means that --api is wrong.
        if (isFirst && problem.status === 404) return pass.blockAddress(404);
        const aheadMs = Date.parse(String(event.body["startTime"])) - dateMs;
        if (kind === "start" && problem.pointers.includes("/body/startTime") && aheadMs > 0) {
          log(`${name}: starts ${Math.ceil(aheadMs / 1000)} s after the service's time, and is sent then`);
          return retries.failed(name, aheadMs);
        }
        return setAside(problem.detail, problem.status);
      }
    }
  };
}
