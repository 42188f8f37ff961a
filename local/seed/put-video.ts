import { HeadObjectCommand, NotFound, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { RunningService } from "../stack.ts";
import { videoBucket } from "../storage.ts";

type Service = Pick<RunningService, "storage" | "stack">;

/** Returns a function that uploads a video to a bucket that the stack may read, and returns the video's `s3:` URL. */
export function putVideo(service: Service) {
  return async (name: string, video: Buffer): Promise<string> => {
    const client = clientOf(service);
    const object = { Bucket: videoBucket, Key: name, Body: video, ContentType: "video/mp4" };
    await client.send(new PutObjectCommand(object)).finally(() => client.destroy());
    return addressOf(name);
  };
}

/** Like `putVideo`, but makes and uploads a video only if the bucket has no video with its name. */
export function putVideoOnce(service: Service) {
  const put = putVideo(service);
  return async (name: string, makeVideo: () => Promise<Buffer>): Promise<string> => {
    return (await hasVideo(service, name)) ? addressOf(name) : put(name, await makeVideo());
  };
}

async function hasVideo(service: Service, name: string): Promise<boolean> {
  const client = clientOf(service);
  try {
    await client.send(new HeadObjectCommand({ Bucket: videoBucket, Key: name }));
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  } finally {
    client.destroy();
  }
}

function clientOf({ storage, stack }: Service): S3Client {
  return new S3Client({
    endpoint: storage.s3Origin,
    region: stack.region,
    credentials: storage.s3Credentials,
  });
}

function addressOf(name: string): string {
  return `s3://${videoBucket}/${name}`;
}
