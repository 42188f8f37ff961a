import { completeUpload } from "./complete-upload.ts";
import { deleteObject, deleteObjects } from "./delete-objects.ts";
import { getObject } from "./get-object.ts";
import { listObjects } from "./list-objects.ts";
import { abortUpload, createUpload, listParts, uploadPart } from "./multipart.ts";
import { putObject } from "./put-object.ts";
import { authorize, bucketArn, objectArn, type S3Call } from "./s3-call.ts";
import { notImplemented } from "./s3-error.ts";

type Route = {
  /** Permission that the signer needs on the object or bucket. Undefined: `run` checks the permission for each key. */
  action: string | undefined;
  run: (call: S3Call) => void | Promise<void>;
};

/** Operations by method, `bucket` or `object`, and the query parameters that select the operation. */
const ROUTES: Readonly<Record<string, Route>> = {
  "GET object": { action: "s3:GetObject", run: getObject },
  "HEAD object": { action: "s3:GetObject", run: getObject },
  "PUT object": { action: "s3:PutObject", run: putObject },
  "DELETE object": { action: "s3:DeleteObject", run: deleteObject },
  "POST object uploads": { action: "s3:PutObject", run: createUpload },
  "PUT object partNumber uploadId": { action: "s3:PutObject", run: uploadPart },
  "POST object uploadId": { action: "s3:PutObject", run: completeUpload },
  "DELETE object uploadId": { action: "s3:AbortMultipartUpload", run: abortUpload },
  "GET object uploadId": { action: "s3:ListMultipartUploadParts", run: listParts },
  "GET bucket list-type": { action: "s3:ListBucket", run: listObjects },
  "HEAD bucket": { action: "s3:ListBucket", run: ({ response }) => void response.end() },
  "POST bucket delete": { action: undefined, run: deleteObjects },
};

/**
 * Checks the permission for a call and runs it.
 *
 * @throws S3Error, with 501 for an operation, parameter or header that the local S3 does not support. If the local S3
 *   ignored it, the result would not be what the caller requested.
 */
export async function runCall(call: S3Call): Promise<void> {
  const level = call.key === "" ? "bucket" : "object";
  const selectors = [...call.query.keys()]
    .filter((name) => !PARAMETERS[level].test(name))
    .sort((a, b) => a.localeCompare(b));
  const name = [call.request.method, level, ...selectors].join(" ");
  const route = ROUTES[name];
  if (!route) throw notImplemented(name);
  const unsupported = Object.keys(call.headers).find((header) => UNSUPPORTED.test(header));
  if (unsupported !== undefined) throw notImplemented(unsupported);
  if (route.action !== undefined) {
    authorize(call, route.action, level === "bucket" ? bucketArn(call) : objectArn(call));
  }
  await route.run(call);
}

/** Parameters that do not select the operation: parameters of the signature, of the SDK and of the operation itself. */
const PARAMETERS = {
  bucket: /^(x-id|x-amz-.*|prefix|max-keys|continuation-token|fetch-owner)$/i,
  object: /^(x-id|x-amz-.*|response-.*|max-parts|part-number-marker)$/i,
};

const UNSUPPORTED =
  /^x-amz-(copy-source|acl|grant-|tagging|object-lock|website|write-offset|server-side-encryption-customer)/;
