import { DynamoDBClient } from "@aws-sdk/client-dynamodb";

/**
 * The stack's own client of the database behind the proxy, without IAM. The database does not check the
 * credentials, but the access key id must be the one that the proxy sends (see `upstream.ts`).
 */
export function createDynamoDbClient(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({
    endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
}
