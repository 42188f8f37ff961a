import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type BlobFiles, openBlobFiles } from "./blob-files.ts";
import { type ObjectRecords, objectRecords } from "./object-records.ts";
import { type UploadRecords, uploadRecords } from "./upload-records.ts";

export type Store = {
  objects: ObjectRecords;
  uploads: UploadRecords;
  blobs: BlobFiles;
  close: () => void;
};

/**
 * Opens the objects of a data directory. A record is committed and synchronised only after its blob, so every record
 * has its bytes even if the process is killed. Removes blobs without a record.
 *
 * @throws Error with a sentence for the user if another stack uses the directory
 */
export function openStore(directory: string): Store {
  mkdirSync(directory, { recursive: true });
  const database = new DatabaseSync(join(directory, "objects.sqlite"));
  try {
    // EXCLUSIVE locks the file at the first access. The operating system releases the lock when this process ends.
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      ${SCHEMA}`);
  } catch (error) {
    database.close();
    if (error instanceof Error && error.message.includes("locked")) {
      throw new Error(
        `Another local stack is using ${directory}. Stop it first, or choose another DATA_DIR.`,
      );
    }
    throw error;
  }
  const blobs = openBlobFiles(join(directory, "blobs"));
  const objects = objectRecords(database);
  const uploads = uploadRecords(database);
  blobs.removeUnreferenced(new Set([...objects.blobs(), ...uploads.blobs()]));
  return { objects, uploads, blobs, close: () => database.close() };
}

/** Keys are stored as UTF-8 bytes, because S3 lists them in the order of their bytes. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS object (
    bucket TEXT NOT NULL, key BLOB NOT NULL, blob TEXT NOT NULL, sizeBytes INTEGER NOT NULL, etag TEXT NOT NULL,
    modifiedMs INTEGER NOT NULL, headers TEXT NOT NULL, checksums TEXT NOT NULL,
    PRIMARY KEY (bucket, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS upload (
    id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key BLOB NOT NULL, headers TEXT NOT NULL,
    algorithm TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS part (
    upload TEXT NOT NULL, number INTEGER NOT NULL, blob TEXT NOT NULL, sizeBytes INTEGER NOT NULL,
    etag TEXT NOT NULL, checksums TEXT NOT NULL, PRIMARY KEY (upload, number)
  ) STRICT, WITHOUT ROWID;
`;
