import { isObject } from "./event.mjs";

/** The service takes 500 at a time; a megabyte is what a slow link can carry before it drops. */
export const mostInBatch = 500;
const mostBytes = 1_000_000;

/**
 * The request for an event that is sent by itself.
 * @param {import("./stream-folder.mjs").Stream} stream
 * @param {"start" | "recording" | "end"} kind @param {import("./event.mjs").SiteEvent} event
 * @returns {import("./exchange.mjs").Request}
 */
export function requestFor({ id }, kind, { key, body }) {
  if (kind === "end") return { method: "PATCH", path: `/videostreams/${id}/live`, body };
  return { method: "POST", path: kind === "start" ? "/videostreams/live" : "/videostreams", key, body };
}

/**
 * A detection of a batch.
 * @typedef {{ readonly stream: import("./stream-folder.mjs").Stream, readonly file: string,
 *   readonly event: import("./event.mjs").SiteEvent }} Detection
 */

/**
 * The batch of as many detections as fit, in their order. A key belongs to the stream, so that a detector
 * may use its own names in each.
 * @param {Iterable<Detection>} detections @param {number} most
 * @returns {{ items: Detection[], request: import("./exchange.mjs").Request }}
 */
export function batchOf(detections, most) {
  const items = [];
  const body = [];
  let bytes = 0;
  for (const detection of detections) {
    const { stream, event } = detection;
    const item = { videostreamId: stream.id, ...event.body, idempotency_key: `${stream.id}/${event.key}` };
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    if (items.length > 0 && bytes > mostBytes) break;
    items.push(detection);
    body.push(item);
    if (items.length >= most) break;
  }
  return { items, request: { method: "POST", path: "/annotations/batch", body } };
}

/** The id in an answer; `undefined` for an answer that has none. @param {unknown} body */
export function idIn(body) {
  const id = isObject(body) ? body["id"] : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
