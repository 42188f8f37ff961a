import type { DatabaseSync } from "node:sqlite";
import * as z from "zod/mini";

export type ObjectRecord = {
  key: string;
  /** Name of the file with the object's bytes. */
  blob: string;
  sizeBytes: number;
  /** The ETag without quotes. */
  etag: string;
  modifiedMs: number;
  /** Headers for responses, such as `content-type` and `x-amz-meta-…`. */
  headers: Readonly<Record<string, string>>;
  /** `x-amz-checksum-…` headers of the whole object. */
  checksums: Readonly<Record<string, string>>;
};

/** Reads and writes the records of objects. Each call is one transaction. */
export function objectRecords(database: DatabaseSync) {
  const select = database.prepare("SELECT * FROM object WHERE bucket = ? AND key = ?");
  const insert = database.prepare(
    "INSERT OR REPLACE INTO object (bucket, key, blob, sizeBytes, etag, modifiedMs, headers, checksums) " +
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const remove = database.prepare("DELETE FROM object WHERE bucket = ? AND key = ?");
  const following = database.prepare(
    "SELECT * FROM object WHERE bucket = ? AND key >= ? AND key < ? AND key > ? ORDER BY key LIMIT 1",
  );
  const allBlobs = database.prepare("SELECT blob FROM object");
  const get = (bucket: string, key: string) => record(select.get(bucket, Buffer.from(key)));
  return {
    get,
    /** Adds or replaces a record. Returns the blob that is no longer referenced. */
    put(bucket: string, object: ObjectRecord): string | undefined {
      const replaced = get(bucket, object.key)?.blob;
      insert.run(
        bucket,
        Buffer.from(object.key),
        object.blob,
        object.sizeBytes,
        object.etag,
        object.modifiedMs,
        JSON.stringify(object.headers),
        JSON.stringify(object.checksums),
      );
      return replaced;
    },
    /** Returns the blob that is no longer referenced. */
    remove(bucket: string, key: string): string | undefined {
      const removed = get(bucket, key)?.blob;
      remove.run(bucket, Buffer.from(key));
      return removed;
    },
    /** Returns the first object whose key starts with the prefix and follows `after`, in the order of UTF-8 bytes. */
    next: (bucket: string, prefix: Buffer, after: Buffer) =>
      record(following.get(bucket, prefix, endOfPrefix(prefix), after)),
    /** Returns all blobs that are referenced. */
    blobs: () => allBlobs.all().map((row) => Blob.parse(row).blob),
  };
}

export type ObjectRecords = ReturnType<typeof objectRecords>;

/** Returns a position after all keys with the prefix and before the next other key. UTF-8 never has the byte 0xFF. */
function endOfPrefix(prefix: Buffer): Buffer {
  return Buffer.concat([prefix, Buffer.of(0xff)]);
}

const Blob = z.object({ blob: z.string() });
const StringRecord = z.record(z.string(), z.string());
const Row = z.object({
  key: z.instanceof(Uint8Array),
  blob: z.string(),
  sizeBytes: z.number(),
  etag: z.string(),
  modifiedMs: z.number(),
  headers: z.string(),
  checksums: z.string(),
});

function record(found: unknown): ObjectRecord | undefined {
  if (found === undefined) return undefined;
  const row = Row.parse(found);
  return {
    ...row,
    key: Buffer.from(row.key).toString(),
    headers: StringRecord.parse(JSON.parse(row.headers)),
    checksums: StringRecord.parse(JSON.parse(row.checksums)),
  };
}
