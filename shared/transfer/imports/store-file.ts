import { createHash } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import { UploadType } from "../../domain/upload/new-upload.ts";
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
 * @returns `undefined` for a damaged file
 */
export function fileStore(client: S3Client, bucket: string, table: Table, nowMs: () => number) {
  return async (
    open: OpenMedia,
    name: string,
    mediaType: string | undefined,
  ): Promise<StoredFile | undefined> => {
    const upload = await nextId(table, "F");
    await transact(table, [addTask({ kind: "video", id: upload }, nowMs() + orphanMs)]);
    const whole = createHash("sha256");
    const target = { Bucket: bucket, Key: videoKey(upload), ...headersFor(mediaType) };
    try {
      await writeObject(client, target, hashed(partsOf(open(name)), whole));
    } catch (error) {
      if (error instanceof UnreadableTable) return undefined;
      throw error;
    }
    return { upload, fingerprint: whole.digest("base64"), url: videoUrl(bucket, upload) };
  };

  /** Computes a fingerprint as S3 and the page do: the SHA-256 of the parts' SHA-256s. */
  async function* hashed(parts: AsyncIterable<Uint8Array>, whole: ReturnType<typeof createHash>) {
    for await (const part of parts) {
      whole.update(createHash("sha256").update(part).digest());
      yield part;
    }
  }
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
