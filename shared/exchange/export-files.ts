import { createHash } from "node:crypto";
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { ExportJob, JobFile } from "../domain/export-job.ts";
import { urlSigner } from "../media/sign-url.ts";
import type { ExportFile } from "./export-format.ts";

/** S3 takes parts of 5 MiB and more, and 10,000 of them: files of up to 160 GB. */
const partBytes = 16 * 2 ** 20;

/** Lifetime of a signed URL. */
const lifetimeSeconds = 3600;

/** The objects of exports, in one bucket: `exports/<id>/…`. What a job needs only while it runs is in its `work/`. */
export function exportFiles(client: S3Client, bucket: string, nowMs: () => number) {
  const signUrl = urlSigner(client, nowMs);
  const at = (id: number, name: string) => ({ Bucket: bucket, Key: `exports/${id}/${name}` });

  const files = {
    async putWork(id: number, name: string, body: Uint8Array | string): Promise<void> {
      // The SDK takes an empty text for a stream of unknown length.
      const Body = typeof body === "string" ? Buffer.from(body) : body;
      await client.send(new PutObjectCommand({ ...at(id, `work/${name}`), Body }));
    },

    /** `undefined` when there is no such object. */
    async readWork(id: number, name: string): Promise<Uint8Array | undefined> {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(id, `work/${name}`)));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    /** Writes a file whole, of pieces of any length. The same pieces give the same bytes. */
    async write(
      id: number,
      { name, mediaType }: Pick<ExportFile, "name" | "mediaType">,
      pieces: AsyncIterable<Uint8Array>,
    ): Promise<JobFile> {
      const hash = createHash("sha256");
      let bytes = 0;
      const parts = partsOf(pieces, (piece) => {
        hash.update(piece);
        bytes += piece.length;
      });
      const target = { ...at(id, name), ContentType: mediaType };
      const first = await parts.next();
      const second = await parts.next();
      if (first.done || second.done) {
        await client.send(new PutObjectCommand({ ...target, Body: first.value ?? new Uint8Array() }));
      } else {
        await joinParts(client, target, [first.value, second.value], parts);
      }
      return { name, bytes, sha256: hash.digest("hex") };
    },

    /** Signed URLs of a job's files, in their order. */
    links({ id, files: made }: Pick<ExportJob, "id" | "files">): Promise<readonly string[]> {
      return Promise.all(
        made.map(async ({ name }) => {
          const ResponseContentDisposition = `attachment; filename="${name}"`;
          const command = new GetObjectCommand({ ...at(id, name), ResponseContentDisposition });
          return (await signUrl(command, lifetimeSeconds)).url;
        }),
      );
    },

    /** Removes what a job needed only while it ran. */
    removeWork: (id: number) => removeAll(`exports/${id}/work/`),

    /** Removes everything of a job. */
    remove: (id: number) => removeAll(`exports/${id}/`),
  };

  async function removeAll(Prefix: string): Promise<void> {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix })) {
      if (Contents.length === 0) continue;
      const Objects = Contents.map(({ Key }) => ({ Key }));
      await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }));
    }
  }

  return files;
}

export type ExportFiles = ReturnType<typeof exportFiles>;

/** Joins pieces of any length to parts. Only the last is shorter. */
async function* partsOf(
  pieces: AsyncIterable<Uint8Array>,
  see: (piece: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    see(piece);
    waiting.push(piece);
    length += piece.length;
    if (length < partBytes) continue;
    const joined = Buffer.concat(waiting);
    const whole = length - (length % partBytes);
    for (let start = 0; start < whole; start += partBytes) yield joined.subarray(start, start + partBytes);
    waiting = [joined.subarray(whole)];
    length -= whole;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** A worker that is killed meanwhile leaves parts, which the bucket's rule for incomplete uploads removes. */
async function joinParts(
  client: S3Client,
  target: { readonly Bucket: string; readonly Key: string; readonly ContentType: string },
  first: readonly Uint8Array[],
  others: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { ContentType: _, ...place } = target;
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
  const send = async (Body: Uint8Array) => {
    const PartNumber = Parts.length + 1;
    const { ETag } = await client.send(new UploadPartCommand({ ...place, UploadId, PartNumber, Body }));
    Parts.push({ PartNumber, ETag });
  };
  for (const part of first) await send(part);
  for await (const part of others) await send(part);
  // Joining takes longer than other calls, and S3 keeps the response open for so long.
  const join = new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } });
  await client.send(join, { requestTimeout: 0 });
}
