import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type DynamoDb, startDynamoDb } from "../../local/dynamodb/start-dynamodb.ts";
import { startStack } from "../../local/stack.ts";
import { admin, openApi } from "../support/api/api.ts";

const folder = mkdtempSync(path.join(tmpdir(), "endpoint-"));
let dynamoDb: DynamoDb;
beforeAll(async () => {
  dynamoDb = await startDynamoDb();
});
afterAll(async () => {
  await dynamoDb.close();
  rmSync(folder, { recursive: true });
});

/** Runs `use` with a stack that has a data directory of its own and uses this file's DynamoDB. */
async function withStack<T>(name: string, use: (call: Call) => Promise<T>): Promise<T> {
  const dataDir = path.join(folder, name);
  const service = await startStack({
    assembly: inject("service").assembly,
    dataDir,
    port: 0,
    parameters: { AdminEmails: admin },
    dynamoDbEndpoint: dynamoDb.endpoint,
    onOutput: () => {},
    onFailure: console.error,
  });
  try {
    const api = openApi({ origin: service.origin, issuer: service.issuer, dataDir });
    const token = await api.tokenFor(admin);
    await api.call("GET", "/users/me", { token });
    return await use((method, target, body) => api.call(method, target, { token, body }));
  } finally {
    await service.close();
  }
}
type Call = (method: string, target: string, body?: object) => ReturnType<ReturnType<typeof openApi>["call"]>;

test("two stacks on one DynamoDB each keep their own records", async () => {
  const source = { name: "Weir", location: "51.2,5.6", camera_hardware: "" };
  const total = async (call: Call) => (await call("GET", "/capturesources")).body.total;
  await withStack("one", async (call) => {
    expect((await call("POST", "/capturesources", source)).status).toBe(200);
    expect(await withStack("two", total)).toBe(0);
  });
  expect(await withStack("one", total)).toBe(1);
});
