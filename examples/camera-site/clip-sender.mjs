import { idIn } from "./requests.mjs";
import { readClipName } from "./stream-folder.mjs";
import { completionOf, readSignedPart, readUpload, uploadRequest } from "./upload-requests.mjs";

/**
 * @typedef {{ name: string, file: string, attempt: number, upload: number | undefined }} Clip `file` is its state in the
 *   stream's folder
 * @typedef {{ file: string, partBytes: number, sums: readonly string[], arrived: Set<number> }} Sending
 */

/**
 * Sends clips, one after another, in small steps. What has arrived, the service knows; here a file's name says only which
 * upload it is.
 * @param {{
 *   outbox: import("./outbox.mjs").Outbox,
 *   client: import("./service-client.mjs").ServiceClient,
 *   files: import("./clip-file.mjs").ClipFiles,
 *   retries: import("./retry-schedule.mjs").RetrySchedule,
 *   stallMs: number,
 *   log: (text: string) => void,
 * }} parts `retries` is for clips alone
 */
export function createClipSender({ outbox, client, files, retries, stallMs, log }) {
  /** Name in the retry schedule for what stops all clips. Not a valid stream name, so it cannot clash with one. */
  const all = "all clips";
  /** @type {Sending | undefined} */
  let sending;
  let lastReason = "";

  /** Waits before the next try. Logs changes only. @param {string} name @param {string} reason @param {number} [retryAfterMs] */
  function wait(name, reason, retryAfterMs) {
    retries.failed(name, retryAfterMs);
    if (reason !== lastReason) log(`${name === all ? "Clips wait" : `${name}: its clip waits`}: ${reason}`);
    lastReason = reason;
    sending = undefined;
    return false;
  }

  /** @param {string} name @param {string} detail @param {number} status */
  function setAside(name, detail, status = 0) {
    outbox.setStreamAside(name, { status, detail });
    sending = undefined;
    log(`${name}: its clip was set aside: ${detail}`);
    return true;
  }

  /** @param {Clip} clip @param {number} id */
  function sent({ name, file }, id) {
    outbox.clipSent(name, file, id);
    sending = undefined;
    lastReason = "";
    retries.succeeded(name);
    log(`${name}: clip sent, it is stream ${id}`);
    return true;
  }

  /** Begins another upload, with another idempotency key: this one has ended. @param {Clip} clip @param {string} reason */
  function again({ name, file, attempt }, reason) {
    outbox.clipUpload(name, file, attempt + 1);
    return wait(name, reason);
  }

  /**
   * Sends a request of a clip. Returns the body, or whether to continue at once.
   * @param {Clip} clip @param {import("./service-client.mjs").Request} request
   * @returns {Promise<boolean | { body: unknown, retryAfterMs: number }>}
   */
  async function ask(clip, request) {
    const outcome = await client(request);
    switch (outcome.kind) {
      case "done":
        return outcome;
      case "blocked":
        return wait(all, outcome.reason);
      case "retry":
        return wait(outcome.scope === "link" ? all : clip.name, outcome.reason, outcome.retryAfterMs);
      case "rejected": {
        const { status, detail, videostream } = outcome.problem;
        // The service has this file already: the response to an earlier completion was lost.
        if (videostream !== undefined) return sent(clip, videostream);
        const isBegin = clip.upload === undefined;
        if (status === 404 && isBegin) return wait(all, "404: check --api, the address of the service");
        // The upload ended, as all do after a week, or its idempotency key belongs to one that did.
        if (status === 404 || (isBegin && [409, 422].includes(status)))
          return again(clip, `${status}: ${detail}`);
        if (status === 409) return wait(clip.name, `${status}: ${detail}`);
        return setAside(clip.name, detail, status);
      }
    }
  }

  /** Sends what is next of a clip. Returns whether to continue at once. @param {Clip} clip @param {AbortSignal} [signal] */
  async function step(clip, signal) {
    const { name, file, attempt, upload } = clip;
    const event = outbox.read(name, file);
    if (event === undefined) return setAside(name, `${file} is not a readable event.`);
    if (upload === undefined) {
      const answer = await ask(clip, uploadRequest(event, attempt));
      if (typeof answer === "boolean") return answer;
      const id = idIn(answer.body);
      if (id === undefined) return wait(all, "unexpected response");
      outbox.clipUpload(name, file, attempt, id);
      return true;
    }
    if (sending?.file !== file) return resume(clip, upload, Number(event.body["bytes"]));
    const index = sending.sums.findIndex((_, i) => !sending?.arrived.has(i));
    if (index >= 0) return sendPart(clip, upload, sending, index, Number(event.body["bytes"]), signal);
    const answer = await ask(clip, {
      method: "POST",
      path: `/uploads/${upload}/completion`,
      body: completionOf(sending.sums),
    });
    if (typeof answer === "boolean") return answer;
    const id = idIn(answer.body);
    return id === undefined ? wait(name, "the service joins its parts", answer.retryAfterMs) : sent(clip, id);
  }

  /** Asks which parts have arrived. @param {Clip} clip @param {number} upload @param {number} bytes */
  async function resume(clip, upload, bytes) {
    const { name, file } = clip;
    const answer = await ask(clip, { method: "GET", path: `/uploads/${upload}` });
    if (typeof answer === "boolean") return answer;
    const state = readUpload(answer.body);
    if (state === undefined) return wait(all, "unexpected response");
    if (state.videostream !== undefined) return sent(clip, state.videostream);
    const { partBytes, isJoining, received } = state;
    const path = outbox.clipPath(name);
    if (outbox.clipBytes(name) !== bytes) {
      return setAside(name, "The clip's file is missing, or its length has changed since it was recorded.");
    }
    const sums = await files.partSums(path, partBytes);
    const arrived = sums.flatMap((sum, i) => (isJoining || received.get(i + 1) === sum ? [i] : []));
    sending = { file, partBytes, sums, arrived: new Set(arrived) };
    return true;
  }

  /** @param {Clip} clip @param {number} upload @param {Sending} now @param {number} index @param {number} bytes @param {AbortSignal} [signal] */
  async function sendPart(clip, upload, now, index, bytes, signal) {
    const start = index * now.partBytes;
    const part = {
      number: index + 1,
      sha256: now.sums[index],
      bytes: Math.min(now.partBytes, bytes - start),
    };
    const answer = await ask(clip, {
      method: "POST",
      path: `/uploads/${upload}/parts`,
      body: { parts: [part] },
    });
    if (typeof answer === "boolean") return answer;
    const signed = readSignedPart(answer.body);
    if (signed === undefined) return wait(all, "unexpected response");
    const file = outbox.clipPath(clip.name);
    const status = await files
      .putPart({ ...signed, file, start, bytes: part.bytes, stallMs, signal })
      .catch((error) => (error instanceof Error ? error.message : String(error)));
    if (status === 200) {
      now.arrived.add(index);
      retries.succeeded(all);
      return true;
    }
    const isLink = typeof status === "string" || status === 0;
    return wait(
      isLink ? all : clip.name,
      `part ${part.number} did not arrive: ${status || "no usable answer"}`,
    );
  }

  return {
    /**
     * Sends the next piece of a clip, a part at most. First the clip whose upload has begun, then by name.
     * @param {readonly import("./stream-folder.mjs").Stream[]} streams @param {AbortSignal} [signal]
     * @returns {Promise<boolean>} whether to call it again at once
     */
    async sendNext(streams, signal) {
      if (!retries.isDue(all)) return false;
      const clips = streams.flatMap(({ name, waiting: [next] }) =>
        next?.kind === "clip" && retries.isDue(name)
          ? [{ name, file: next.file, ...readClipName(next.file) }]
          : [],
      );
      const clip = clips.find(({ upload }) => upload !== undefined) ?? clips[0];
      if (clip === undefined) return false;
      try {
        return await step(clip, signal);
      } catch (error) {
        // An error of this computer, most likely of its disk. Other clips continue.
        return wait(clip.name, error instanceof Error ? error.message : String(error));
      }
    },
  };
}
