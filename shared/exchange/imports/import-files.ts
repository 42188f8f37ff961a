import { Readable } from "node:stream";
import {
  GetObjectCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import { hasFiles, type ImportJob } from "../../domain/import-job.ts";
import type { UploadLink } from "../../domain/media.ts";
import { urlSigner } from "../../media/sign-url.ts";
import { linkSeconds, workFiles } from "../work-files.ts";

const uploadName = "upload";
const reportName = "report.csv";

/** The objects of imports, in one bucket: the upload, the report, and `work/` while the job runs. */
export function importFiles(client: S3Client, bucket: string, nowMs: () => number) {
  const signUrl = urlSigner(client, nowMs);
  const { at, ...work } = workFiles(client, bucket, "imports");
  return {
    ...work,

    /** S3 refuses an upload with another length or SHA-256, and any upload after the first. */
    async uploadLink({ id, bytes, sha256 }: Pick<ImportJob, "id" | "bytes" | "sha256">): Promise<UploadLink> {
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
      return { ...(await signUrl(command, linkSeconds, Object.keys(headers))), headers };
    },

    /** Whether the upload has arrived. */
    async hasUpload(id: number): Promise<boolean> {
      try {
        await client.send(new HeadObjectCommand(at(id, uploadName)));
        return true;
      } catch (error) {
        if (error instanceof NotFound) return false;
        throw error;
      }
    },

    /** The bytes of the upload from `start` up to, but without, `end`. */
    async *readUpload(id: number, start: number, end: number): AsyncGenerator<Uint8Array> {
      if (end <= start) return;
      const Range = `bytes=${start}-${end - 1}`;
      const { Body } = await client.send(new GetObjectCommand({ ...at(id, uploadName), Range }));
      if (!(Body instanceof Readable)) throw new Error(`The upload of import ${id} has no bytes`);
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

    /** A signed URL of the report, when there is one. */
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

export type ImportFiles = ReturnType<typeof importFiles>;
