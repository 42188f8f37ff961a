import { CreateBucketCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { issuerDocuments } from "../oidc/issuer.ts";
import type { SigningKey } from "../oidc/signing-key.ts";

const bucket = "wildlife-annotation-issuer";

/**
 * Puts an OpenID Connect issuer into an emulator's own S3, since functions reach nothing else there for sure:
 * the two documents by which tokens of this key are verified.
 * @param inside the emulator's origin as functions in it see it
 * @returns the issuer's URL
 */
export async function putIssuer(endpoint: string, inside: string, key: SigningKey): Promise<string> {
  const issuer = `${inside}/${bucket}`;
  const client = new S3Client({
    endpoint,
    forcePathStyle: true,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket })).catch(ifNotThere);
    for (const [path, document] of Object.entries(issuerDocuments(issuer, key))) {
      const object = { Key: path.slice(1), Body: JSON.stringify(document), ContentType: "application/json" };
      await client.send(new PutObjectCommand({ Bucket: bucket, ...object }));
    }
  } finally {
    client.destroy();
  }
  return issuer;
}

function ifNotThere(error: unknown): void {
  if (!(error instanceof Error && /^BucketAlready/.test(error.name))) throw error;
}
