import { Readable } from "node:stream";
import {
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { hasFiles, type ImportJob, waitsForFileMs } from "../../domain/job/import-job.ts";
import type { UploadLink } from "../../domain/media/media.ts";
import { urlSigner } from "../../media/files/sign-url.ts";
import { linkSeconds, workFiles } from "../../work/files.ts";
import { UnreadableFile } from "./unreadable-file.ts";

const uploadName = "upload";
const reportName = "report.csv";

/** The objects of imports, in one bucket: the upload, the report, and `work/` while the job runs. */
export function importFiles(client: S3Client, bucket: string, nowMs: () => number) {
  const signUrl = urlSigner(client, nowMs);
  const { at, ...work } = workFiles(client, bucket, "imports");
  const placeOf = ({ id, object }: Pick<ImportJob, "id" | "object">) =>
    object ? { Bucket: object.bucket, Key: object.key, IfMatch: object.etag } : at(id, uploadName);
  return {
    ...work,

    /**
     * Returns the URL for the upload of a file; `undefined` if the import does not wait for one. S3 refuses an upload
     * with another length or SHA-256, and any upload after the first.
     */
    async uploadLink(job: ImportJob): Promise<UploadLink | undefined> {
      const lifetimeSeconds = Math.min(linkSeconds, Math.floor(waitsForFileMs(job, nowMs()) / 1000));
      if (lifetimeSeconds <= 0) return undefined;
      const { id, bytes, sha256 } = job;
      const checksum = sha256 === undefined ? undefined : Buffer.from(sha256, "hex").toString("base64");
      const headers = {
        "content-length": String(bytes),
        "if-none-match": "*",
        ...(checksum === undefined ? {} : { "x-amz-checksum-sha256": checksum }),
      };
      const command = new PutObjectCommand({
        ...at(id, uploadName),
        ContentLength: bytes,
        IfNoneMatch: "*",
        ...(checksum === undefined ? {} : { ChecksumSHA256: checksum }),
      });
      return { ...(await signUrl(command, lifetimeSeconds, Object.keys(headers))), headers };
    },

    /** Returns true if the file exists: the upload has arrived, or the object has not changed. */
    async hasFile(job: Pick<ImportJob, "id" | "object">): Promise<boolean> {
      try {
        await client.send(new HeadObjectCommand(placeOf(job)));
        return true;
      } catch (error) {
        if (error instanceof NotFound || (job.object && isChanged(error))) return false;
        throw error;
      }
    },

    /**
     * Yields the bytes of the file from `start` up to, but not including, `end`.
     * @throws UnreadableFile if the file is an object that has changed since the import began
     */
    async *readFile(
      job: Pick<ImportJob, "id" | "object">,
      start: number,
      end: number,
    ): AsyncGenerator<Uint8Array> {
      if (end <= start) return;
      const Range = `bytes=${start}-${end - 1}`;
      const { Body } = await client
        .send(new GetObjectCommand({ ...placeOf(job), Range }))
        .catch((error: unknown) => {
          if (job.object === undefined || !isChanged(error)) throw error;
          throw new UnreadableFile(
            "object-changed",
            "The object has changed since the import began, or this service may no longer read it. Start another import.",
          );
        });
      if (!(Body instanceof Readable)) throw new Error(`The file of import ${job.id} has no bytes`);
      try {
        yield* Body;
      } finally {
        Body.destroy();
      }
    },

    async putReport(id: number, text: string): Promise<void> {
      const ContentType = "text/csv; charset=utf-8";
      await client.send(
        new PutObjectCommand({ ...at(id, reportName), Body: Buffer.from(`\uFEFF${text}`), ContentType }),
      );
    },

    /** A signed URL of the report, if it exists. */
    async reportLink(job: ImportJob): Promise<string | undefined> {
      const { id, status, phase } = job;
      const isThere = status === "checked" || status === "rejected" || status === "done" || phase === "write";
      if (!isThere || !hasFiles(job, nowMs())) return undefined;
      const ResponseContentDisposition = `attachment; filename="import-${id}-report.csv"`;
      const command = new GetObjectCommand({ ...at(id, reportName), ResponseContentDisposition });
      return (await signUrl(command, linkSeconds)).url;
    },
  };
}

/**
 * S3 returns 412 for an object with another content. For a deleted object it returns 404, or 403 if the caller may not
 * list the bucket.
 */
function isChanged(error: unknown): boolean {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  return status === 412 || status === 404 || status === 403;
}

export type ImportFiles = ReturnType<typeof importFiles>;
