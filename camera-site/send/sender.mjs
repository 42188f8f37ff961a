import { createClipSender } from "../clips/clip-sender.mjs";
import * as clipFiles from "../clips/file.mjs";
import { isKeyAccepted, keyProbe } from "../link/requests.mjs";
import { createRetrySchedule } from "../link/retry-schedule.mjs";
import { createBatchSender } from "./batch-sender.mjs";
import { dueEvents, liveStreams } from "./due-events.mjs";
import { createPass } from "./pass.mjs";
import { createSingleSender } from "./single-sender.mjs";

/**
 * @typedef {import("./pass.mjs").Pass} Pass
 * @typedef {import("../queue/stream-folder.mjs").Stream} Stream
 */

/** Maximum number of requests in flight. */
const concurrency = 4;
/** Maximum age of a heartbeat that is sent. If the last heartbeat is older, the recorder may have stopped. */
const heartbeatLifetimeMs = 15 * 60_000;
/** After this time without a response the next pass begins with a probe, which also measures the clock. */
const probeAfterMs = 3_600_000;

/** Clips wait for events until these have failed this many times in a row, which takes half a minute. */
const maxFailuresAhead = 5;
/** Maximum time without progress. A slow link takes minutes to send the bytes that the computer has buffered. */
const stallMs = 300_000;

/**
 * Sends the events on disk. An event stays there until the service has confirmed it.
 * @param {{
 *   outbox: import("../queue/outbox.mjs").Outbox,
 *   client: import("../link/service-client.mjs").ServiceClient,
 *   log: (text: string) => void,
 *   baseMs?: number, capMs?: number, nowMs?: () => number, random?: () => number,
 *   stallMs?: number, files?: import("../clips/file.mjs").ClipFiles,
 * }} options retries wait from `baseMs` (1 s) to `capMs` (5 min); `stallMs` see `putPart`
 */
export function createSender({ outbox, client, log, ...options }) {
  const { baseMs = 1000, capMs = 300_000, nowMs = Date.now, random = Math.random } = options;
  const timing = { baseMs, capMs, nowMs, random };
  /** One entry for each stream name, and one for batches. */
  const retries = createRetrySchedule(timing);
  const linkRetries = createRetrySchedule(timing);
  /** @type {Map<string, number>} */
  const sentHeartbeatMs = new Map();
  const sendSingle = createSingleSender({ outbox, retries, log });
  const batches = createBatchSender({ outbox, retries, log });
  const clips = createClipSender({
    ...{ outbox, client, log, stallMs: options.stallMs ?? stallMs, files: options.files ?? clipFiles },
    retries: createRetrySchedule(timing),
  });
  let answeredMs = Number.NEGATIVE_INFINITY;
  /** True when the last pass saw a clip. A site without clips then need not read its folders again. */
  let hasClips = true;

  /** True when clips must wait for the events of this stream. Clips do not wait for events that fail often. @param {Stream} stream */
  function hasPrecedence({ name, waiting: [next] }) {
    const failures = Math.max(retries.failures(name), retries.failures(batches.name));
    return next !== undefined && next.kind !== "clip" && failures < maxFailuresAhead;
  }

  /**
   * Tests the link and the key with a small request. This happens before anything large is sent, and when there is
   * nothing to send. The request names no source, because each recorded event has a source of its own.
   * @param {Pass} pass
   */
  async function probe(pass) {
    const outcome = await pass.send(keyProbe());
    if (isKeyAccepted(outcome)) return true;
    if (outcome.kind === "rejected") pass.blockAddress(outcome.problem.status);
    if (outcome.kind === "done") pass.blockAddress();
    return false;
  }

  /** @param {Stream} stream @param {Pass} pass */
  async function sendHeartbeat({ name, id }, pass) {
    const heartbeatMs = outbox.heartbeatMs(name);
    if (heartbeatMs === undefined || heartbeatMs === sentHeartbeatMs.get(name)) return;
    if (nowMs() - heartbeatMs > heartbeatLifetimeMs) return;
    const outcome = await pass.send({ method: "PUT", path: `/videostreams/${id}/live` });
    // The service rejects a heartbeat if a user or the clean-up has ended the stream. The site will still send its end.
    if (outcome.kind === "done" || outcome.kind === "rejected") sentHeartbeatMs.set(name, heartbeatMs);
  }

  /** @param {Pass} pass */
  function jobsOf(pass) {
    const streams = outbox.streams();
    hasClips = streams.some(({ waiting: [next] }) => next?.kind === "clip");
    const { singles, detections } = dueEvents(streams, { isDue: retries.isDue });
    const batch = detections.length > 0 && retries.isDue(batches.name);
    return [
      ...singles.map((single) => ({ name: single.stream.name, run: () => sendSingle(single, pass) })),
      ...(batch ? [{ name: batches.name, run: () => batches.send(detections, pass) }] : []),
      ...liveStreams(streams).map((stream) => ({
        name: stream.name,
        run: () => sendHeartbeat(stream, pass),
      })),
    ];
  }

  /** @param {Pass} pass */
  async function runJobs(pass) {
    const jobs = jobsOf(pass).values();
    const worker = async () => {
      for (const { name, run } of jobs) {
        if (pass.isOver()) return;
        try {
          await run();
        } catch (error) {
          // This is an error of this computer, most likely of its disk. The other jobs continue.
          log(`${name}: ${error instanceof Error ? error.message : error}`);
          retries.failed(name);
        }
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
  }

  return {
    /**
     * Sends the next part of a clip, if no events wait.
     * @param {AbortSignal} [signal] @returns {Promise<boolean>} true when there may be more to send at once
     */
    async sendClip(signal) {
      if (!hasClips || linkRetries.hasFailed("link")) return false;
      const streams = outbox.streams();
      return !streams.some(hasPrecedence) && clips.sendNext(streams, signal);
    },

    /**
     * Sends each due event once. The next pass is due after `waitMs`, or when an event is recorded.
     * @returns {Promise<{ answered: boolean, problem: string, blocked: boolean, waitMs: number | undefined }>}
     *   `problem` describes what is wrong with the link or, when `blocked`, with the key or the address; empty when
     *   nothing is
     */
    async pass() {
      const untilMs = linkRetries.untilNextMs() ?? 0;
      if (untilMs > 0) return { answered: false, problem: "", blocked: false, waitMs: untilMs };
      const pass = createPass(client);
      const unsure = linkRetries.hasFailed("link") || nowMs() - answeredMs > probeAfterMs;
      if (!unsure || (await probe(pass))) {
        if (unsure) retries.clear();
        await runJobs(pass);
      }
      const { answered, isDown, blocked, problem, progress, retryAfterMs } = pass.result();
      if (answered) answeredMs = nowMs();
      if (isDown) linkRetries.failed("link", retryAfterMs);
      else linkRetries.clear();
      const waitMs = linkRetries.untilNextMs() ?? (progress ? 0 : retries.untilNextMs());
      return { answered, problem, blocked, waitMs };
    },
  };
}
