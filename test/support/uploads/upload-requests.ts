import { createHash } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import { completeUpload } from "../../../functions/complete-upload/complete-upload.ts";
import { partJoiner } from "../../../functions/complete-upload/join-parts.ts";
import type { UnreadFile } from "../../../functions/complete-upload/read-file.ts";
import { registerUpload } from "../../../functions/complete-upload/register-upload.ts";
import { createUpload } from "../../../functions/create-upload/create-upload.ts";
import { deleteUpload } from "../../../functions/delete-upload/delete-upload.ts";
import { getUpload } from "../../../functions/get-upload/get-upload.ts";
import { signUploadParts } from "../../../functions/sign-upload-parts/sign-upload-parts.ts";
import { videoFiles } from "../../../shared/media/files/video-files.ts";
import { videoUrl } from "../../../shared/media/files/video-key.ts";
import type { FileFacts } from "../../../shared/media/read/file-facts.ts";
import { captureSourceById } from "../../../shared/store/source/reader.ts";
import { streamOfFingerprint, uploadById } from "../../../shared/store/upload/reader.ts";
import { uploadWriter } from "../../../shared/store/upload/writer.ts";
import { createOnce } from "../../../shared/table/idempotency.ts";
import type { Table } from "../../../shared/table/table.ts";

/** The facts that the file reader returns for each file. */
export const facts: FileFacts = {
  mediaType: "video/mp4",
  codec: "avc",
  size: { width: 64, height: 48 },
  durationMs: 8000,
};

type Options = {
  readonly read?: () => Promise<FileFacts | UnreadFile>;
  readonly limits?: { readonly maxBytes: number; readonly bytesPerDay: number };
  readonly joinWaitMs?: number;
  readonly copyMinutesPerDay?: number;
  readonly nowMs?: () => number;
};

/** Returns functions that run the endpoints for uploads in this process. */
export function uploadRequests(
  table: Table,
  s3: S3Client,
  bucket: string,
  {
    read = async () => facts,
    limits = { maxBytes: 50e9, bytesPerDay: 200e9 },
    joinWaitMs = 25_000,
    copyMinutesPerDay = 10_000,
    nowMs = Date.now,
  }: Options = {},
) {
  const files = videoFiles(s3, bucket, nowMs);
  const findUpload = uploadById(table);
  const uploads = uploadWriter(table);
  const streamOf = streamOfFingerprint(table);
  return {
    files,
    create: createUpload({ findSource: captureSourceById(table), streamOf, uploads, limits, nowMs }),
    get: getUpload({ findUpload, files }),
    sign: signUploadParts({ findUpload, uploads, files }),
    drop: deleteUpload({ findUpload, uploads, files, nowMs }),
    complete: completeUpload({
      findUpload,
      streamOf,
      uploads,
      files,
      parts: partJoiner({ files, joinWaitMs }),
      read,
      register: registerUpload(table, { copyMinutesPerDay, nowMs }),
      once: (idempotency, create) => createOnce(table, idempotency, create),
      urlOf: (id) => videoUrl(bucket, id),
      nowMs,
    }),
  };
}

export type UploadRequests = ReturnType<typeof uploadRequests>;

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64");
}

/** Sends a file with a single part to its signed URL. */
export async function sendPart(
  sign: UploadRequests["sign"],
  caller: Parameters<UploadRequests["sign"]>[1],
  id: number,
  bytes: Buffer,
  number = 1,
): Promise<Response> {
  const part = { number, sha256: sha256(bytes), bytes: bytes.length };
  const { body } = await sign({ params: { id }, body: { parts: [part] } }, caller);
  const [signed] = body.parts;
  return fetch(signed?.url ?? "", { method: "PUT", body: bytes, headers: { ...signed?.headers } });
}
