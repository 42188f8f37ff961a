import { storedHeaders } from "./put-object.ts";
import { requestBody } from "./request-body.ts";
import type { S3Call } from "./s3-call.ts";
import { notImplemented, S3Error } from "./s3-error.ts";
import type { Part, Upload } from "./upload-records.ts";
import { element, sendXml, type Xml } from "./xml.ts";

/** Limits from the S3 User Guide, "Multipart upload limits". */
const MAX_PART_NUMBER = 10_000;
const MAX_LISTED_PARTS = 1000;

export const SHA256_HEADER = "x-amz-checksum-sha256";

/** CreateMultipartUpload. With `x-amz-checksum-algorithm: SHA256` each part must come with its SHA-256. */
export function createUpload(call: S3Call): void {
  const algorithm = call.headers["x-amz-checksum-algorithm"]?.toUpperCase();
  if (algorithm !== undefined && !["SHA256", "CRC32"].includes(algorithm)) throw notImplemented(algorithm);
  const upload = call.store.uploads.begin(call.bucket, call.key, { headers: storedHeaders(call), algorithm });
  const names = [element("Bucket", call.bucket), element("Key", call.key)];
  if (algorithm !== undefined) {
    call.response.setHeader("x-amz-checksum-algorithm", algorithm);
    call.response.setHeader("x-amz-checksum-type", "COMPOSITE");
  }
  const result = element("InitiateMultipartUploadResult", ...names, element("UploadId", upload.id));
  sendXml(call.response, 200, result);
}

/** UploadPart. A part with the same number replaces the earlier one. */
export async function uploadPart(call: S3Call): Promise<void> {
  const { store, query } = call;
  const { id, algorithm } = findUpload(call);
  const number = Number(query.get("partNumber"));
  if (!Number.isInteger(number) || number < 1 || number > MAX_PART_NUMBER) {
    throw new S3Error(
      400,
      "InvalidArgument",
      `Part number must be an integer between 1 and ${MAX_PART_NUMBER}.`,
    );
  }
  // The message is the one of the real S3.
  if (algorithm === "SHA256" && call.headers[SHA256_HEADER] === undefined && !isTrailing(call)) {
    const message =
      "Checksum Type mismatch occurred, expected checksum Type: sha256, actual checksum Type: null";
    throw new S3Error(400, "InvalidRequest", message);
  }
  const body = requestBody(call);
  const blob = await store.blobs.write(body.bytes);
  const { sizeBytes, etag, checksums } = body.digest();
  if (!store.uploads.get(call.bucket, call.key, id)) {
    // The upload was completed or aborted while this part arrived.
    await store.blobs.remove(blob);
    throw noSuchUpload();
  }
  const replaced = store.uploads.putPart(id, { number, blob, sizeBytes, etag, checksums });
  if (replaced !== undefined) await store.blobs.remove(replaced);
  call.response.writeHead(200, { etag: `"${etag}"`, ...checksums });
  call.response.end();
}

function isTrailing({ headers }: S3Call): boolean {
  return headers["x-amz-trailer"]?.toLowerCase() === SHA256_HEADER;
}

/** AbortMultipartUpload. */
export async function abortUpload(call: S3Call): Promise<void> {
  const blobs = call.store.uploads.end(findUpload(call).id);
  for (const blob of blobs) await call.store.blobs.remove(blob);
  call.response.writeHead(204);
  call.response.end();
}

/** ListParts, in pages of at most 1,000. */
export function listParts(call: S3Call): void {
  const { id, algorithm } = findUpload(call);
  const max = Math.min(MAX_LISTED_PARTS, readNumber(call, "max-parts", MAX_LISTED_PARTS));
  const after = readNumber(call, "part-number-marker", 0);
  const following = call.store.uploads.parts(id).filter(({ number }) => number > after);
  const page = following.slice(0, max);
  const isTruncated = following.length > page.length;
  const result = element(
    "ListPartsResult",
    element("Bucket", call.bucket),
    element("Key", call.key),
    element("UploadId", id),
    element("PartNumberMarker", after),
    ...(isTruncated ? [element("NextPartNumberMarker", page.at(-1)?.number ?? after)] : []),
    element("MaxParts", max),
    element("IsTruncated", isTruncated),
    ...(algorithm === undefined
      ? []
      : [element("ChecksumAlgorithm", algorithm), element("ChecksumType", "COMPOSITE")]),
    ...page.map(partElement),
  );
  sendXml(call.response, 200, result);
}

function partElement({ number, etag, sizeBytes, checksums }: Part): Xml {
  const sha256 = checksums[SHA256_HEADER];
  const crc32 = checksums["x-amz-checksum-crc32"];
  return element(
    "Part",
    element("PartNumber", number),
    element("ETag", `"${etag}"`),
    element("Size", sizeBytes),
    ...(sha256 === undefined ? [] : [element("ChecksumSHA256", sha256)]),
    ...(crc32 === undefined ? [] : [element("ChecksumCRC32", crc32)]),
  );
}

function readNumber({ query }: S3Call, name: string, otherwise: number): number {
  const text = query.get(name) ?? String(otherwise);
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new S3Error(400, "InvalidArgument", `${name} must be a number.`);
}

/** @throws S3Error 404 if the upload does not exist, or was completed or aborted */
export function findUpload({ store, bucket, key, query }: S3Call): Upload {
  const upload = store.uploads.get(bucket, key, query.get("uploadId") ?? "");
  if (!upload) throw noSuchUpload();
  return upload;
}

function noSuchUpload(): S3Error {
  return new S3Error(404, "NoSuchUpload", "The specified multipart upload does not exist.");
}
