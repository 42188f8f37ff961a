import { createHash } from "node:crypto";
import { hmac } from "../aws/derived-keys.ts";
import { isSameText } from "../aws/is-same-text.ts";
import { type SignatureChain, sha256Hex } from "../aws/signature.ts";
import { S3Error } from "./s3-error.ts";

/** Trailing headers, with lower-case names. Complete when the whole body has been read. */
export type Trailers = Map<string, string>;

const MAX_LINE_BYTES = 16 * 1024;

/**
 * Decodes the `aws-chunked` framing of a body (S3 API Reference, "Signature calculations: transferring payload in
 * multiple chunks", and "including trailing headers").
 *
 * With a chain, each chunk and the trailers must have the next signature of the chain. The generator yields the bytes
 * of a chunk before it verifies the signature, so use them only after the generator has ended.
 *
 * @throws S3Error for invalid framing or an invalid signature
 */
export async function* decodeChunks(
  source: AsyncIterable<Buffer>,
  trailers: Trailers,
  chain: SignatureChain | undefined,
): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  let previous = chain?.seed ?? "";
  const check = (algorithm: string, signature: string | undefined, hashes: string) => {
    if (!chain) return;
    const toSign = [algorithm, chain.date, chain.scope, previous, hashes].join("\n");
    previous = hmac(chain.signingKey, toSign).toString("hex");
    if (isSameText(previous, signature ?? "")) return;
    throw new S3Error(403, "SignatureDoesNotMatch", "The signature of a chunk does not match.");
  };

  for (;;) {
    const [, size, signature] =
      /^([0-9a-f]{1,8})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(await reader.line()) ?? [];
    if (size === undefined)
      throw new S3Error(400, "InvalidRequest", "The body does not have the framing of aws-chunked.");
    const sizeBytes = Number.parseInt(size, 16);
    const hash = createHash("sha256");
    for await (const piece of reader.take(sizeBytes)) {
      if (chain) hash.update(piece);
      yield piece;
    }
    check("AWS4-HMAC-SHA256-PAYLOAD", signature, `${sha256Hex("")}\n${hash.digest("hex")}`);
    if (sizeBytes === 0) break;
    if ((await reader.line()) !== "")
      throw new S3Error(400, "InvalidRequest", "A chunk is longer than its declared size.");
  }

  for await (const line of reader.remainingLines()) {
    const colon = line.indexOf(":");
    if (colon > 0) trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  const signature = trailers.get("x-amz-trailer-signature");
  trailers.delete("x-amz-trailer-signature");
  if (trailers.size === 0) return;
  const canonical = [...trailers]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value}\n`);
  check("AWS4-HMAC-SHA256-TRAILER", signature, sha256Hex(canonical.join("")));
}

/** Reads lines and byte ranges from a stream of buffers. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>;
  #buffered: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Returns the next line without its CR LF. */
  async line(): Promise<string> {
    for (;;) {
      const end = this.#buffered.indexOf("\r\n");
      if (end >= 0) {
        const line = this.#buffered.toString("latin1", 0, end);
        this.#buffered = this.#buffered.subarray(end + 2);
        return line;
      }
      if (this.#buffered.length > MAX_LINE_BYTES || !(await this.#more())) throw incomplete();
    }
  }

  async *take(sizeBytes: number): AsyncGenerator<Buffer> {
    for (let left = sizeBytes; left > 0; ) {
      if (this.#buffered.length === 0 && !(await this.#more())) throw incomplete();
      const piece = this.#buffered.subarray(0, left);
      this.#buffered = this.#buffered.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async *remainingLines(): AsyncGenerator<string> {
    while (this.#buffered.length <= MAX_LINE_BYTES && (await this.#more()));
    yield* this.#buffered.toString("latin1").split(/\r?\n/);
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next();
    if (done) return false;
    this.#buffered = this.#buffered.length === 0 ? value : Buffer.concat([this.#buffered, value]);
    return true;
  }
}

function incomplete(): S3Error {
  return new S3Error(400, "IncompleteBody", "The request body ended before it was complete.");
}
