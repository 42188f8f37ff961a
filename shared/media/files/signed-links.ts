import { GetObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import type { Media, MediaLink, UploadLink } from "../../domain/media/media.ts";
import { objectKey } from "./objects.ts";
import { urlSigner } from "./sign-url.ts";

/** Lifetime of a signed URL. */
const lifetimeSeconds = 15 * 60;

/** Signed URLs of media files in S3. */
export function mediaLinks(client: S3Client, bucket: string, nowMs: () => number) {
  const sign = urlSigner(client, nowMs);
  return {
    download({ id, type }: Pick<Media, "id" | "type">): Promise<MediaLink> {
      const fileName = `media-${id}.${type.split("/")[1]}`;
      return sign(
        new GetObjectCommand({
          Bucket: bucket,
          Key: objectKey(id),
          ResponseContentType: type,
          ResponseContentDisposition: `inline; filename="${fileName}"`,
        }),
        lifetimeSeconds,
      );
    },

    /**
     * S3 refuses an upload with another type, length or SHA-256, and any upload after the first: the URL cannot replace
     * the file. S3 accepts other headers, such as Content-Encoding, and keeps them with the object: a signature can
     * forbid only `x-amz-…` headers.
     */
    async upload({ id, type, sizeBytes, sha256 }: Media): Promise<UploadLink> {
      const checksum = sha256 === undefined ? undefined : Buffer.from(sha256, "hex").toString("base64");
      const headers = {
        "content-type": type,
        "content-length": String(sizeBytes),
        "if-none-match": "*",
        ...(checksum === undefined ? {} : { "x-amz-checksum-sha256": checksum }),
      };
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: objectKey(id),
        ContentType: type,
        ContentLength: sizeBytes,
        IfNoneMatch: "*",
        ...(checksum === undefined ? {} : { ChecksumSHA256: checksum }),
      });
      return { ...(await sign(command, lifetimeSeconds, Object.keys(headers))), headers };
    },
  };
}

export type MediaLinks = ReturnType<typeof mediaLinks>;
