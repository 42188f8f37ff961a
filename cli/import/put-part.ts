import { createReadStream } from "node:fs";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Put, Signed } from "../../client/upload/send-part.ts";
import { FileFailure } from "../failure.ts";
import { readProblem } from "../scan/read-problem.ts";
import { changed } from "./fingerprint.ts";

/** Position and length of a part in its file. */
export type Place = { readonly file: string; readonly at: number; readonly bytes: number };

/** Milliseconds without progress after which a connection counts as broken. */
const stallMs = 60_000;

/**
 * Sends a part of a file while reading it. `fetch` would give up after five minutes without a response, but a part takes
 * longer on a slow link.
 * @param onBytes called with the number of bytes of each piece that was sent
 * @returns the status and the text of the response, or the error that broke the connection
 * @throws FileFailure if the file cannot be read, or is shorter than it was
 */
export async function putPart(
  place: Place,
  { url, headers }: Signed,
  onBytes: (bytes: number) => void,
): ReturnType<Put> {
  const send = url.startsWith("https:") ? requestHttps : requestHttp;
  const request = send(url, { method: "PUT", headers });
  request.setTimeout(stallMs, () => request.destroy(new Error("Nothing moved for a minute")));
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.on("error", reject);
    request.once("response", (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, text: body }), reject);
    });
  });
  // A server may respond before it has read everything, and close the connection. Then its response counts.
  const sent = pipeline(bytesOf(place, onBytes), request);
  const [answer, sending] = await Promise.allSettled([answered, sent]);
  if (answer.status === "fulfilled") return answer.value;
  const broken: unknown = sending.status === "rejected" ? sending.reason : answer.reason;
  if (broken instanceof FileFailure) throw broken;
  return { broken };
}

async function* bytesOf(
  { file, at, bytes }: Place,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let passed = 0;
  try {
    for await (const chunk of createReadStream(file, { start: at, end: at + bytes - 1 })) {
      if (!Buffer.isBuffer(chunk)) continue;
      passed += chunk.length;
      onBytes(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw new FileFailure(readProblem(file, error));
  }
  if (passed < bytes) throw changed();
}
