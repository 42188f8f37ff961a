import type { ObjectRecord } from "./object-records.ts";
import type { S3Call } from "./s3-call.ts";
import { S3Error } from "./s3-error.ts";
import { element, sendXml, type Xml } from "./xml.ts";

const MAX_KEYS = 1000;

/** ListObjectsV2, in the order of the keys' UTF-8 bytes. */
export function listObjects(call: S3Call): void {
  const { query } = call;
  const prefix = query.get("prefix") ?? "";
  const maxKeys = Math.min(MAX_KEYS, readMaxKeys(query.get("max-keys") ?? String(MAX_KEYS)));
  const token = query.get("continuation-token");
  const { entries, nextToken } = page(call, prefix, maxKeys, Buffer.from(token ?? "", "base64url"));
  const optional = (name: string, value: string | undefined) =>
    value === undefined ? [] : [element(name, value)];
  const result = element(
    "ListBucketResult",
    element("Name", call.bucket),
    element("Prefix", prefix),
    ...optional("ContinuationToken", token),
    ...optional("NextContinuationToken", nextToken),
    element("KeyCount", entries.length),
    element("MaxKeys", maxKeys),
    element("IsTruncated", nextToken !== undefined),
    ...entries,
  );
  sendXml(call.response, 200, result);
}

/** Returns one page, after the key `from`. The token is the last key of the page. */
function page(
  call: S3Call,
  prefix: string,
  maxKeys: number,
  from: Buffer,
): { entries: Xml[]; nextToken?: string } {
  const { objects } = call.store;
  const prefixBytes = Buffer.from(prefix);
  const entries: Xml[] = [];
  let after = from;
  while (entries.length < maxKeys) {
    const object = objects.next(call.bucket, prefixBytes, after);
    if (!object) return { entries };
    entries.push(contents(object));
    after = Buffer.from(object.key);
  }
  const more = maxKeys > 0 && objects.next(call.bucket, prefixBytes, after) !== undefined;
  return more ? { entries, nextToken: after.toString("base64url") } : { entries };
}

function contents(object: ObjectRecord): Xml {
  return element(
    "Contents",
    element("Key", object.key),
    element("LastModified", new Date(object.modifiedMs).toISOString()),
    element("ETag", `"${object.etag}"`),
    element("Size", object.sizeBytes),
    element("StorageClass", "STANDARD"),
  );
}

function readMaxKeys(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new S3Error(400, "InvalidArgument", "max-keys must be a number.");
}
