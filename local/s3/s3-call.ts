import type { IncomingMessage, ServerResponse } from "node:http";
import type { SignatureChain } from "../aws/signature.ts";
import { S3Error } from "./s3-error.ts";
import type { Store } from "./store.ts";

/** One request whose signature holds and whose bucket exists. */
export type S3Call = {
  request: IncomingMessage;
  response: ServerResponse;
  bucket: string;
  /** Empty in a request to the bucket itself. */
  key: string;
  query: ReadonlyMap<string, string>;
  /** In lower case. Those which a presigned URL carries in its query are among them. */
  headers: Readonly<Record<string, string | undefined>>;
  /** What the signature says of the body: its SHA-256 in hex, or one of S3's words. */
  payloadHash: string;
  chain: SignatureChain;
  store: Store;
  nowMs: number;
  /** Why the signer may not do it, or undefined; see `Principals.refusal`. */
  refusal: (action: string, resource: string) => string | undefined;
};

export function bucketArn(call: S3Call): string {
  return `arn:aws:s3:::${call.bucket}`;
}

export function objectArn(call: S3Call, key: string = call.key): string {
  return `arn:aws:s3:::${call.bucket}/${key}`;
}

/** @throws S3Error 403 unless the signer may do it. */
export function authorize(call: S3Call, action: string, resource: string): void {
  const refusal = call.refusal(action, resource);
  if (refusal !== undefined) throw new S3Error(403, "AccessDenied", refusal);
}

/**
 * The error for a key that is absent. Only who may list the bucket learns that it is (S3 API Reference,
 * GetObject, "Permissions"); for others the answer is 403.
 */
export function absentKey(call: S3Call): S3Error {
  const refusal = call.refusal("s3:ListBucket", bucketArn(call));
  if (refusal !== undefined) return new S3Error(403, "AccessDenied", refusal);
  return new S3Error(404, "NoSuchKey", "The specified key does not exist.");
}
