import { S3Client } from "@aws-sdk/client-s3";
import { createDynamoDbClient } from "../../../local/dynamodb/client.ts";
import { openTable } from "../../../shared/table/table.ts";
import { exportRequests } from "./export-requests.ts";

/**
 * One call of the worker in a process of its own, which a test kills.
 * Arguments: the endpoints of the database and of S3, the table's name, the credentials for S3, and how far this process
 * is in the future, in milliseconds: then the lease of a killed one is over.
 */
const [dynamoDb = "", s3Origin = "", tableName = "", accessKeyId = "", secretAccessKey = "", aheadMs = "0"] =
  process.argv.slice(2);
const s3 = new S3Client({
  endpoint: s3Origin,
  region: "us-east-1",
  forcePathStyle: true,
  credentials: { accessKeyId, secretAccessKey },
  requestChecksumCalculation: "WHEN_REQUIRED",
});
const nowMs = () => Date.now() + Number(aheadMs);
const table = openTable(tableName, createDynamoDbClient(dynamoDb));
await exportRequests(table, s3, { nowMs, pieceSize: 1000, onError: console.error }).run();
process.exit();
