import { createReadStream } from "node:fs";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { changed } from "./fingerprint.ts";

/** Where a part of a file is. */
export type Place = { readonly file: string; readonly at: number; readonly bytes: number };

export type Signed = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** A connection on which nothing moves for so long is broken. */
const stallMs = 60_000;

/**
 * Sends a part of a file, as it is read. `fetch` would give up after five minutes without a response, which is shorter
 * than a part takes on a slow link.
 * @param onBytes told how much was sent
 * @returns the status, and the text that says why
 * @throws FileFailure if the file is shorter than it was
 */
export async function putPart(
  { file, at, bytes }: Place,
  { url, headers }: Signed,
  onBytes: (bytes: number) => void,
): Promise<{ readonly status: number; readonly text: string }> {
  const send = url.startsWith("https:") ? requestHttps : requestHttp;
  const request = send(url, { method: "PUT", headers });
  request.setTimeout(stallMs, () => request.destroy(new Error("Nothing moved for a minute")));
  const answered = new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.once("error", reject);
    request.once("response", (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, text: body }), reject);
    });
  });
  const sent = pipeline(
    createReadStream(file, { start: at, end: at + bytes - 1 }),
    meter(bytes, onBytes),
    request,
  );
  // A server may answer before it has read everything. Then its answer counts, not that it closed the connection.
  const [answer, sending] = await Promise.allSettled([answered, sent]);
  if (answer.status === "fulfilled") return answer.value;
  throw sending.status === "rejected" ? sending.reason : answer.reason;
}

/** Counts what passes, and fails at the end if that was less than it should be. */
function meter(bytes: number, onBytes: (bytes: number) => void): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      passed += chunk.length;
      onBytes(chunk.length);
      done(null, chunk);
    },
    flush(done) {
      done(passed < bytes ? changed() : null);
    },
  });
}
