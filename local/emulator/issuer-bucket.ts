import { CreateBucketCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { issuerDocuments } from "../oidc/issuer.ts";
import type { SigningKey } from "../oidc/signing-key.ts";

const bucket = "wildlife-annotation-issuer";

/**
 * Uploads the two documents of an OpenID Connect issuer to the S3 of an emulator. With these documents, the functions verify tokens
 * of this key. S3 is the only server that functions in any emulator can reach.
 * @param inside the emulator's origin for the functions that run in it
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
    await client.send(new CreateBucketCommand({ Bucket: bucket })).catch(ignoreExisting);
    for (const [path, document] of Object.entries(issuerDocuments(issuer, key))) {
      const object = { Key: path.slice(1), Body: JSON.stringify(document), ContentType: "application/json" };
      await client.send(new PutObjectCommand({ Bucket: bucket, ...object }));
    }
  } finally {
    client.destroy();
  }
  return issuer;
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error && /^BucketAlready/.test(error.name))) throw error;
}
