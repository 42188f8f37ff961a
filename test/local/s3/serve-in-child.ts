/** A separate process that `durability.test.ts` starts and kills. */
import { createPrincipals, EVERYTHING } from "../../../local/aws/principals.ts";
import { startS3 } from "../../../local/s3/start-s3.ts";
import { BUCKET } from "./s3-under-test.ts";

const principals = createPrincipals();
const { accessKeyId, secretAccessKey } = principals.issue("writer", EVERYTHING);
const server = await startS3({ directory: process.argv[2] ?? "", buckets: [{ name: BUCKET }], principals });
process.send?.({ origin: server.origin, accessKeyId, secretAccessKey });
