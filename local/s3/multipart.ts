import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { checkPrecondition, storedHeaders } from "./put-object.ts";
import { readText, requestBody } from "./request-body.ts";
import type { S3Call } from "./s3-call.ts";
import { S3Error } from "./s3-error.ts";
import type { Part, Upload } from "./upload-records.ts";
import { element, inner, sendXml, textOf } from "./xml.ts";

/** S3 User Guide, "Multipart upload limits". */
const MAX_PART_NUMBER = 10_000;
const MIN_PART_BYTES = 5 * 1024 * 1024;

/** CreateMultipartUpload. */
export function createUpload(call: S3Call): void {
  const upload = call.store.uploads.begin(call.bucket, call.key, storedHeaders(call));
  const names = [element("Bucket", call.bucket), element("Key", call.key)];
  const result = element("InitiateMultipartUploadResult", ...names, element("UploadId", upload.id));
  sendXml(call.response, 200, result);
}

/** UploadPart. A part with the same number replaces the earlier one. */
export async function uploadPart(call: S3Call): Promise<void> {
  const { store, query } = call;
  const { id } = findUpload(call);
  const number = Number(query.get("partNumber"));
  if (!Number.isInteger(number) || number < 1 || number > MAX_PART_NUMBER) {
    throw new S3Error(
      400,
      "InvalidArgument",
      `Part number must be an integer between 1 and ${MAX_PART_NUMBER}.`,
    );
  }
  const body = requestBody(call);
  const blob = await store.blobs.write(body.bytes);
  const { sizeBytes, etag, checksums } = body.digest();
  if (!store.uploads.get(call.bucket, call.key, id)) {
    // The upload was completed or aborted while this part arrived.
    await store.blobs.remove(blob);
    throw noSuchUpload();
  }
  const replaced = store.uploads.putPart(id, { number, blob, sizeBytes, etag });
  if (replaced !== undefined) await store.blobs.remove(replaced);
  call.response.writeHead(200, { etag: `"${etag}"`, ...checksums });
  call.response.end();
}

/** CompleteMultipartUpload. Joins the parts into one object, which is on the disk before the response is sent. */
export async function completeUpload(call: S3Call): Promise<void> {
  const { store, bucket, key } = call;
  const { id, headers } = findUpload(call);
  const parts = chooseParts(await readText(call), store.uploads.parts(id));
  checkPrecondition(call);
  const blob = await store.blobs.write(concatenated(call, parts));
  try {
    checkPrecondition(call);
    findUpload(call);
  } catch (error) {
    await store.blobs.remove(blob);
    throw error;
  }
  const md5 = createHash("md5");
  for (const part of parts) md5.update(Buffer.from(part.etag, "hex"));
  const etag = `${md5.digest("hex")}-${parts.length}`;
  const sizeBytes = parts.reduce((total, part) => total + part.sizeBytes, 0);
  const object = { key, blob, sizeBytes, etag, headers, modifiedMs: call.nowMs, checksums: {} };
  const replaced = store.objects.put(bucket, object);
  const rest = store.uploads.end(id);
  for (const each of replaced === undefined ? rest : [replaced, ...rest]) await store.blobs.remove(each);
  const names = [element("Bucket", bucket), element("Key", key), element("ETag", `"${etag}"`)];
  sendXml(call.response, 200, element("CompleteMultipartUploadResult", ...names));
}

/** AbortMultipartUpload. */
export async function abortUpload(call: S3Call): Promise<void> {
  const blobs = call.store.uploads.end(findUpload(call).id);
  for (const blob of blobs) await call.store.blobs.remove(blob);
  call.response.writeHead(204);
  call.response.end();
}

/** ListParts, without paging. */
export function listParts(call: S3Call): void {
  const { id } = findUpload(call);
  const parts = call.store.uploads
    .parts(id)
    .map((part) =>
      element(
        "Part",
        element("PartNumber", part.number),
        element("ETag", `"${part.etag}"`),
        element("Size", part.sizeBytes),
      ),
    );
  const names = [element("Bucket", call.bucket), element("Key", call.key), element("UploadId", id)];
  sendXml(call.response, 200, element("ListPartsResult", ...names, element("IsTruncated", false), ...parts));
}

function findUpload({ store, bucket, key, query }: S3Call): Upload {
  const upload = store.uploads.get(bucket, key, query.get("uploadId") ?? "");
  if (!upload) throw noSuchUpload();
  return upload;
}

function noSuchUpload(): S3Error {
  return new S3Error(404, "NoSuchUpload", "The specified multipart upload does not exist.");
}

/** @throws S3Error 400 unless the listed parts exist, are in order, and are 5 MB or more except for the last */
function chooseParts(text: string, uploaded: readonly Part[]): Part[] {
  const chosen = inner(text, "Part").map((xml) => {
    const number = Number(textOf(xml, "PartNumber"));
    const etag = textOf(xml, "ETag")?.replaceAll('"', "");
    const part = uploaded.find((each) => each.number === number && each.etag === etag);
    if (part) return part;
    throw new S3Error(400, "InvalidPart", `Part ${number} could not be found, or has another ETag.`);
  });
  if (chosen.length === 0) throw new S3Error(400, "MalformedXML", "The request must list at least one part.");
  for (const [i, part] of chosen.entries()) {
    const before = chosen[i - 1];
    if (!before) continue;
    if (before.number >= part.number)
      throw new S3Error(400, "InvalidPartOrder", "The parts are not in order.");
    if (before.sizeBytes < MIN_PART_BYTES) {
      throw new S3Error(400, "EntityTooSmall", `Part ${before.number} is smaller than the minimum of 5 MB.`);
    }
  }
  return chosen;
}

async function* concatenated({ store }: S3Call, parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield* createReadStream("", { fd: store.blobs.open(part.blob) });
}
