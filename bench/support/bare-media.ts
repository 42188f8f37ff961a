import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";

/** A minimal function with a table and a bucket. It creates the clients and responds. */
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const s3 = new S3Client({});

/** Signs a URL for a key, so that the bundle contains the code for signing. The benchmark's event has no key. */
export const handler = async ({ key = "" }: { readonly key?: string }) => {
  const body = key && (await getSignedUrl(s3, new GetObjectCommand({ Bucket: "bench", Key: key })));
  return { statusCode: client ? 200 : 500, headers: {}, body };
};
