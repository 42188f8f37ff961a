import { idIn } from "../link/requests.mjs";
import { readClipName } from "../queue/stream-folder.mjs";
import {
  completionRequest,
  partRequest,
  readSignedPart,
  readUpload,
  uploadRequest,
} from "./upload-requests.mjs";
import { verdictOn } from "./verdict.mjs";

/**
 * A waiting clip: `file` is the name of its event in the stream's folder, `bytes` the length of the video.
 * @typedef {{ name: string, file: string, attempt: number, upload: number, bytes: number }} Clip
 * @typedef {{ file: string, partBytes: number, sums: readonly string[], arrived: Set<number> }} Sending
 */

/**
 * Sends clips, one after another, in small steps. The service remembers the parts that have arrived. The site remembers
 * only the id of the upload, in the name of the clip's event.
 * @param {{
 *   outbox: import("../queue/outbox.mjs").Outbox,
 *   client: import("../link/service-client.mjs").ServiceClient,
 *   files: import("./file.mjs").ClipFiles,
 *   retries: import("../link/retry-schedule.mjs").RetrySchedule,
 *   stallMs: number,
 *   log: (text: string) => void,
 * }} parts `retries` is for clips alone; `stallMs` see `putPart`
 */
export function createClipSender({ outbox, client, files, retries, stallMs, log }) {
  /** Name in the retry schedule for faults that stop all clips. It is not a valid stream name, so it clashes with none. */
  const all = "all clips";
  /** @type {Sending | undefined} */
  let sending;
  let lastReason = "";

  /** Logs the reason only when it changes. @param {string} name @param {string} reason @param {number} [retryAfterMs] */
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

  /** @param {Pick<Clip, "name" | "file">} clip @param {number} id */
  function sent({ name, file }, id) {
    outbox.clipSent(name, file, id);
    sending = undefined;
    lastReason = "";
    retries.succeeded(name);
    log(`${name}: clip sent, it is stream ${id}`);
    return true;
  }

  /**
   * Sends a request for a clip, and passes the body of its response to `proceed`.
   * @param {Omit<Clip, "upload">} clip @param {import("../link/service-client.mjs").Request} request
   * @param {(body: unknown, retryAfterMs: number) => boolean | Promise<boolean>} proceed
   */
  async function ask(clip, request, proceed) {
    const { name, file, attempt } = clip;
    const verdict = verdictOn(await client(request), request.path === "/uploads");
    switch (verdict.act) {
      case "continue":
        return proceed(verdict.body, verdict.retryAfterMs);
      case "wait":
        return wait(verdict.whom === "all" ? all : name, verdict.reason, verdict.retryAfterMs);
      case "sent":
        return sent(clip, verdict.id);
      case "again":
        outbox.clipUpload(name, file, attempt + 1);
        return wait(name, verdict.reason);
      case "set aside":
        return setAside(name, verdict.detail, verdict.status);
    }
  }

  /** Asks the service for the parts that have arrived. @param {Clip} clip */
  function resume(clip) {
    const { name, file, upload, bytes } = clip;
    return ask(clip, { method: "GET", path: `/uploads/${upload}` }, async (body) => {
      const state = readUpload(body);
      if (state === undefined) return wait(all, "unexpected response");
      if (state.videostream !== undefined) return sent(clip, state.videostream);
      if (outbox.clipBytes(name) !== bytes) {
        return setAside(name, "The clip's file is missing, or its length has changed since it was recorded.");
      }
      const { partBytes, isJoining, received } = state;
      const sums = await files.partSums(outbox.clipPath(name), partBytes);
      const arrived = sums.flatMap((sum, i) => (isJoining || received.get(i + 1) === sum ? [i] : []));
      sending = { file, partBytes, sums, arrived: new Set(arrived) };
      return true;
    });
  }

  /** @param {Clip} clip @param {Sending} now @param {number} index @param {AbortSignal} [signal] */
  function sendPart(clip, { partBytes, sums, arrived }, index, signal) {
    const start = index * partBytes;
    const part = { number: index + 1, sha256: sums[index], bytes: Math.min(partBytes, clip.bytes - start) };
    return ask(clip, partRequest(clip.upload, part), async (body) => {
      const signed = readSignedPart(body);
      if (signed === undefined) return wait(all, "unexpected response");
      const status = await files
        .putPart({ ...signed, file: outbox.clipPath(clip.name), start, bytes: part.bytes, stallMs, signal })
        .catch((error) => (error instanceof Error ? error.message : String(error)));
      if (signal?.aborted) return false;
      if (status !== 200) {
        const isLink = typeof status === "string" || status === 0;
        const why = status === 0 ? "the answer did not come from the storage" : status;
        return wait(isLink ? all : clip.name, `part ${part.number} did not arrive: ${why}`);
      }
      arrived.add(index);
      retries.succeeded(all);
      return true;
    });
  }

  /**
   * Takes the next step of a clip: begins its upload, resumes it, sends a part or completes it.
   * @param {string} name @param {string} file @param {AbortSignal} [signal]
   */
  function step(name, file, signal) {
    const event = outbox.read(name, file);
    const bytes = Number(event?.body["bytes"]);
    if (event === undefined || !(bytes > 0)) return setAside(name, `${file} is not a readable event.`);
    const { attempt, upload } = readClipName(file);
    if (upload === undefined) {
      return ask({ name, file, attempt, bytes }, uploadRequest(event, attempt), (body) => {
        const id = idIn(body);
        if (id === undefined) return wait(all, "unexpected response");
        outbox.clipUpload(name, file, attempt, id);
        return true;
      });
    }
    const clip = { name, file, attempt, upload, bytes };
    if (sending?.file !== file) return resume(clip);
    const { sums, arrived } = sending;
    const index = sums.findIndex((_, i) => !arrived.has(i));
    if (index >= 0) return sendPart(clip, sending, index, signal);
    return ask(clip, completionRequest(upload, sums), (body, retryAfterMs) => {
      const id = idIn(body);
      return id === undefined ? wait(name, "the service is joining its parts", retryAfterMs) : sent(clip, id);
    });
  }

  return {
    /**
     * Sends at most one part of one clip. The clip whose upload has begun comes first, then the others by name.
     * @param {readonly import("../queue/stream-folder.mjs").Stream[]} streams @param {AbortSignal} [signal]
     * @returns {Promise<boolean>} true when it can be called again at once
     */
    async sendNext(streams, signal) {
      if (!retries.isDue(all)) return false;
      const clips = streams.flatMap(({ name, waiting: [next] }) =>
        next?.kind === "clip" && retries.isDue(name) ? [{ name, file: next.file }] : [],
      );
      const clip = clips.find(({ file }) => readClipName(file).upload !== undefined) ?? clips[0];
      if (clip === undefined) return false;
      try {
        return await step(clip.name, clip.file, signal);
      } catch (error) {
        // This is an error of this computer, most likely of its disk. Other clips continue.
        return wait(clip.name, error instanceof Error ? error.message : String(error));
      }
    },
  };
}
