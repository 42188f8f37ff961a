import { HeadObjectCommand, type S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import type { ImportObject } from "../../shared/domain/job/import-job.ts";
import { Fault, invalid } from "../../shared/domain/wire/fault.ts";

/** Maximum size of a file to import. Reading 50 GB takes several minutes. */
const maxBytes = 50_000_000_000;

/** Finds the current version of the object at `s3://<bucket>/<key>`. */
export type FindObject = (
  s3Url: string,
) => Promise<{ readonly object: ImportObject; readonly bytes: number }>;

/**
 * @param buckets the buckets that the operator's parameter VideoBuckets lists
 * @throws Fault `invalid-request` for a missing object or one in another bucket, `too-large` for a large file
 */
export function objectFinder(client: S3Client, buckets: readonly string[]): FindObject {
  return async (s3Url) => {
    const [, bucket = "", path = ""] = /^s3:\/\/([^/]+)\/(.+)$/.exec(s3Url) ?? [];
    const key = keyOf(path);
    if (!buckets.includes(bucket)) {
      const named = buckets.map((name) => `\`${name}\``).join(", ") || "none";
      throw invalid(
        "/s3_url",
        `\`s3_url\` must be in a bucket of the operator's parameter VideoBuckets: ${named}. Or send \`bytes\` instead, and upload the file.`,
      );
    }
    const found = await client
      .send(new HeadObjectCommand({ Bucket: bucket, Key: key }))
      .catch((error: unknown) => {
        const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
        // Without the permission to list the bucket, S3 returns 403 for a missing object.
        if (status !== 404 && status !== 403) throw error;
        throw invalid(
          "/s3_url",
          "`s3_url` must name an object that the service can read. The object is missing, or the service may not read it.",
        );
      });
    const { ContentLength: bytes = 0, ETag: etag = "" } = found;
    if (bytes === 0) throw invalid("/s3_url", "`s3_url` must name a file that is not empty.");
    if (bytes > maxBytes) throw new Fault("too-large", "A file to import may have at most 50 GB.");
    return { object: { bucket, key, etag }, bytes };
  };
}

function keyOf(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalid("/s3_url", "`s3_url` must be percent-encoded: write % as %25, and a space as %20.");
  }
}
