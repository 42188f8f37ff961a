import { S3Client } from "@aws-sdk/client-s3";
import * as z from "zod/mini";
import { createDynamoDbClient } from "../../../local/dynamodb/client.ts";
import { extractor } from "../../../shared/media/cut/extractor.ts";
import { copyOf } from "../../../shared/store/copy/reader.ts";
import { copyWriter } from "../../../shared/store/copy/writer.ts";
import { openTable } from "../../../shared/table/table.ts";
import { copyFiles } from "../../../shared/transfer/copies/files.ts";
import { copyWorker } from "../../../shared/transfer/copies/worker.ts";
import { childFile, maxRssBytes } from "./engine.ts";

// A process with a worker for one copy, which tests kill. Prints a line for each piece that it has stored.

const Settings = z.object({
  dynamoDb: z.string(),
  table: z.string(),
  s3: z.object({
    endpoint: z.string(),
    credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
  }),
  bucket: z.string(),
  videoOrigin: z.string(),
  stream: z.int(),
  /** What the clock of this process is ahead of the computer's: the lease of a killed worker has then ended. */
  aheadMs: z.int(),
});
export type CopyWorkerSettings = z.infer<typeof Settings>;

const {
  dynamoDb,
  table: name,
  s3,
  bucket,
  videoOrigin,
  stream,
  aheadMs,
} = Settings.parse(JSON.parse(process.argv[2] ?? ""));
const table = openTable(name, createDynamoDbClient(dynamoDb));
const files = copyFiles(new S3Client({ ...s3, region: "us-east-1", forcePathStyle: true }), bucket);
const { extract, close } = extractor({ childFile, maxRssBytes });
const work = copyWorker({
  copies: copyWriter(table),
  files: {
    async put(piece, file) {
      await files.put(piece, file);
      console.log(`piece ${piece.startMs}`);
    },
  },
  sourceOf: async (url) => ({ url, rules: { allowedOrigins: [videoOrigin] } }),
  extract,
  nowMs: () => Date.now() + aheadMs,
  report: (_, error) => console.error(error),
});
const copy = await copyOf(table)(stream);
if (copy === undefined) throw new Error("There is no copy.");
await work(copy, () => true);
close();
process.exit();
