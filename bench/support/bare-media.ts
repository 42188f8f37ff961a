import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";

/** The least that a function on this table and bucket can be: it makes the clients and answers. */
const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const s3 = new S3Client({});

/** It can sign, so that its bundle holds what signing takes; the bench's event asks for nothing. */
export const handler = async ({ key = "" }: { readonly key?: string }) => {
  const body = key && (await getSignedUrl(s3, new GetObjectCommand({ Bucket: "bench", Key: key })));
  return { statusCode: client ? 200 : 500, headers: {}, body };
};
