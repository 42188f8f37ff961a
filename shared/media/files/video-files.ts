import { createHash } from "node:crypto";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  NoSuchUpload,
  NotFound,
  paginateListParts,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { ReceivedPart, SignedPart } from "../../domain/upload/parts.ts";
import { urlSigner } from "./sign-url.ts";
import { videoKey } from "./video-key.ts";

/** SHA-256 in base64 of the SHA-256s of a file's parts, in order. S3 calls it the composite checksum. */
export function fingerprintOf(parts: readonly { readonly sha256: string }[]): string {
  const hash = createHash("sha256");
  for (const { sha256 } of parts) hash.update(Buffer.from(sha256, "base64"));
  return hash.digest("base64");
}

/** A multipart upload in S3. */
export type Multipart = { readonly id: number; readonly multipartId: string };

/** A part as S3 lists it. */
export type StoredPart = ReceivedPart & { readonly etag: string };

/** Maximum lifetime of a signed URL: an hour, long enough to send 16 MiB at 40 kbit/s. */
const lifetimeSeconds = 3600;

/** Errors of S3 for parts that have changed since they were listed. */
const changedParts: ReadonlySet<string> = new Set(["InvalidPart", "InvalidPartOrder", "EntityTooSmall"]);

/** The files of uploads, in one bucket, and their parts while they arrive. */
export function videoFiles(client: S3Client, bucket: string, nowMs: () => number) {
  const signUrl = urlSigner(client, nowMs);
  const at = (id: number) => ({ Bucket: bucket, Key: videoKey(id) });
  const partsAt = ({ id, multipartId }: Multipart) => ({ ...at(id), UploadId: multipartId });
  return {
    /** Begins a multipart upload, in which each part must have its SHA-256. Returns its id. */
    async begin(id: number, type: string): Promise<string> {
      const command = new CreateMultipartUploadCommand({
        ...at(id),
        ContentType: type,
        ChecksumAlgorithm: "SHA256",
      });
      const { UploadId } = await client.send(command);
      if (UploadId === undefined) throw new Error("S3 returned no id of a multipart upload");
      return UploadId;
    },

    /** Signs the PUT of a part. S3 refuses other bytes: number, length and SHA-256 are part of the signature. */
    async sign(upload: Multipart, part: ReceivedPart): Promise<SignedPart> {
      const headers = { "content-length": String(part.bytes), "x-amz-checksum-sha256": part.sha256 };
      const command = new UploadPartCommand({
        ...partsAt(upload),
        PartNumber: part.number,
        ContentLength: part.bytes,
        ChecksumSHA256: part.sha256,
      });
      const link = await signUrl(command, lifetimeSeconds, Object.keys(headers));
      return { number: part.number, headers, ...link };
    },

    /** The parts that have arrived, by number. `undefined` when they are joined or removed. */
    async received(upload: Multipart): Promise<readonly StoredPart[] | undefined> {
      const parts: StoredPart[] = [];
      try {
        for await (const { Parts = [] } of paginateListParts({ client }, partsAt(upload))) {
          for (const { PartNumber = 0, Size = 0, ChecksumSHA256 = "", ETag = "" } of Parts) {
            parts.push({ number: PartNumber, bytes: Size, sha256: ChecksumSHA256, etag: ETag });
          }
        }
      } catch (error) {
        if (error instanceof NoSuchUpload) return undefined;
        throw error;
      }
      return parts;
    },

    /**
     * Joins the parts into the file. S3 compares their SHA-256s.
     * @returns `gone` when the parts are already joined or were removed; `changed` when a part has changed since it was
     *   listed
     */
    async join(upload: Multipart, parts: readonly StoredPart[]): Promise<"joined" | "gone" | "changed"> {
      const Parts = parts.map(({ number, etag, sha256 }) => ({
        PartNumber: number,
        ETag: etag,
        ChecksumSHA256: sha256,
      }));
      try {
        // Joining the parts of a large file takes minutes, during which S3 keeps the response open.
        await client.send(
          new CompleteMultipartUploadCommand({ ...partsAt(upload), MultipartUpload: { Parts } }),
          { requestTimeout: 0 },
        );
        return "joined";
      } catch (error) {
        if (error instanceof NoSuchUpload) return "gone";
        if (error instanceof S3ServiceException && changedParts.has(error.name)) return "changed";
        throw error;
      }
    },

    /** The fingerprint of a joined file, as S3 computed it. `undefined` if the file does not exist. */
    async fingerprint(id: number): Promise<string | undefined> {
      try {
        const { ChecksumSHA256 } = await client.send(
          new HeadObjectCommand({ ...at(id), ChecksumMode: "ENABLED" }),
        );
        return ChecksumSHA256?.replace(/-\d+$/, "");
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw error;
      }
    },

    /** Removes the parts of an upload, and its file, whether or not they exist. */
    async remove(id: number, multipartId: string | undefined): Promise<void> {
      if (multipartId !== undefined) {
        await client
          .send(new AbortMultipartUploadCommand(partsAt({ id, multipartId })))
          .catch((error: unknown) => {
            if (!(error instanceof NoSuchUpload)) throw error;
          });
      }
      await client.send(new DeleteObjectCommand(at(id)));
    },
  };
}

export type VideoFiles = ReturnType<typeof videoFiles>;
