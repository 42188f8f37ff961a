import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { RunningService } from "../stack.ts";
import { videoBucket } from "../storage.ts";

/** Returns a function that uploads a video for the functions of a stack, and returns its `s3:` URL. */
export function putVideo({ storage, stack }: Pick<RunningService, "storage" | "stack">) {
  return async (name: string, video: Buffer): Promise<string> => {
    const client = new S3Client({
      endpoint: storage.s3Origin,
      region: stack.region,
      credentials: storage.s3Credentials,
    });
    await client.send(
      new PutObjectCommand({ Bucket: videoBucket, Key: name, Body: video, ContentType: "video/mp4" }),
    );
    client.destroy();
    return `s3://${videoBucket}/${name}`;
  };
}
