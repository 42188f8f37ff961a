import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";

/** Size of a part. S3 accepts 10,000 parts of at least 5 MiB, so files may have up to 160 GB. */
const partBytes = 16 * 2 ** 20;

type Target = {
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string;
  readonly ContentDisposition?: string;
};

/** Writes an object from its parts, in one request if there is only one part. */
export async function writeObject(
  client: S3Client,
  target: Target,
  parts: AsyncGenerator<Uint8Array>,
): Promise<void> {
  const first = await parts.next();
  const second = await parts.next();
  if (first.done || second.done) {
    await client.send(new PutObjectCommand({ ...target, Body: first.value ?? new Uint8Array() }));
  } else {
    await joinParts(client, target, [first.value, second.value], parts);
  }
}

/**
 * Joins pieces of any length into parts of equal size; only the last part is shorter. A part is valid until the second
 * part after it is requested, because two buffers are reused in turn.
 */
export async function* partsOf(
  pieces: AsyncIterable<Uint8Array>,
  see: (piece: Uint8Array) => void = () => {},
): AsyncGenerator<Uint8Array> {
  let [part, other] = [Buffer.alloc(0), Buffer.alloc(0)];
  let length = 0;
  for await (const piece of pieces) {
    see(piece);
    for (let start = 0; start < piece.length; ) {
      const end = Math.min(piece.length, start + partBytes - length);
      part = withRoom(part, length, end - start);
      part.set(piece.subarray(start, end), length);
      length += end - start;
      start = end;
      if (length < partBytes) continue;
      yield part;
      [part, other] = [other, part];
      length = 0;
    }
  }
  if (length > 0) yield part.subarray(0, length);
}

/** Returns a buffer with room for more bytes after the used ones. Grows gradually, since most files are small. */
function withRoom(buffer: Buffer<ArrayBuffer>, used: number, more: number): Buffer<ArrayBuffer> {
  if (used + more <= buffer.length) return buffer;
  const larger = Buffer.allocUnsafeSlow(Math.min(partBytes, Math.max(used + more, 2 * buffer.length)));
  larger.set(buffer.subarray(0, used));
  return larger;
}

/** A worker that is killed meanwhile leaves parts, which the bucket's rule for incomplete uploads removes. */
async function joinParts(
  client: S3Client,
  target: Target,
  first: readonly Uint8Array[],
  others: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { Bucket, Key } = target;
  const place = { Bucket, Key };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
  const send = async (Body: Uint8Array) => {
    const PartNumber = Parts.length + 1;
    const { ETag } = await client.send(new UploadPartCommand({ ...place, UploadId, PartNumber, Body }));
    Parts.push({ PartNumber, ETag });
  };
  for (const part of first) await send(part);
  for await (const part of others) await send(part);
  // Joining takes longer than other calls, and S3 keeps the response open meanwhile.
  const join = new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } });
  await client.send(join, { requestTimeout: 0 });
}
