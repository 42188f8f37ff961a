import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { inject } from "vitest";
import { putVideo, putVideoOnce } from "../../../local/seed/put-video.ts";
import { type RunningService, startStack } from "../../../local/stack.ts";
import { type Api, admin, openApi } from "../api/api.ts";
import { grantRecorder } from "./grants.ts";

/** Starts a stack for one test file, for tests that depend on all data of the service. Its admin is `admin`. */
export async function startOwnStack(
  parameters: Record<string, string> = {},
  { devVideoOrigins, assembly, dynamoDbEndpoint }: Setup = {},
): Promise<OwnStack> {
  const { assembly: shared, logFile, grantsFile } = inject("service");
  const log: string[] = [];
  const dataDir = mkdtempSync(path.join(tmpdir(), "own-stack-"));
  const service = await startStack({
    assembly: assembly ?? shared,
    dataDir,
    port: 0,
    parameters: { AdminEmails: admin, CallerRequestsPerSecond: "100000", ...parameters },
    devVideoOrigins,
    dynamoDbEndpoint,
    onOutput: (name, line) => {
      log.push(line);
      appendFileSync(logFile, `${name} ${line}\n`);
    },
    onFailure: console.error,
    onGrantUsed: grantRecorder(grantsFile),
  });
  const { storage, stack } = service;
  const bucket = stack.buckets[0]?.name ?? "";
  const s3 = new S3Client({
    endpoint: storage.s3Origin,
    region: stack.region,
    credentials: storage.s3Credentials,
  });
  return {
    api: openApi({ origin: service.origin, issuer: service.issuer, dataDir }),
    service,
    dataDir,
    log,
    putVideo: putVideo(service),
    putVideoOnce: putVideoOnce(service),
    s3,
    bucket,
    async fireCleanUp() {
      const cleanUp = stack.functions.find(({ tags }) => tags["job"] === "clean-up")?.name;
      const schedule = stack.schedules.find(({ functionName }) => functionName === cleanUp)?.name ?? "";
      return service.scheduler.fire(schedule);
    },
    callJob: (job, event) => {
      const name = stack.functions.find(({ tags }) => tags["job"] === job)?.name ?? "";
      return service.lambda.invoke(name, event);
    },
    mediaFiles: () => mediaFiles(s3, bucket),
    async removeMediaFiles() {
      for (const Key of await mediaFiles(s3, bucket)) {
        await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
      }
    },
    async close() {
      s3.destroy();
      await service.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

type Setup = {
  readonly devVideoOrigins?: string;
  /** An assembly to use instead of the one that all HTTP tests share. */
  readonly assembly?: string;
  /** A database to use instead of the stack's own, so that the test can write anything into its table. */
  readonly dynamoDbEndpoint?: string;
};

export type OwnStack = {
  readonly api: Api;
  readonly service: RunningService;
  readonly dataDir: string;
  /** Every line that the functions logged. */
  readonly log: readonly string[];
  /** Stores a video in a bucket that the functions can read. Returns its `s3:` URL. */
  readonly putVideo: (name: string, video: Buffer) => Promise<string>;
  readonly putVideoOnce: (name: string, makeVideo: () => Promise<Buffer>) => Promise<string>;
  /** S3 client with all permissions. */
  readonly s3: S3Client;
  /** Bucket of the service's media. */
  readonly bucket: string;
  /** Runs the clean-up through its schedule, and returns its result. */
  readonly fireCleanUp: () => ReturnType<RunningService["scheduler"]["fire"]>;
  readonly callJob: (job: string, event: unknown) => ReturnType<RunningService["lambda"]["invoke"]>;
  /** Lists the keys of all files in the media bucket. */
  readonly mediaFiles: () => Promise<readonly string[]>;
  readonly removeMediaFiles: () => Promise<void>;
  close(): Promise<void>;
};

async function mediaFiles(client: S3Client, Bucket: string): Promise<readonly string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
  return Contents.flatMap(({ Key }) => Key ?? []);
}
