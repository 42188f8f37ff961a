import { readFile } from "node:fs/promises";
import { PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import type { CopyPiece } from "../../domain/copy/copy.ts";
import { workFiles } from "../../work/files.ts";

/** The files of copies, in one bucket: `copies/<stream>/<start in milliseconds>-<16 digits of the SHA-256>`. */
export function copyFiles(client: S3Client, bucket: string) {
  const { at, remove } = workFiles(client, bucket, "copies");
  const place = ({ stream, startMs, sha256 }: CopyPiece) => at(stream, `${startMs}-${sha256.slice(0, 16)}`);
  return {
    place,

    /** Uploads the file of a piece. The same piece has the same key: making it again changes nothing. */
    async put(piece: CopyPiece, file: string): Promise<void> {
      // From memory, since a stream could not be sent again after a broken connection. A piece has at most 95 MB.
      const Body = await readFile(file);
      await client.send(new PutObjectCommand({ ...place(piece), Body, ContentType: "video/mp4" }));
    },

    /** Removes all files of the copy of a stream. */
    remove,
  };
}

export type CopyFiles = ReturnType<typeof copyFiles>;
