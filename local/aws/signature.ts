import { createHash } from "node:crypto";
import { derivedKeys, hmac } from "./derived-keys.ts";
import type { HttpRequest } from "./http-request.ts";
import { isSameText } from "./is-same-text.ts";
import type { Principal } from "./principals.ts";
import { readSignatureParts, SignatureError, type SignatureParts } from "./signature-parts.ts";

export type Verified = {
  principal: Principal;
  /** True if the signature is in the query string, as in a presigned URL. */
  presigned: boolean;
  /** Lower-case names of the headers that the signature covers. */
  signedHeaders: readonly string[];
  /** Verifies the signatures of the chunks of a streamed body. */
  chain: SignatureChain;
};

/** Input for the signature of a chunk (S3 API Reference, "Signature calculations: chunked upload"). */
export type SignatureChain = { signingKey: Buffer; date: string; scope: string; seed: string };

const signingKeyOf = derivedKeys();

/**
 * Verifies AWS Signature Version 4 (IAM User Guide, "Create a signed AWS API request"), in the Authorization header
 * or in the query string.
 *
 * Uses the path as sent, as S3 does. Other services encode the path once more, but that does not change DynamoDB's
 * path `/`.
 *
 * @param payloadHash SHA-256 of the body in lower-case hex. For S3, the value of `x-amz-content-sha256`: the caller
 *   of this function must then check the body against that header.
 * @throws SignatureError
 */
export function verifySignature(options: {
  request: HttpRequest;
  service: "dynamodb" | "s3";
  payloadHash: string;
  principalOf: (accessKeyId: string) => Principal | undefined;
  nowMs: number;
}): Verified {
  const { request, service, payloadHash } = options;
  const parts = readSignatureParts(request, options.nowMs);
  if (parts.service !== service) {
    throw new SignatureError(
      "malformed",
      `The credential is for the service ${parts.service}, not ${service}.`,
    );
  }
  const principal = options.principalOf(parts.accessKeyId);
  if (!principal) throw new SignatureError("unknown key", "This stack does not know the access key id.");
  checkSignedHeaders(request, parts);

  const scope = `${parts.day}/${parts.region}/${parts.service}/aws4_request`;
  const canonical = canonicalRequest(request, parts, payloadHash);
  const signingKey = signingKeyOf(principal.secretAccessKey, parts);
  const toSign = `AWS4-HMAC-SHA256\n${parts.date}\n${scope}\n${sha256Hex(canonical)}`;
  const expected = hmac(signingKey, toSign).toString("hex");
  if (!isSameText(expected, parts.signature)) {
    throw new SignatureError(
      "mismatch",
      "The request signature we calculated does not match the signature you provided.",
    );
  }
  const chain = { signingKey, date: parts.date, scope, seed: expected };
  return { principal, presigned: parts.presigned, signedHeaders: parts.signedHeaders, chain };
}

/** SHA-256 in lower-case hex, as in the canonical request and `x-amz-content-sha256`. */
export function sha256Hex(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex");
}

/** Rejects unsigned x-amz headers, as S3 does, so that the bearer of a signed URL cannot change its meaning. */
function checkSignedHeaders(request: HttpRequest, parts: SignatureParts): void {
  for (const name of Object.keys(request.headers)) {
    if (name.startsWith("x-amz-") && !parts.signedHeaders.includes(name)) {
      throw new SignatureError(
        "unsigned header",
        `There were headers present which were not signed: ${name}`,
      );
    }
  }
}

function canonicalRequest(request: HttpRequest, parts: SignatureParts, payloadHash: string): string {
  const headers = parts.signedHeaders.map((name) => {
    const value = request.headers[name] ?? "";
    const text = typeof value === "string" ? value : value.join(",");
    return `${name}:${text.trim().replace(/ +/g, " ")}\n`;
  });
  return [
    request.method,
    parts.path,
    canonicalQuery(parts.query),
    headers.join(""),
    parts.signedHeaders.join(";"),
    payloadHash,
  ].join("\n");
}

function canonicalQuery(query: SignatureParts["query"]): string {
  return query
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const)
    .sort(([nameA, valueA], [nameB, valueB]) => compare(nameA, nameB) || compare(valueA, valueB))
    .map((pair) => pair.join("="))
    .join("&");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Encodes everything except letters, digits and `-._~` (RFC 3986). */
function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
