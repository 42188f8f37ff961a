import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { findUpload, SHA256_HEADER } from "./multipart.ts";
import { checkPrecondition } from "./put-object.ts";
import { readText } from "./request-body.ts";
import type { S3Call } from "./s3-call.ts";
import { S3Error } from "./s3-error.ts";
import type { Part, Upload } from "./upload-records.ts";
import { element, inner, sendXml, textOf } from "./xml.ts";

/** Minimum size of all parts except the last (S3 User Guide, "Multipart upload limits"). */
const MIN_PART_BYTES = 5 * 1024 * 1024;

/** Running joins, by upload. A second request for an upload waits, because the first request removes the parts. */
const joining = new Map<string, Promise<void>>();

/** CompleteMultipartUpload. Joins the parts into one object. Responds when the object is on the disk. */
export async function completeUpload(call: S3Call): Promise<void> {
  const { [SHA256_HEADER]: _, ...headers } = call.headers;
  // The checksum in the header belongs to the object, not to this text.
  const text = await readText({ ...call, headers });
  const { id } = findUpload(call);
  await joining.get(id)?.catch(() => {});
  const join = joinParts(call, text);
  joining.set(id, join);
  await join.finally(() => joining.delete(id));
}

async function joinParts(call: S3Call, text: string): Promise<void> {
  const { store, bucket, key } = call;
  const { id, headers, algorithm } = findUpload(call);
  const parts = chooseParts(text, store.uploads.parts(id), algorithm);
  const sha256 = algorithm === "SHA256" ? compositeSha256(parts) : undefined;
  checkWhole(call, sha256);
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
  const checksums: Record<string, string> = sha256 === undefined ? {} : { [SHA256_HEADER]: sha256 };
  const object = { key, blob, sizeBytes, etag, headers, modifiedMs: call.nowMs, checksums };
  const replaced = store.objects.put(bucket, object);
  const rest = store.uploads.end(id);
  for (const each of replaced === undefined ? rest : [replaced, ...rest]) await store.blobs.remove(each);
  const names = [element("Bucket", bucket), element("Key", key), element("ETag", `"${etag}"`)];
  const sums =
    sha256 === undefined ? [] : [element("ChecksumSHA256", sha256), element("ChecksumType", "COMPOSITE")];
  sendXml(call.response, 200, element("CompleteMultipartUploadResult", ...names, ...sums));
}

/**
 * Returns the parts that the request lists.
 *
 * @throws S3Error 400 unless all parts exist, have the listed checksums, are in order, and have at least 5 MB (except
 *   the last one). In an upload with SHA-256 checksums, the request must list the SHA-256 of each part.
 */
function chooseParts(text: string, uploaded: readonly Part[], algorithm: Upload["algorithm"]): Part[] {
  const byNumber = new Map(uploaded.map((part) => [part.number, part]));
  const chosen = inner(text, "Part").map((xml) => {
    const number = Number(textOf(xml, "PartNumber"));
    const etag = textOf(xml, "ETag")?.replaceAll('"', "");
    const sha256 = textOf(xml, "ChecksumSHA256");
    const part = byNumber.get(number);
    if (algorithm === "SHA256" && sha256 === undefined) {
      const message = `The upload was created using a sha256 checksum. The complete request must include the checksum for each part. It was missing for part ${number} in the request.`;
      throw new S3Error(400, "InvalidRequest", message);
    }
    if (part?.etag === etag && (sha256 === undefined || part?.checksums[SHA256_HEADER] === sha256) && part)
      return part;
    throw new S3Error(
      400,
      "InvalidPart",
      `Part ${number} could not be found, or has another ETag or checksum.`,
    );
  });
  if (chosen.length === 0) throw new S3Error(400, "MalformedXML", "The request must list at least one part.");
  for (const [i, part] of chosen.entries()) {
    const before = chosen[i - 1];
    if (!before) continue;
    if (before.number >= part.number)
      throw new S3Error(400, "InvalidPartOrder", "The parts must be in ascending order of their numbers.");
    if (before.sizeBytes < MIN_PART_BYTES) {
      throw new S3Error(400, "EntityTooSmall", `Part ${before.number} is smaller than the minimum of 5 MB.`);
    }
  }
  return chosen;
}

/** Returns the SHA-256 of the parts' SHA-256s (S3 User Guide, "Checking object integrity": composite checksums). */
function compositeSha256(parts: readonly Part[]): string {
  const hash = createHash("sha256");
  for (const { checksums } of parts) hash.update(Buffer.from(checksums[SHA256_HEADER] ?? "", "base64"));
  return `${hash.digest("base64")}-${parts.length}`;
}

/** @throws S3Error 400 if the request has a different checksum for the whole object */
function checkWhole({ headers }: S3Call, sha256: string | undefined): void {
  const named = headers[SHA256_HEADER];
  if (named === undefined || named === sha256 || named === sha256?.replace(/-\d+$/, "")) return;
  throw new S3Error(400, "BadDigest", "The sha256 you specified did not match the calculated checksum.");
}

async function* concatenated({ store }: S3Call, parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield* createReadStream("", { fd: store.blobs.open(part.blob) });
}
