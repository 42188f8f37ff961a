import {
  DeleteObjectsCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from "@aws-sdk/client-s3";

/** Lifetime of a signed URL. A download may begin up to an hour later. */
export const linkSeconds = 3600;

/**
 * The objects of jobs, in one bucket: `<folder>/<id>/…`. Objects that a job needs only while it runs are in its folder
 * `work/`.
 */
export function workFiles(client: S3Client, bucket: string, folder: "copies" | "exports" | "imports") {
  const at = (id: number, name: string) => ({ Bucket: bucket, Key: `${folder}/${id}/${name}` });

  async function removeAll(Prefix: string): Promise<void> {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix })) {
      if (Contents.length === 0) continue;
      const Objects = Contents.map(({ Key }) => ({ Key }));
      await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }));
    }
  }

  return {
    at,

    async putWork(id: number, name: string, body: Uint8Array | string): Promise<void> {
      // The SDK treats an empty text as a stream of unknown length.
      const Body = typeof body === "string" ? Buffer.from(body) : body;
      await client.send(new PutObjectCommand({ ...at(id, `work/${name}`), Body }));
    },

    /** `undefined` when there is no such object. */
    async readWork(id: number, name: string): Promise<Uint8Array | undefined> {
      try {
        const { Body } = await client.send(new GetObjectCommand(at(id, `work/${name}`)));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    /** Removes the objects that the job needed only while it ran. */
    removeWork: (id: number) => removeAll(`${folder}/${id}/work/`),

    /** Removes all objects of a job. */
    remove: (id: number) => removeAll(`${folder}/${id}/`),
  };
}

/** The name of a piece among the work of its job. */
export function pieceName(table: string, piece: number): string {
  return `${table}/${String(piece).padStart(6, "0")}`;
}
