import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { inBlocks } from "../../file-head/in-blocks.ts";
import { wrongCount } from "../../file-head/mp4-counts.ts";

/** An object that was written, and its length. */
export type WrittenObject = { readonly Bucket: string; readonly Key: string; readonly bytes: number };

/**
 * Returns true if a stored video has an index that no reader can go through (see `wrongCount`), as for the file of an
 * upload. Reads only the index.
 */
export async function hasWrongIndex(
  client: S3Client,
  { Bucket, Key, bytes }: WrittenObject,
): Promise<boolean> {
  const read = inBlocks(async (from, length) => {
    if (from >= bytes) return Buffer.alloc(0);
    const Range = `bytes=${from}-${Math.min(from + length, bytes) - 1}`;
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range }));
    if (!(Body instanceof Readable)) throw new Error(`${Key} has no bytes`);
    return buffer(Body);
  });
  return (await wrongCount(read, bytes)) !== undefined;
}
