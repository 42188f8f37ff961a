import type { Api } from "../api.ts";
import { type Again, type Patience, patiently } from "../patiently.ts";
import { dataOf } from "../refusal.ts";
import type { Part } from "./part.ts";

/** Signed address for a part, and the headers to send with it. */
export type Signed = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/**
 * Sends the bytes of a part in a PUT. Throws if the file cannot be read.
 * @param onBytes called with the number of bytes of each piece that was sent
 * @returns status and text of the response, or the error that broke the connection
 */
export type Put = (
  part: Part,
  to: Signed,
  onBytes: (bytes: number) => void,
) => Promise<{ readonly status: number; readonly text: string } | { readonly broken: unknown }>;

/** A part that cannot be sent: its file `changed`, its upload `ended`, or the storage `refused` it or is `unreachable`. */
export class SendFailure extends Error {
  readonly reason: "changed" | "ended" | "refused" | "unreachable";
  readonly url: string;
  /** Status of the storage's response; 0 without a response. */
  readonly status: number;

  constructor(reason: SendFailure["reason"], url: string, status = 0, cause?: unknown) {
    super(`${reason}: status ${status} of ${new URL(url).host}`, { cause });
    this.reason = reason;
    this.url = url;
    this.status = status;
  }
}

type Deps = {
  readonly api: Api;
  readonly put: Put;
  readonly patience: Partial<Patience>;
  readonly signal: AbortSignal | undefined;
};

/**
 * Signs and sends parts of an upload. A part that did not arrive is signed and sent again.
 * @throws SendFailure, Refusal
 */
export function partSender({ api, put, patience, signal }: Deps) {
  /** @param onBytes called with numbers of sent bytes. A negative number subtracts bytes that did not arrive */
  return (id: number, part: Part, onBytes: (bytes: number) => void): Promise<void> =>
    patiently<void>(async () => {
      signal?.throwIfAborted();
      const body = { parts: [part] };
      const path = { id };
      const signed = dataOf(
        await api.POST("/uploads/{id}/parts", { params: { path }, body, signal: signal ?? null }),
      );
      const [target] = signed.parts;
      if (target === undefined) throw new Error("The service signs no address for the part.");
      let sent = 0;
      const answer = await put(part, target, (bytes) => {
        sent += bytes;
        onBytes(bytes);
      });
      if ("status" in answer && answer.status === 200) return { result: undefined };
      onBytes(-sent);
      return notArrived(answer, target.url);
    }, patience);
}

/**
 * Returns the reason for which a part that did not arrive is signed and sent again.
 * @throws SendFailure if sending the part again cannot succeed
 */
export function notArrived(answer: Awaited<ReturnType<Put>>, url: string): Again<never> {
  if ("broken" in answer) {
    return {
      again: "the connection broke",
      giveUp: () => {
        throw new SendFailure("unreachable", url, 0, answer.broken);
      },
    };
  }
  const { status, text } = answer;
  // S3 compares the bytes with the SHA-256 that was signed.
  if (status === 400 && /BadDigest|ChecksumMismatch|XAmzContentSHA256Mismatch/.test(text)) {
    throw new SendFailure("changed", url, status);
  }
  if (status === 404) throw new SendFailure("ended", url, status);
  return {
    // For example 403, if the address has expired.
    again: `the storage answers ${status}`,
    giveUp: () => {
      throw new SendFailure("refused", url, status);
    },
  };
}
