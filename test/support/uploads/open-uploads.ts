import type { S3Client } from "@aws-sdk/client-s3";
import { expect } from "vitest";
import type { Table } from "../../../shared/table/table.ts";
import { BUCKET } from "../../local/s3/s3-under-test.ts";
import { admin } from "../../properties/stream-requests.ts";
import { sendPart, sha256, uploadRequests } from "./upload-requests.ts";

const clip = Buffer.from("a clip");

/** Returns functions with which an admin uploads a small file of the first capture source. */
export function openUploads(table: Table, s3: S3Client, options: Parameters<typeof uploadRequests>[3] = {}) {
  const requests = uploadRequests(table, s3, BUCKET, options);
  const newUpload = {
    filename: "a.mp4",
    type: "video/mp4",
    bytes: clip.length,
    capturesource: 1,
    startTime: 0,
    endTime: undefined,
    fingerprint: undefined,
  } as const;
  const parts = [{ number: 1, sha256: sha256(clip) }];

  /** Starts an upload and sends its file. Returns the upload's id. */
  async function send(more: { capturesource?: number; fingerprint?: string } = {}): Promise<number> {
    const body = { ...newUpload, ...more };
    const { id } = (await requests.create({ body, idempotency: undefined }, admin)).body;
    expect((await sendPart(requests.sign, admin, id, clip)).status).toBe(200);
    return id;
  }

  const complete = (id: number) =>
    requests.complete({ params: { id }, body: { parts }, idempotency: undefined }, admin);

  return {
    files: requests.files,
    send,
    complete,
    get: (id: number) => requests.get({ params: { id } }, admin),
    drop: (id: number) => requests.drop({ params: { id }, ifMatch: undefined }, admin),
    /** Uploads a file that becomes a stream. */
    async done(): Promise<{ upload: number; stream: number }> {
      const upload = await send();
      const { body } = await complete(upload);
      if (!("id" in body)) throw new Error("S3 is still joining the parts");
      return { upload, stream: body.id };
    },
  };
}
