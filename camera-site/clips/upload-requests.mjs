import { idIn } from "../link/requests.mjs";
import { isObject } from "../queue/event.mjs";

/**
 * The request that begins the upload of a clip. If its response is lost, the same request with the same key returns the
 * same upload. A key also returns an upload that has ended, so each attempt has a key of its own.
 * @param {import("../queue/event.mjs").SiteEvent} event @param {number} attempt from 0
 * @returns {import("../link/service-client.mjs").Request}
 */
export function uploadRequest({ key, body }, attempt) {
  return { method: "POST", path: "/uploads", key: `${key}-${attempt}`, body };
}

/**
 * The request for the signed address of a part.
 * @param {number} upload @param {{ number: number, sha256: string | undefined, bytes: number }} part
 * @returns {import("../link/service-client.mjs").Request}
 */
export function partRequest(upload, part) {
  return { method: "POST", path: `/uploads/${upload}/parts`, body: { parts: [part] } };
}

/**
 * The request that makes a stream of all parts. If it is sent again, it makes no second stream.
 * @param {number} upload @param {readonly string[]} sums SHA-256 of each part
 * @returns {import("../link/service-client.mjs").Request}
 */
export function completionRequest(upload, sums) {
  const parts = sums.map((sha256, i) => ({ number: i + 1, sha256 }));
  return { method: "POST", path: `/uploads/${upload}/completion`, body: { parts } };
}

/**
 * State of an upload, from a response body; `undefined` if the body is something else. `received` holds the SHA-256 of
 * each part that has arrived, by its number.
 * @param {unknown} body
 */
export function readUpload(body) {
  if (!isObject(body) || idIn(body) === undefined) return undefined;
  const { status, part_bytes: partBytes, received, videostream } = body;
  if (typeof partBytes !== "number" || !(partBytes > 0) || !Array.isArray(received)) return undefined;
  return {
    partBytes,
    isJoining: status === "joining",
    videostream: typeof videostream === "number" ? videostream : undefined,
    received: new Map(received.map((part) => [part?.number, part?.sha256])),
  };
}

/** The signed address of the one part that was asked for; `undefined` if the body is something else. @param {unknown} body */
export function readSignedPart(body) {
  const part = isObject(body) && Array.isArray(body["parts"]) ? body["parts"][0] : undefined;
  if (!isObject(part) || typeof part["url"] !== "string" || !isObject(part["headers"])) return undefined;
  const headers = Object.fromEntries(
    Object.entries(part["headers"]).map(([name, value]) => [name, String(value)]),
  );
  return { url: part["url"], headers };
}
