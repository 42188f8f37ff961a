import { requestBody } from "./request-body.ts";
import type { S3Call } from "./s3-call.ts";
import { notImplemented, S3Error } from "./s3-error.ts";

/** PutObject. Replaces an object as a whole. Responds when the new object is on the disk. */
export async function putObject(call: S3Call): Promise<void> {
  const { store, bucket, key } = call;
  const headers = storedHeaders(call);
  checkPrecondition(call);
  const body = requestBody(call);
  const blob = await store.blobs.write(body.bytes);
  try {
    // Checks again, because another put may have finished while this body arrived. There must be no await between this
    // check and the commit.
    checkPrecondition(call);
  } catch (error) {
    await store.blobs.remove(blob);
    throw error;
  }
  const digest = body.digest();
  const replaced = store.objects.put(bucket, { key, blob, headers, modifiedMs: call.nowMs, ...digest });
  if (replaced !== undefined) await store.blobs.remove(replaced);
  call.response.writeHead(200, {
    etag: `"${digest.etag}"`,
    "x-amz-checksum-type": "FULL_OBJECT",
    ...digest.checksums,
  });
  call.response.end();
}

/**
 * Returns the headers that are stored with an object: content headers and `x-amz-meta-…`. Ignores headers for
 * server-side encryption and storage class.
 */
export function storedHeaders({ headers }: S3Call): Record<string, string> {
  const kept: Record<string, string> = { "content-type": "binary/octet-stream" };
  for (const [name, value = ""] of Object.entries(headers)) {
    if (CONTENT_HEADERS.has(name) || name.startsWith("x-amz-meta-")) kept[name] = value;
  }
  const encoding = kept["content-encoding"]?.replace(/aws-chunked\s*,?\s*/i, "");
  if (encoding) kept["content-encoding"] = encoding;
  else delete kept["content-encoding"];
  return kept;
}

/**
 * Checks `If-None-Match: *`, the only condition that the local S3 supports for a write.
 *
 * @throws S3Error 412 when the object exists
 */
export function checkPrecondition({ headers, store, bucket, key }: S3Call): void {
  if (headers["if-match"] !== undefined) throw notImplemented("If-Match for a write");
  const condition = headers["if-none-match"];
  if (condition === undefined) return;
  if (condition !== "*") throw notImplemented("If-None-Match with an ETag for a write");
  if (store.objects.get(bucket, key)) {
    throw new S3Error(
      412,
      "PreconditionFailed",
      "At least one of the pre-conditions you specified did not hold",
    );
  }
}

const CONTENT_HEADERS: ReadonlySet<string> = new Set([
  "content-type",
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "expires",
]);
