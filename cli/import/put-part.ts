import { createReadStream } from "node:fs";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { Put, Signed } from "../../client/upload/send-part.ts";
import { FileFailure } from "../failure.ts";
import { readProblem } from "../scan/read-problem.ts";
import { changed } from "./fingerprint.ts";

/** Where a part of a file is. */
export type Place = { readonly file: string; readonly at: number; readonly bytes: number };

/** A connection on which nothing moves for so long is broken. */
const stallMs = 60_000;

/**
 * Sends a part of a file, as it is read. `fetch` would give up after five minutes without a response, which is shorter
 * than a part takes on a slow link.
 * @param onBytes told how much was sent
 * @returns the status and the text that says why, or what broke the connection
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
  // A server may answer before it has read everything. Then its answer counts, not that it closed the connection.
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
