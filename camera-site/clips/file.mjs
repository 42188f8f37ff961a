import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import http from "node:http";
import https from "node:https";
import { pipeline } from "node:stream";

/** @typedef {{ partSums: typeof partSums, putPart: typeof putPart }} ClipFiles the functions of this file, for tests */

/** @type {Readonly<Record<string, string>>} */
const types = {
  mp4: "video/mp4",
  m4v: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
  mkv: "video/x-matroska",
  ts: "video/mp2t",
  mts: "video/mp2t",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
};

/** Media type of a file, by the extension of its name. Throws for other extensions. @param {string} file */
export function clipType(file) {
  const type = types[file.split(".").at(-1)?.toLowerCase() ?? ""];
  if (type !== undefined) return type;
  throw new Error(
    `${file} must be a video or picture whose name ends with .${Object.keys(types).join(", .")}.`,
  );
}

/**
 * SHA-256 of each part of a file, in base64.
 * @param {string} file @param {number} partBytes length of each part but the last @returns {Promise<string[]>}
 */
export async function partSums(file, partBytes) {
  const sums = [];
  let [hash, left] = [createHash("sha256"), partBytes];
  for await (const chunk of createReadStream(file)) {
    for (let at = 0; at < chunk.length; ) {
      const piece = chunk.subarray(at, at + left);
      hash.update(piece);
      at += piece.length;
      left -= piece.length;
      if (left > 0) continue;
      sums.push(hash.digest("base64"));
      [hash, left] = [createHash("sha256"), partBytes];
    }
  }
  if (left < partBytes) sums.push(hash.digest("base64"));
  return sums;
}

/**
 * Sends a part of a file to its signed address. The whole transfer has no time limit, since links are slow.
 * @param {{ url: string, headers: Readonly<Record<string, string>>, file: string, start: number, bytes: number,
 *   stallMs: number, signal?: AbortSignal | undefined }} part `stallMs` is the maximum time without progress
 * @returns {Promise<number>} HTTP status; 0 for a response that did not come from the storage
 */
export function putPart({ url, headers, file, start, bytes, stallMs, signal }) {
  return new Promise((resolve, reject) => {
    const { request: open } = url.startsWith("https:") ? https : http;
    const request = open(url, { method: "PUT", headers, agent: false, ...(signal ? { signal } : {}) });
    request.setTimeout(stallMs, () => request.destroy(new Error(`No progress within ${stallMs / 1000} s`)));
    request.once("error", reject);
    request.once("response", (response) => {
      // Responses of the storage have an ETag, pages of a hotspot have none.
      const isForeign = response.statusCode === 200 && response.headers.etag === undefined;
      response.once("error", reject).once("end", () => resolve(isForeign ? 0 : (response.statusCode ?? 0)));
      response.resume();
    });
    pipeline(createReadStream(file, { start, end: start + bytes - 1 }), request, (error) => {
      if (error) reject(error);
    });
  });
}
