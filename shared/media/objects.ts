import { readFile } from "node:fs/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { Media } from "../domain/media.ts";

/**
 * An object is named for its record: ids are given once, so no two records ever have one. Functions have rights
 * on `media/` alone (see lib/service-stack.ts).
 */
export function objectKey(mediaId: number): string {
  return `media/${mediaId}`;
}

/** A call that hangs is given up and sent again; a clip of the largest size is on its way for seconds. */
const clientConfig = {
  maxAttempts: 3,
  // Else a signed URL would hold the checksum of an empty body.
  requestChecksumCalculation: "WHEN_REQUIRED",
  requestHandler: { connectionTimeout: 1000, requestTimeout: 10_000, throwOnRequestTimeout: true },
} as const;

export function openS3(): S3Client {
  return new S3Client(clientConfig);
}

/** The files of media records, in one bucket. Who reads or looks for one needs `s3:ListBucket`, to be told of absence. */
export function mediaObjects(client: S3Client, bucket: string) {
  const at = (mediaId: number) => ({ Bucket: bucket, Key: objectKey(mediaId) });
  return {
    /**
     * Whether there is a file. Records are destroyed by the answer, so it asks by a list: a HEAD answers 403 or 404
     * without a reason, and a lost grant or a bucket that is not there would look like an absent file. Those are
     * errors.
     */
    async exists(mediaId: number): Promise<boolean> {
      const Prefix = objectKey(mediaId);
      // Of all keys with this prefix the key itself comes first.
      const list = new ListObjectsV2Command({ Bucket: bucket, Prefix, MaxKeys: 1 });
      const { Contents = [] } = await client.send(list);
      return Contents[0]?.Key === Prefix;
    },

    /** Puts a file of this disk. */
    async put({ id, type }: Pick<Media, "id" | "type">, path: string): Promise<void> {
      // From memory, not as a stream: a stream cannot be sent again when the connection breaks.
      const Body = await readFile(path);
      await client.send(
        new PutObjectCommand({ ...at(id), Body, ContentType: type, ChecksumAlgorithm: "CRC32" }),
      );
    },

    /** The whole file, or `undefined` when there is none. */
    async read(mediaId: number): Promise<Uint8Array | undefined> {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(mediaId)));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    /** Deletes the file, if there is one. */
    async delete(mediaId: number): Promise<void> {
      await client.send(new DeleteObjectCommand(at(mediaId)));
    },
  };
}

export type MediaObjects = ReturnType<typeof mediaObjects>;
