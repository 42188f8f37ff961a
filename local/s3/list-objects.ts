import { endOfPrefix, type ObjectRecord } from "./object-records.ts";
import type { S3Call } from "./s3-call.ts";
import { S3Error } from "./s3-error.ts";
import { element, sendXml, type Xml } from "./xml.ts";

const MAX_KEYS = 1000;

/** ListObjectsV2, in the order of the keys' UTF-8 bytes. A delimiter groups keys into common prefixes. */
export function listObjects(call: S3Call): void {
  const { query } = call;
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") ?? "";
  const maxKeys = Math.min(MAX_KEYS, readMaxKeys(query.get("max-keys") ?? String(MAX_KEYS)));
  const token = query.get("continuation-token");
  const startAfter = query.get("start-after");
  const from = token === undefined ? Buffer.from(startAfter ?? "") : Buffer.from(token, "base64url");
  const { entries, nextToken } = page(call, { prefix, delimiter, maxKeys, from });
  const optional = (name: string, value: string | undefined) =>
    value === undefined ? [] : [element(name, value)];
  const result = element(
    "ListBucketResult",
    element("Name", call.bucket),
    element("Prefix", prefix),
    ...optional("Delimiter", query.get("delimiter")),
    ...optional("StartAfter", startAfter),
    ...optional("ContinuationToken", token),
    ...optional("NextContinuationToken", nextToken),
    element("KeyCount", entries.length),
    element("MaxKeys", maxKeys),
    element("IsTruncated", nextToken !== undefined),
    ...entries,
  );
  sendXml(call.response, 200, result);
}

type Page = { prefix: string; delimiter: string; maxKeys: number; from: Buffer };

/** Returns one page. The token is the position before the next page: a key or the end of a common prefix. */
function page(
  call: S3Call,
  { prefix, delimiter, maxKeys, from }: Page,
): { entries: Xml[]; nextToken?: string } {
  const { objects } = call.store;
  const prefixBytes = Buffer.from(prefix);
  const entries: Xml[] = [];
  let after = from;
  while (entries.length < maxKeys) {
    const object = objects.next(call.bucket, prefixBytes, after);
    if (!object) return { entries };
    const delimiterAt = delimiter === "" ? -1 : object.key.indexOf(delimiter, prefix.length);
    if (delimiterAt < 0) {
      entries.push(contents(object));
      after = Buffer.from(object.key);
    } else {
      const common = object.key.slice(0, delimiterAt + delimiter.length);
      entries.push(element("CommonPrefixes", element("Prefix", common)));
      after = endOfPrefix(Buffer.from(common));
    }
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
