import { readFile } from "node:fs/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { Media } from "../../domain/media/media.ts";

/**
 * The key of a media record's object. Ids are assigned once, so no two records share an object. Functions
 * have rights on `media/` only (see lib/service-stack.ts).
 */
export function objectKey(mediaId: number): string {
  return `media/${mediaId}`;
}

/** A call that hangs is aborted and sent again. The upload of a large clip takes seconds. */
const clientConfig = {
  maxAttempts: 3,
  // By default, a signed URL would contain the checksum of an empty body.
  requestChecksumCalculation: "WHEN_REQUIRED",
  requestHandler: { connectionTimeout: 1000, requestTimeout: 10_000, throwOnRequestTimeout: true },
} as const;

export function openS3(): S3Client {
  return new S3Client(clientConfig);
}

/** The files of media records, in one bucket. `exists` and `read` need `s3:ListBucket` to detect a missing file. */
export function mediaObjects(client: S3Client, bucket: string) {
  const at = (mediaId: number) => ({ Bucket: bucket, Key: objectKey(mediaId) });
  return {
    /**
     * Returns true if a file exists. Lists the key, since callers delete the records of missing files: HEAD returns 403
     * or 404 without a reason, so a missing grant or bucket would look like a missing file.
     */
    async exists(mediaId: number): Promise<boolean> {
      const Prefix = objectKey(mediaId);
      // Among all keys with this prefix, the key itself comes first.
      const list = new ListObjectsV2Command({ Bucket: bucket, Prefix, MaxKeys: 1 });
      const { Contents = [] } = await client.send(list);
      return Contents[0]?.Key === Prefix;
    },

    /** Uploads a local file. */
    async put({ id, type }: Pick<Media, "id" | "type">, path: string): Promise<void> {
      // From memory, since a stream could not be sent again after a broken connection.
      const Body = await readFile(path);
      await client.send(
        new PutObjectCommand({ ...at(id), Body, ContentType: type, ChecksumAlgorithm: "CRC32" }),
      );
    },

    /** Reads a whole file. `undefined` when it does not exist. */
    async read(mediaId: number): Promise<Uint8Array | undefined> {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(mediaId)));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    /** Deletes a file, whether or not it exists. */
    async delete(mediaId: number): Promise<void> {
      await client.send(new DeleteObjectCommand(at(mediaId)));
    },
  };
}

export type MediaObjects = ReturnType<typeof mediaObjects>;
