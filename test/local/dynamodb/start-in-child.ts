/** A separate process that `start-dynamodb.test.ts` starts and kills. */
import { startDynamoDb } from "../../../local/dynamodb/start-dynamodb.ts";

const { endpoint } = await startDynamoDb({ dbPath: process.argv[2] });
process.send?.(endpoint);
