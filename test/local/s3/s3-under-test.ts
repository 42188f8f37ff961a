import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import type { PolicyStatement } from "../../../local/aws/iam.ts";
import { createPrincipals, EVERYTHING, type GrantUse } from "../../../local/aws/principals.ts";
import { type BucketConfig, startS3 } from "../../../local/s3/start-s3.ts";

export const BUCKET = "media";

/** Starts a local S3 with one bucket in a new directory, and creates SDK clients for it. */
export async function startS3UnderTest(bucket: Omit<BucketConfig, "name"> = {}) {
  const directory = mkdtempSync(join(tmpdir(), "s3-"));
  const used: GrantUse[] = [];
  const principals = createPrincipals((use) => used.push(use));
  const server = await startS3({ directory, buckets: [{ name: BUCKET, ...bucket }], principals });
  const clients: S3Client[] = [];
  const clientWith = (statements: readonly PolicyStatement[], config: S3ClientConfig = {}) => {
    const client = new S3Client({
      endpoint: server.origin,
      region: "us-east-1",
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: principals.issue("tester", statements),
      ...config,
    });
    clients.push(client);
    return client;
  };
  return {
    directory,
    origin: server.origin,
    principals,
    used,
    clientWith,
    client: clientWith(EVERYTHING),
    async stop() {
      for (const client of clients) client.destroy();
      await server.close();
      rmSync(directory, { recursive: true });
    },
  };
}

export type S3UnderTest = Awaited<ReturnType<typeof startS3UnderTest>>;
