import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

/** The one table, ready to use. */
export type Table = { readonly client: DynamoDBDocumentClient; readonly name: string };

/** Opens the table in the region and with the credentials that the environment gives. */
export function openTable(name: string, client = new DynamoDBClient({})): Table {
  return {
    name,
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
  };
}
