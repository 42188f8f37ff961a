import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import * as z from "zod/mini";

export type Upload = {
  id: string;
  headers: Readonly<Record<string, string>>;
  /** The checksum that every part must have, such as `SHA256`. */
  algorithm: string | undefined;
};
export type Part = {
  /** Part number, 1 to 10,000. */
  number: number;
  blob: string;
  sizeBytes: number;
  etag: string;
  /** `x-amz-checksum-…` header of the part. */
  checksums: Readonly<Record<string, string>>;
};

/** Reads and writes the records of multipart uploads that are in progress. */
export function uploadRecords(database: DatabaseSync) {
  const insert = database.prepare(
    "INSERT INTO upload (id, bucket, key, headers, algorithm) VALUES (?, ?, ?, ?, ?)",
  );
  const select = database.prepare(
    "SELECT headers, algorithm FROM upload WHERE id = ? AND bucket = ? AND key = ?",
  );
  const selectParts = database.prepare(
    "SELECT number, blob, sizeBytes, etag, checksums FROM part WHERE upload = ? ORDER BY number",
  );
  const selectBlob = database.prepare("SELECT blob FROM part WHERE upload = ? AND number = ?");
  const insertPart = database.prepare(
    "INSERT OR REPLACE INTO part (upload, number, blob, sizeBytes, etag, checksums) VALUES (?, ?, ?, ?, ?, ?)",
  );
  const removeParts = database.prepare("DELETE FROM part WHERE upload = ?");
  const remove = database.prepare("DELETE FROM upload WHERE id = ?");
  const allBlobs = database.prepare("SELECT blob FROM part");
  const parts = (id: string): Part[] => selectParts.all(id).map((row) => PartRow.parse(row));
  return {
    begin(bucket: string, key: string, upload: Omit<Upload, "id">): Upload {
      const id = randomUUID();
      insert.run(id, bucket, Buffer.from(key), JSON.stringify(upload.headers), upload.algorithm ?? null);
      return { id, ...upload };
    },
    get(bucket: string, key: string, id: string): Upload | undefined {
      const row = select.get(id, bucket, Buffer.from(key));
      if (row === undefined) return undefined;
      const { headers, algorithm } = UploadRow.parse(row);
      return { id, headers: Headers.parse(JSON.parse(headers)), algorithm: algorithm ?? undefined };
    },
    /** Returns the parts in the order of their numbers. */
    parts,
    /** Adds a part. Returns the blob of the part that it replaces. */
    putPart(id: string, { number, blob, sizeBytes, etag, checksums }: Part): string | undefined {
      const replaced = selectBlob.get(id, number);
      insertPart.run(id, number, blob, sizeBytes, etag, JSON.stringify(checksums));
      return replaced && BlobRow.parse(replaced).blob;
    },
    /** Deletes the upload. Returns the blobs of its parts. */
    end(id: string): string[] {
      const blobs = parts(id).map((part) => part.blob);
      removeParts.run(id);
      remove.run(id);
      return blobs;
    },
    blobs: () => allBlobs.all().map((row) => BlobRow.parse(row).blob),
  };
}

export type UploadRecords = ReturnType<typeof uploadRecords>;

const Headers = z.record(z.string(), z.string());
const UploadRow = z.object({ headers: z.string(), algorithm: z.nullable(z.string()) });
const BlobRow = z.object({ blob: z.string() });
const PartRow = z.object({
  number: z.number(),
  blob: z.string(),
  sizeBytes: z.number(),
  etag: z.string(),
  checksums: z.pipe(
    z.string(),
    z.transform((text) => Headers.parse(JSON.parse(text))),
  ),
});
