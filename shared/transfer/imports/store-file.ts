import { createHash } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import { UnreadableTable } from "../../formats/csv-rows.ts";
import { videoKey, videoUrl } from "../../media/files/video-key.ts";
import { nextId } from "../../table/item.ts";
import type { Table } from "../../table/table.ts";
import { addTask } from "../../table/tasks.ts";
import { transact } from "../../table/transaction.ts";
import { partsOf, writeObject } from "../../work/write-object.ts";
import type { OpenMedia } from "./format.ts";

/** A file that is stored as those of uploads are, and waits for its stream. */
export type StoredFile = { readonly upload: number; readonly fingerprint: string; readonly url: string };

/** The clean-up removes a file that has no stream by then: its worker was killed. */
const orphanMs = 24 * 3_600_000;

/** Files at a time: each may have parts of 16 MiB in memory. */
export const filesAtOnce = 4;

/**
 * Stores pictures and videos of a package as `video/<id>`: names that people send are never keys.
 * @returns `undefined` for a file that is damaged
 */
export function fileStore(client: S3Client, bucket: string, table: Table, nowMs: () => number) {
  return async (
    open: OpenMedia,
    name: string,
    mediaType = "application/octet-stream",
  ): Promise<StoredFile | undefined> => {
    const upload = await nextId(table, "F");
    await transact(table, [addTask({ kind: "video", id: upload }, nowMs() + orphanMs)]);
    const whole = createHash("sha256");
    const target = { Bucket: bucket, Key: videoKey(upload), ContentType: mediaType };
    try {
      await writeObject(client, target, hashed(partsOf(open(name)), whole));
    } catch (error) {
      if (error instanceof UnreadableTable) return undefined;
      throw error;
    }
    return { upload, fingerprint: whole.digest("base64"), url: videoUrl(bucket, upload) };
  };

  /** As S3 and the page make fingerprints: the SHA-256 of the parts' SHA-256s. */
  async function* hashed(parts: AsyncIterable<Uint8Array>, whole: ReturnType<typeof createHash>) {
    for await (const part of parts) {
      whole.update(createHash("sha256").update(part).digest());
      yield part;
    }
  }
}

export type FileStore = ReturnType<typeof fileStore>;
