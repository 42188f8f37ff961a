import { isObject } from "../queue/event.mjs";

/** Maximum number of items in a batch that the service accepts. */
export const maxBatchItems = 500;
/** Maximum size of a batch. Slow links drop larger requests. */
const maxBatchBytes = 1_000_000;

/**
 * The request for a start, a recording or an end.
 * @param {import("../queue/stream-folder.mjs").Stream} stream
 * @param {"start" | "recording" | "end"} kind @param {import("../queue/event.mjs").SiteEvent} event
 * @returns {import("./service-client.mjs").Request}
 */
export function requestFor({ id }, kind, { key, body }) {
  if (kind === "end") return { method: "PATCH", path: `/videostreams/${id}/live`, body };
  return { method: "POST", path: kind === "start" ? "/videostreams/live" : "/videostreams", key, body };
}

/**
 * A detection of a batch.
 * @typedef {{ readonly stream: import("../queue/stream-folder.mjs").Stream, readonly file: string,
 *   readonly event: import("../queue/event.mjs").SiteEvent }} Detection
 */

/**
 * The batch of as many detections as fit, in their order. The stream's id is part of each idempotency key, so that
 * a detector may use the same keys in each stream.
 * @param {Iterable<Detection>} detections @param {number} maxItems
 * @returns {{ items: Detection[], request: import("./service-client.mjs").Request }}
 */
export function batchOf(detections, maxItems) {
  const items = [];
  const body = [];
  let bytes = 0;
  for (const detection of detections) {
    const { stream, event } = detection;
    const item = { videostreamId: stream.id, ...event.body, idempotency_key: `${stream.id}/${event.key}` };
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    if (items.length > 0 && bytes > maxBatchBytes) break;
    items.push(detection);
    body.push(item);
    if (items.length >= maxItems) break;
  }
  return { items, request: { method: "POST", path: "/annotations/batch", body } };
}

/**
 * A request that tests the site key and can create no record: a recording that ends before it starts. The service
 * verifies the key before it reads the body, so a wrong key gets 401. With `source`, the service then compares `source`
 * with the key's capture source (403) and rejects the times (400). Without `source`, it rejects the body (400). Every
 * request that a site key may make creates or changes a record if it succeeds, so this request must fail. The service
 * stores only the time of the key's last use.
 * @param {number} [source] id of the capture source that the key must belong to
 * @returns {import("./service-client.mjs").Request}
 */
export function keyProbe(source) {
  const times = { startTime: "2000-01-01T00:00:01Z", endTime: "2000-01-01T00:00:00Z" };
  const body = { stream_url: "https://camera-site-check.invalid/none", capturesource: source, ...times };
  return { method: "POST", path: "/videostreams", body };
}

/** True when the service has accepted the key of a `keyProbe()`. @param {import("./service-client.mjs").Outcome} outcome */
export function isKeyAccepted(outcome) {
  return outcome.kind === "rejected" && outcome.problem.status === 400;
}

/** The id in a response body; `undefined` when there is none. @param {unknown} body */
export function idIn(body) {
  const id = isObject(body) ? body["id"] : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
