import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import * as z from "zod/mini";

export type Upload = { id: string; headers: Readonly<Record<string, string>> };
export type Part = {
  /** 1 to 10,000. */
  number: number;
  blob: string;
  sizeBytes: number;
  etag: string;
};

export type UploadRecords = {
  begin: (bucket: string, key: string, headers: Readonly<Record<string, string>>) => Upload;
  get: (bucket: string, key: string, id: string) => Upload | undefined;
  /** Returns the parts in the order of their numbers. */
  parts: (id: string) => Part[];
  /** Returns the blob of the part that this one replaces. */
  putPart: (id: string, part: Part) => string | undefined;
  /** Deletes the upload. Returns the blobs of its parts. */
  end: (id: string) => string[];
  blobs: () => string[];
};

/** Reads and writes the records of multipart uploads that are in progress. */
export function uploadRecords(database: DatabaseSync): UploadRecords {
  const insert = database.prepare("INSERT INTO upload (id, bucket, key, headers) VALUES (?, ?, ?, ?)");
  const select = database.prepare("SELECT id, headers FROM upload WHERE id = ? AND bucket = ? AND key = ?");
  const selectParts = database.prepare(
    "SELECT number, blob, sizeBytes, etag FROM part WHERE upload = ? ORDER BY number",
  );
  const insertPart = database.prepare(
    "INSERT OR REPLACE INTO part (upload, number, blob, sizeBytes, etag) VALUES (?, ?, ?, ?, ?)",
  );
  const removeParts = database.prepare("DELETE FROM part WHERE upload = ?");
  const remove = database.prepare("DELETE FROM upload WHERE id = ?");
  const allBlobs = database.prepare("SELECT blob FROM part");
  const parts = (id: string) => selectParts.all(id).map((row) => PartRow.parse(row));
  return {
    begin(bucket, key, headers) {
      const id = randomUUID();
      insert.run(id, bucket, Buffer.from(key), JSON.stringify(headers));
      return { id, headers };
    },
    get(bucket, key, id) {
      const row = select.get(id, bucket, Buffer.from(key));
      if (row === undefined) return undefined;
      return { id, headers: Headers.parse(JSON.parse(UploadRow.parse(row).headers)) };
    },
    parts,
    putPart(id, part) {
      const replaced = parts(id).find((each) => each.number === part.number)?.blob;
      insertPart.run(id, part.number, part.blob, part.sizeBytes, part.etag);
      return replaced;
    },
    end(id) {
      const blobs = parts(id).map((part) => part.blob);
      removeParts.run(id);
      remove.run(id);
      return blobs;
    },
    blobs: () => allBlobs.all().map((row) => z.object({ blob: z.string() }).parse(row).blob),
  };
}

const Headers = z.record(z.string(), z.string());
const UploadRow = z.object({ headers: z.string() });
const PartRow = z.object({
  number: z.number(),
  blob: z.string(),
  sizeBytes: z.number(),
  etag: z.string(),
});
