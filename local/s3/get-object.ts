import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { ObjectRecord } from "./object-records.ts";
import { missingKey, type S3Call } from "./s3-call.ts";
import { S3Error } from "./s3-error.ts";

type Range = { start: number /** Inclusive. */; end: number };

/** GetObject and HeadObject, with one range, `If-Match`, `If-None-Match`, `If-Range` and `response-…` parameters. */
export async function getObject(call: S3Call): Promise<void> {
  const { request, response, headers, store } = call;
  const object = store.objects.get(call.bucket, call.key);
  if (!object) throw missingKey(call);
  const overrides = responseOverrides(call);
  const etag = `"${object.etag}"`;
  if (!matchesTag(headers["if-match"] ?? "*", etag)) {
    throw new S3Error(
      412,
      "PreconditionFailed",
      "At least one of the pre-conditions you specified did not hold",
    );
  }
  const cacheHeaders = { etag, "last-modified": new Date(object.modifiedMs).toUTCString() };
  if (matchesTag(headers["if-none-match"], etag)) {
    response.writeHead(304, cacheHeaders);
    response.end();
    return;
  }
  const rangeHeader = matchesTag(headers["if-range"] ?? "*", etag) ? headers.range : undefined;
  const range = readRange(rangeHeader, object.sizeBytes, response);
  // The checksum is that of the whole object, so a client that compares it with the range would report an error.
  const withChecksums = range === undefined && headers["x-amz-checksum-mode"]?.toUpperCase() === "ENABLED";
  const { start, end } = range ?? { start: 0, end: object.sizeBytes - 1 };
  response.writeHead(range ? 206 : 200, {
    ...object.headers,
    ...overrides,
    ...cacheHeaders,
    ...(withChecksums && checksumHeaders(object)),
    ...(range && { "content-range": `bytes ${start}-${end}/${object.sizeBytes}` }),
    "accept-ranges": "bytes",
    "content-length": end - start + 1,
  });
  if (request.method === "HEAD" || object.sizeBytes === 0) {
    response.end();
    return;
  }
  // Opened before the first await, so that the blob stays readable if another request removes it.
  const fd = store.blobs.open(object.blob);
  await pipeline(createReadStream("", { fd, start, end }), response);
}

function checksumHeaders(object: ObjectRecord): Record<string, string> {
  if (Object.keys(object.checksums).length === 0) return {};
  const isComposite = Object.values(object.checksums).some((sum) => /-\d+$/.test(sum));
  return { ...object.checksums, "x-amz-checksum-type": isComposite ? "COMPOSITE" : "FULL_OBJECT" };
}

function matchesTag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  return condition.split(",").some((each) => ["*", etag, `W/${etag}`].includes(each.trim()));
}

/**
 * Reads one `bytes=` range (RFC 9110, section 14.1.2). Returns undefined for several ranges and for an invalid range,
 * because S3 then sends the whole object.
 *
 * @throws S3Error 416 if the whole range is outside the object
 */
function readRange(
  header: string | undefined,
  sizeBytes: number,
  response: S3Call["response"],
): Range | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first !== "" && last !== "" && Number(first) > Number(last)) return undefined;
  const start = first === "" ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === "" || last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (start <= end) return { start, end };
  response.setHeader("content-range", `bytes */${sizeBytes}`);
  throw new S3Error(416, "InvalidRange", "The requested range is not satisfiable");
}

const OVERRIDES = ["type", "language", "disposition", "encoding"].map((name) => `content-${name}`);

/**
 * Reads parameters such as `response-content-disposition=…`. HTTP headers are ISO-8859-1, and S3 rejects other
 * characters. File names with such characters belong in `filename*` (RFC 6266).
 *
 * @throws S3Error 400
 */
function responseOverrides({ query }: S3Call): Record<string, string> {
  const overrides: Record<string, string> = {};
  for (const name of [...OVERRIDES, "cache-control", "expires"]) {
    const value = query.get(`response-${name}`);
    if (value === undefined) continue;
    if (!/^[\t\x20-\x7e\xa0-\xff]*$/.test(value)) {
      throw new S3Error(400, "InvalidArgument", "Header value cannot be represented using ISO-8859-1.");
    }
    overrides[name] = value;
  }
  return overrides;
}
