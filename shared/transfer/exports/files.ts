import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { GetObjectCommand, NoSuchKey, type S3Client } from "@aws-sdk/client-s3";
import type { ExportJob, MadeFile } from "../../domain/job/export-job.ts";
import { urlSigner } from "../../media/files/sign-url.ts";
import { linkSeconds, workFiles } from "../../work/files.ts";
import { partsOf, writeObject } from "../../work/write-object.ts";

/** The objects of exports, in one bucket. */
export function exportFiles(client: S3Client, bucket: string, nowMs: () => number) {
  const signUrl = urlSigner(client, nowMs);
  const { at, ...work } = workFiles(client, bucket, "exports");

  return {
    ...work,

    /** Like `readWork`, but yields one part at a time, since a text may be too large for memory. */
    async streamWork(id: number, name: string): Promise<AsyncIterable<Uint8Array> | undefined> {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(id, `work/${name}`)));
        if (!(Body instanceof Readable)) throw new Error(`The body of ${name} is no stream`);
        return Body;
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    /** Writes a complete file from pieces of any length. The same pieces give the same bytes. */
    async write(
      id: number,
      { name, mediaType }: { readonly name: string; readonly mediaType: string },
      pieces: AsyncIterable<Uint8Array>,
    ): Promise<MadeFile> {
      const hash = createHash("sha256");
      let bytes = 0;
      const parts = partsOf(pieces, (piece) => {
        hash.update(piece);
        bytes += piece.length;
      });
      await writeObject(client, { ...at(id, name), ContentType: mediaType }, parts);
      return { name, bytes, sha256: hash.digest("hex") };
    },

    /** Signed URLs of a job's files, in their order. */
    links({ id, files: made }: Pick<ExportJob, "id" | "files">): Promise<readonly string[]> {
      return Promise.all(
        made.map(async ({ name }) => {
          const ResponseContentDisposition = `attachment; filename="${name}"`;
          const command = new GetObjectCommand({ ...at(id, name), ResponseContentDisposition });
          return (await signUrl(command, linkSeconds)).url;
        }),
      );
    },
  };
}

export type ExportFiles = ReturnType<typeof exportFiles>;
