/** Run by `start-dynamodb.test.ts` as a process of its own, to be killed. */
import { startDynamoDb } from "../../../local/dynamodb/start-dynamodb.ts";

const { endpoint } = await startDynamoDb({ dbPath: process.argv[2] });
process.send?.(endpoint);
