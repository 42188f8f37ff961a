import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { type AttributeValue, type DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import { createDynamoDbClient } from "../../../local/dynamodb/client.ts";
import { startDynamoDb } from "../../../local/dynamodb/start-dynamodb.ts";
import { signToken } from "../../../local/oidc/sign-token.ts";
import { signingKey } from "../../../local/oidc/signing-key.ts";
import { stackAdmin } from "../../../local/running-stack.ts";
import { putVideoOnce } from "../../../local/seed/put-video.ts";
import { seed } from "../../../local/seed/seed.ts";
import { startStack } from "../../../local/stack.ts";
import { rateLimitPrefix } from "../../../shared/table/schema.ts";
import { sharedAssembly } from "../stack/shared-assembly.ts";
import { allKinds } from "./all-kinds.ts";

// Writes the table fixture of a release, through the API and with the present code:
//   node test/support/upgrade/write-table.ts test/fixtures/table-<version>.jsonl.gz
// Each line is an item in DynamoDB's JSON, in the order of keys: read it with `zcat`. The first line has the site key.

const [, , file] = process.argv;
if (file === undefined)
  throw new Error("Name the file to write, for example test/fixtures/table-0.2.0.jsonl.gz.");
const dataDir = mkdtempSync(path.join(tmpdir(), "old-table-"));
const database = await startDynamoDb();
const service = await startStack({
  assembly: await sharedAssembly(),
  dataDir,
  port: 0,
  parameters: { CallerRequestsPerSecond: "100000" },
  dynamoDbEndpoint: database.endpoint,
  onOutput: () => {},
  onFailure: console.error,
});
const client = createDynamoDbClient(database.endpoint);
try {
  const { origin, issuer, stack } = service;
  const key = signingKey(dataDir);
  const tokenFor = (email: string, name?: string) =>
    signToken(key, { issuer, email, name, lifetimeSeconds: 600 });
  await seed(origin, stackAdmin, tokenFor, putVideoOnce(service));
  const { siteKey } = await allKinds(origin, stackAdmin, tokenFor);
  const items = await itemsOf(client, stack.tables[0]?.name ?? "");
  const lines = [{ siteKey }, ...items].map((line) => JSON.stringify(line, binaryAsText));
  writeFileSync(file, gzipSync(`${lines.join("\n")}\n`, { level: 9 }));
} finally {
  client.destroy();
  await service.close();
  await database.close();
  rmSync(dataDir, { recursive: true });
}

type Attributes = Record<string, AttributeValue>;

/** Returns all items of a table in the order of keys, with sorted attributes. */
async function itemsOf(client: DynamoDBClient, TableName: string): Promise<readonly Attributes[]> {
  const items: Attributes[] = [];
  for (let next: Attributes | undefined; ; ) {
    const page = await client.send(
      new ScanCommand({ TableName, ConsistentRead: true, ...(next ? { ExclusiveStartKey: next } : {}) }),
    );
    items.push(...(page.Items ?? []));
    next = page.LastEvaluatedKey;
    if (next === undefined) break;
  }
  // Counters of rate limits are left out, because they last only for seconds.
  return items
    .filter(({ pk }) => !pk?.S?.startsWith(rateLimitPrefix))
    .map((item) => Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf({ pk, sk }: Attributes): string {
  return `${pk?.S}\t${sk?.S}`;
}

function binaryAsText(name: string, value: unknown): unknown {
  return name === "B" && value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}
