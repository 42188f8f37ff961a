import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import { UploadType } from "../../domain/upload/new-upload.ts";
import { inBlocks } from "../../file-head/in-blocks.ts";
import { wrongCount } from "../../file-head/mp4-counts.ts";
import { pictureType } from "../../file-head/picture.ts";
import { UnreadableTable } from "../../formats/unreadable-table.ts";
import { videoKey, videoUrl } from "../../media/files/video-key.ts";
import { nextId } from "../../table/item.ts";
import type { Table } from "../../table/table.ts";
import { addTask } from "../../table/tasks.ts";
import { transact } from "../../table/transaction.ts";
import { partsOf, writeObject } from "../../work/write-object.ts";
import type { OpenMedia } from "./format.ts";

/** A file that is stored like the file of an upload, and has no stream yet. */
export type StoredFile = { readonly upload: number; readonly fingerprint: string; readonly url: string };

/** Time after which the clean-up removes a file without a stream, whose worker was killed. */
const orphanMs = 24 * 3_600_000;

/** Number of files that are stored at a time. Each may have parts of 16 MiB in memory. */
export const filesAtOnce = 4;

/**
 * Stores pictures and videos of a package as `video/<id>`, since names that people send are never keys.
 * @returns `undefined` for a file that is damaged in the package, or whose index no reader can go through
 */
export function fileStore(client: S3Client, bucket: string, table: Table, nowMs: () => number) {
  return async (
    open: OpenMedia,
    name: string,
    mediaType: string | undefined,
  ): Promise<StoredFile | undefined> => {
    const upload = await nextId(table, "F");
    await transact(table, [addTask({ kind: "video", id: upload }, nowMs() + orphanMs)]);
    const file = { hash: createHash("sha256"), bytes: 0, isPicture: false };
    const place = { Bucket: bucket, Key: videoKey(upload) };
    try {
      await writeObject(client, { ...place, ...headersFor(mediaType) }, seen(partsOf(open(name)), file));
    } catch (error) {
      if (error instanceof UnreadableTable) return undefined;
      throw error;
    }
    if (!file.isPicture && (await hasWrongIndex(client, { ...place, bytes: file.bytes }))) return undefined;
    return { upload, fingerprint: file.hash.digest("base64"), url: videoUrl(bucket, upload) };
  };

  /**
   * Computes a fingerprint as S3 and the page do: the SHA-256 of the parts' SHA-256s. The first bytes tell whether a file
   * is a picture, since names and types in packages may be wrong.
   */
  async function* seen(
    parts: AsyncIterable<Uint8Array>,
    file: { hash: ReturnType<typeof createHash>; bytes: number; isPicture: boolean },
  ) {
    for await (const part of parts) {
      if (file.bytes === 0) file.isPicture = pictureType(part) !== undefined;
      file.hash.update(createHash("sha256").update(part).digest());
      file.bytes += part.length;
      yield part;
    }
  }
}

/** An object that was written, and its length. */
type WrittenObject = { readonly Bucket: string; readonly Key: string; readonly bytes: number };

/**
 * Returns true if a stored video has an index that no reader can go through (see `wrongCount`), as for the file of an
 * upload. Reads only the index.
 */
async function hasWrongIndex(client: S3Client, { Bucket, Key, bytes }: WrittenObject): Promise<boolean> {
  const read = inBlocks(async (from, length) => {
    if (from >= bytes) return Buffer.alloc(0);
    const Range = `bytes=${from}-${Math.min(from + length, bytes) - 1}`;
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range }));
    if (!(Body instanceof Readable)) throw new Error(`${Key} has no bytes`);
    return buffer(Body);
  });
  return (await wrongCount(read, bytes)) !== undefined;
}

/**
 * The headers with which S3 serves a file. A browser shows files of the types of uploads, and saves all others: an SVG
 * may contain a script.
 */
function headersFor(mediaType: string | undefined) {
  const type = z.safeParse(UploadType, mediaType);
  if (type.success) return { ContentType: type.data };
  return { ContentType: "application/octet-stream", ContentDisposition: "attachment" };
}

export type FileStore = ReturnType<typeof fileStore>;
