import type { IncomingMessage, ServerResponse } from "node:http";
import type { SignatureChain } from "../aws/signature.ts";
import { S3Error } from "./s3-error.ts";
import type { Store } from "./store.ts";

/** A request with a valid signature, to a bucket that exists. */
export type S3Call = {
  request: IncomingMessage;
  response: ServerResponse;
  bucket: string;
  /** Empty for a request to the bucket itself. */
  key: string;
  query: ReadonlyMap<string, string>;
  /** Headers by lower-case name, including headers in the query of a presigned URL. */
  headers: Readonly<Record<string, string | undefined>>;
  /** The signed hash of the body: its SHA-256 in hex, or one of S3's keywords such as `UNSIGNED-PAYLOAD`. */
  payloadHash: string;
  chain: SignatureChain;
  store: Store;
  nowMs: number;
  /** Returns the error message if the signer may not do this, and undefined if it may (see `Principals.denial`). */
  denial: (action: string, resource: string) => string | undefined;
};

export function bucketArn(call: S3Call): string {
  return `arn:aws:s3:::${call.bucket}`;
}

export function objectArn(call: S3Call, key: string = call.key): string {
  return `arn:aws:s3:::${call.bucket}/${key}`;
}

/** @throws S3Error 403 unless the signer may do this */
export function authorize(call: S3Call, action: string, resource: string): void {
  const denial = call.denial(action, resource);
  if (denial !== undefined) throw new S3Error(403, "AccessDenied", denial);
}

/**
 * Creates the error for a key that does not exist: 404 for signers that may list the bucket, 403 for others (S3 API
 * Reference, GetObject, "Permissions").
 */
export function missingKey(call: S3Call): S3Error {
  const denial = call.denial("s3:ListBucket", bucketArn(call));
  if (denial !== undefined) return new S3Error(403, "AccessDenied", denial);
  return new S3Error(404, "NoSuchKey", "The specified key does not exist.");
}
