import { oneById } from "../../table/rows.ts";
import { keys } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { ownerOf } from "../../table/unique.ts";
import { UploadItem } from "./item.ts";

/** One upload, or `undefined`. */
export const uploadById = oneById(keys.upload, UploadItem);

/** The unique value that ensures that a capture source has a file only once. */
export function uniqueFile(source: number, fingerprint: string): string {
  return `${source}#${fingerprint}`;
}

/** Id of the stream that was made from a file for a capture source, or `undefined`. */
export function streamOfFingerprint(table: Table) {
  return (source: number, fingerprint: string): Promise<number | undefined> =>
    ownerOf(table, "fingerprint", uniqueFile(source, fingerprint));
}
