import { createHash, type Hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { decodeChunks, type Trailers } from "./aws-chunked.ts";
import type { S3Call } from "./s3-call.ts";
import { notImplemented, S3Error } from "./s3-error.ts";

type BodyDigest = {
  sizeBytes: number;
  /** MD5 in hex, which is the ETag of an object that is uploaded in one request. */
  etag: string;
  /** `x-amz-checksum-…` header: SHA-256 if the client sent one, otherwise CRC32. */
  checksums: Readonly<Record<string, string>>;
};

export type RequestBody = {
  /** The decoded bytes. Throws, at the end at the latest, if they do not match the headers of the request. */
  bytes: AsyncIterable<Buffer>;
  /** Returns the digest. Call it only after `bytes` has ended. */
  digest: () => BodyDigest;
};

const HEX_SHA256 = /^[0-9a-f]{64}$/;
const MAX_TEXT_BYTES = 2 * 1024 * 1024;

/**
 * Opens the body of a request. Checks the body against its signed hash, the signatures of its chunks, Content-MD5,
 * the CRC32 and SHA-256 checksums in headers or trailers, and its decoded length.
 *
 * @throws S3Error
 */
export function requestBody(call: S3Call): RequestBody {
  const { request, headers, payloadHash } = call;
  const streamed = payloadHash.startsWith("STREAMING-");
  if (!streamed && payloadHash !== "UNSIGNED-PAYLOAD" && !HEX_SHA256.test(payloadHash)) {
    throw new S3Error(
      400,
      "InvalidArgument",
      "x-amz-content-sha256 must be a SHA-256 in lower-case hex, or a keyword such as UNSIGNED-PAYLOAD.",
    );
  }
  if (streamed && !/^STREAMING-(UNSIGNED|AWS4-HMAC-SHA256)-PAYLOAD(-TRAILER)?$/.test(payloadHash)) {
    throw notImplemented(payloadHash);
  }
  const sizeText = headers["x-amz-decoded-content-length"] ?? headers["content-length"];
  if (sizeText === undefined) {
    throw new S3Error(411, "MissingContentLength", "You must provide the Content-Length HTTP header.");
  }
  const trailers: Trailers = new Map();
  const chain = payloadHash.startsWith("STREAMING-AWS4") ? call.chain : undefined;
  const source = streamed ? decodeChunks(request, trailers, chain) : request;
  const sums = new Checksums();
  const headersAndTrailers = () => ({ ...headers, ...Object.fromEntries(trailers) });
  return {
    bytes: checked(source, sums, () => {
      if (sums.sizeBytes !== Number(sizeText)) {
        throw new S3Error(400, "IncompleteBody", "The length of the body differs from the declared length.");
      }
      if (HEX_SHA256.test(payloadHash) && sums.sha256.toString("hex") !== payloadHash) {
        throw new S3Error(400, "XAmzContentSHA256Mismatch", "The body does not match x-amz-content-sha256.");
      }
      verifyChecksums(headersAndTrailers(), sums);
    }),
    digest: () => ({
      sizeBytes: sums.sizeBytes,
      etag: sums.md5.toString("hex"),
      checksums:
        headersAndTrailers()["x-amz-checksum-sha256"] === undefined
          ? { "x-amz-checksum-crc32": sums.crc32 }
          : { "x-amz-checksum-sha256": sums.sha256.toString("base64") },
    }),
  };
}

/** Reads a small text body, at most 2 MB. */
export async function readText(call: S3Call): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of requestBody(call).bytes) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_TEXT_BYTES)
      throw new S3Error(400, "MaxMessageLengthExceeded", "The request is too long.");
  }
  return Buffer.concat(chunks).toString();
}

async function* checked(
  source: AsyncIterable<Buffer>,
  sums: Checksums,
  check: () => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    sums.update(chunk);
    yield chunk;
  }
  sums.end();
  check();
}

function verifyChecksums(headers: Readonly<Record<string, string | undefined>>, sums: Checksums): void {
  const computed: Readonly<Record<string, string>> = {
    "content-md5": sums.md5.toString("base64"),
    "x-amz-checksum-crc32": sums.crc32,
    "x-amz-checksum-sha256": sums.sha256.toString("base64"),
  };
  for (const [name, value] of Object.entries(headers)) {
    if (name === "x-amz-checksum-type" || (!name.startsWith("x-amz-checksum-") && name !== "content-md5"))
      continue;
    const expected = computed[name];
    if (expected === undefined) throw notImplemented(name);
    if (expected !== value)
      throw new S3Error(400, "BadDigest", `The ${name} you specified did not match the body.`);
  }
}

class Checksums {
  sizeBytes = 0;
  md5: Buffer = Buffer.alloc(0);
  sha256: Buffer = Buffer.alloc(0);
  /** Big-endian and in base64, as in the header. */
  crc32 = "";
  readonly #md5: Hash = createHash("md5");
  readonly #sha256: Hash = createHash("sha256");
  #crc32 = 0;

  update(chunk: Buffer): void {
    this.sizeBytes += chunk.length;
    this.#md5.update(chunk);
    this.#sha256.update(chunk);
    this.#crc32 = crc32(chunk, this.#crc32);
  }

  end(): void {
    this.md5 = this.#md5.digest();
    this.sha256 = this.#sha256.digest();
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(this.#crc32);
    this.crc32 = bytes.toString("base64");
  }
}
