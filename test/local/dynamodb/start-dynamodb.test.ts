import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { afterEach, expect, test } from "vitest";
import { createDynamoDbClient } from "../../../local/dynamodb/client.ts";
import { createTable } from "../../../local/dynamodb/create-table.ts";
import { findDynoxide } from "../../../local/dynamodb/dynoxide-binary.ts";
import { startDynamoDb } from "../../../local/dynamodb/start-dynamodb.ts";
import { readTableDefinition } from "../../../local/dynamodb/table-definition.ts";
import { TABLE_PROPERTIES } from "./table-properties.ts";

const directory = mkdtempSync(join(tmpdir(), "dynamodb-"));
const dbPath = join(directory, "data", "dynamodb.sqlite");
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test("a database in a file keeps its items after a restart", async () => {
  const definition = readTableDefinition("Table", TABLE_PROPERTIES);
  for (const [sk, expected] of [
    ["1", 1],
    ["2", 2],
  ] as const) {
    const database = await startDynamoDb({ dbPath });
    const client = createDynamoDbClient(database.endpoint);
    await createTable(client, definition);
    await client.send(new PutItemCommand({ TableName: "Table", Item: { pk: { S: "a" }, sk: { S: sk } } }));
    expect((await client.send(new ScanCommand({ TableName: "Table" }))).Count).toBe(expected);
    client.destroy();
    await database.close();
  }
});

test("tries another port if another process has taken the first port", async () => {
  const taken = createServer().listen(0, "0.0.0.0");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const hosts = ["127.1.1.1", "127.0.0.1"];
  const findAddress = async () => {
    const host = hosts.shift();
    if (host === undefined) taken.close();
    return { host: host ?? "127.0.0.1", port };
  };
  const database = await startDynamoDb({}, findAddress);
  expect(hosts).toEqual([]);
  expect(database.endpoint).toBe(`http://127.0.0.1:${port}`);
  await database.close();
});

test("two databases in memory are independent", async () => {
  const [a, b] = await Promise.all([startDynamoDb(), startDynamoDb()]);
  expect(a.endpoint).not.toBe(b.endpoint);
  await createTable(createDynamoDbClient(a.endpoint), readTableDefinition("Table", TABLE_PROPERTIES));
  await expect(
    createDynamoDbClient(b.endpoint).send(new ScanCommand({ TableName: "Table" })),
  ).rejects.toThrow();
  await Promise.all([a.close(), b.close()]);
});

test("rejects a second stack on the same data until the first one is closed", async () => {
  const first = await startDynamoDb({ dbPath });
  await expect(startDynamoDb({ dbPath })).rejects.toThrow(
    `Another local stack is using ${join(directory, "data")}.`,
  );
  await first.close();
  await first.close();
  await (await startDynamoDb({ dbPath })).close();
});

test("calls onExit when the database is killed, but not when it is closed", async () => {
  const reasons: string[] = [];
  const closed = await startDynamoDb({ onExit: (reason) => reasons.push(reason) });
  await closed.close();
  const reported = Promise.withResolvers<string>();
  const killed = await startDynamoDb({ onExit: reported.resolve });
  process.kill(databaseProcess(killed.endpoint), "SIGKILL");
  expect(await reported.promise).toMatch(/^The local DynamoDB ended \(/);
  await killed.close();
  expect(reasons).toEqual([]);
});

test("killing the stack ends its database and releases the lock", async () => {
  const child = fork(join(import.meta.dirname, "start-in-child.ts"), [dbPath], { execArgv: [] });
  const [endpoint] = await once(child, "message");
  const database = databaseProcess(String(endpoint));
  const wasAlive = isAlive(database);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(wasAlive).toBe(true);
  const next = await startDynamoDb({ dbPath });
  for (let i = 0; i < 400 && isAlive(database); i += 1) await sleep(20);
  expect(isAlive(database)).toBe(false);
  await next.close();
});

test("uses a running database without ending it", async () => {
  const running = await startDynamoDb();
  const used = await startDynamoDb({ endpoint: running.endpoint, dbPath });
  expect(used.endpoint).toBe(running.endpoint);
  await used.close();
  expect((await fetch(running.endpoint, { method: "POST", body: "{}" })).status).toBeGreaterThan(0);
  await running.close();
});

test("reports the error output of a database that cannot open its file", async () => {
  mkdirSync(dbPath, { recursive: true });
  await expect(startDynamoDb({ dbPath })).rejects.toThrow(
    /^The local DynamoDB did not start \(exit code 1\. .+\)\.$/s,
  );
});

test("names the program to install when the binary is missing", () => {
  expect(() => findDynoxide("/nonexistent", "@dynoxide/none")).toThrow(
    /put dynoxide .* on the PATH, or set DYNAMODB_ENDPOINT/,
  );
});

test("the database does not listen on 127.0.0.1", { skip: process.platform !== "linux" }, async () => {
  const database = await startDynamoDb();
  const { port } = new URL(database.endpoint);
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow();
  await database.close();
});

function databaseProcess(endpoint: string): number {
  const { hostname, port } = new URL(endpoint);
  const processes = execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" }).split("\n");
  const line = processes.find(
    (each) => /^ *\d+ \S*dynoxide serve/.test(each) && each.includes(`${hostname} --port ${port}`),
  );
  return Number(line?.trim().split(" ")[0]);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
