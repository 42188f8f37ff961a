import type { Api } from "../api.ts";
import { type Again, type Patience, patiently } from "../patiently.ts";
import { dataOf } from "../refusal.ts";
import type { Part } from "./part.ts";

/** Where a part is sent to. */
export type Signed = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/**
 * Sends the bytes of a part in a PUT. It throws if the file cannot be read.
 * @param onBytes told how much was sent
 * @returns the response's status and text, or what broke the connection
 */
export type Put = (
  part: Part,
  to: Signed,
  onBytes: (bytes: number) => void,
) => Promise<{ readonly status: number; readonly text: string } | { readonly broken: unknown }>;

/** Why a part is not sent: the file `changed`, its upload `ended`, the storage `refused` it, or is `unreachable`. */
export class SendFailure extends Error {
  readonly reason: "changed" | "ended" | "refused" | "unreachable";
  readonly url: string;
  /** Of the storage's response. 0 without one. */
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
  /** @param onBytes told what was sent; a negative number when it did not arrive */
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
 * Why to sign and send again what did not arrive.
 * @throws SendFailure if that is of no use
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
    // 403 for an address that has expired, among others.
    again: `the storage answers ${status}`,
    giveUp: () => {
      throw new SendFailure("refused", url, status);
    },
  };
}
