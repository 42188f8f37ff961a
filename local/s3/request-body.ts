import { createHash, type Hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { decodeChunks, type Trailers } from "./aws-chunked.ts";
import type { S3Call } from "./s3-call.ts";
import { notImplemented, S3Error } from "./s3-error.ts";

type BodyDigest = {
  sizeBytes: number;
  /** The MD5, in hex: the ETag of an object that was put in one piece. */
  etag: string;
  /** `x-amz-checksum-…` headers: the one that the client sent, else the CRC32. */
  checksums: Readonly<Record<string, string>>;
};

export type RequestBody = {
  /** The decoded bytes. Throws at its end, at the latest, if they are not what the request announced. */
  bytes: AsyncIterable<Buffer>;
  /** Good when `bytes` has ended. */
  digest: () => BodyDigest;
};

const HEX_SHA256 = /^[0-9a-f]{64}$/;
const MAX_TEXT_BYTES = 2 * 1024 * 1024;

/**
 * The body of a request, held against everything that the request says of it: its signed hash, its chunks'
 * signatures, Content-MD5, CRC32 and SHA-256 checksums in headers or trailers, and its decoded length.
 *
 * @throws S3Error
 */
export function requestBody(call: S3Call): RequestBody {
  const { request, headers, payloadHash } = call;
  const streamed = payloadHash.startsWith("STREAMING-");
  if (!streamed && payloadHash !== "UNSIGNED-PAYLOAD" && !HEX_SHA256.test(payloadHash)) {
    throw new S3Error(400, "InvalidArgument", "x-amz-content-sha256 is not a hash or a known word.");
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
  const sums = new Sums();
  const sent = () => ({ ...headers, ...Object.fromEntries(trailers) });
  return {
    bytes: checked(source, sums, () => {
      if (sums.sizeBytes !== Number(sizeText)) {
        throw new S3Error(400, "IncompleteBody", "The body has another length than the request says.");
      }
      if (HEX_SHA256.test(payloadHash) && sums.sha256.toString("hex") !== payloadHash) {
        throw new S3Error(400, "XAmzContentSHA256Mismatch", "The body does not match x-amz-content-sha256.");
      }
      checkSums(sent(), sums);
    }),
    digest: () => ({
      sizeBytes: sums.sizeBytes,
      etag: sums.md5.toString("hex"),
      checksums:
        sent()["x-amz-checksum-sha256"] === undefined
          ? { "x-amz-checksum-crc32": sums.crc32 }
          : { "x-amz-checksum-sha256": sums.sha256.toString("base64") },
    }),
  };
}

/** A small document. */
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
  sums: Sums,
  check: () => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    sums.update(chunk);
    yield chunk;
  }
  sums.end();
  check();
}

function checkSums(sent: Readonly<Record<string, string | undefined>>, sums: Sums): void {
  const known: Readonly<Record<string, string>> = {
    "content-md5": sums.md5.toString("base64"),
    "x-amz-checksum-crc32": sums.crc32,
    "x-amz-checksum-sha256": sums.sha256.toString("base64"),
  };
  for (const [name, value] of Object.entries(sent)) {
    if (name === "x-amz-checksum-type" || (!name.startsWith("x-amz-checksum-") && name !== "content-md5"))
      continue;
    const computed = known[name];
    if (computed === undefined) throw notImplemented(name);
    if (computed !== value)
      throw new S3Error(400, "BadDigest", `The ${name} you specified did not match the body.`);
  }
}

class Sums {
  sizeBytes = 0;
  md5: Buffer = Buffer.alloc(0);
  sha256: Buffer = Buffer.alloc(0);
  /** In base64, big-endian, as the header has it. */
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
