import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DeleteCommand, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, inject, test } from "vitest";
import { startStack } from "../../local/stack.ts";
import { emptyBits, encodeBits, withPlace } from "../../shared/index/bits.ts";
import type { Table } from "../../shared/table/table.ts";
import { openApi } from "../support/api/api.ts";
import { jobEnvironment, jobTable, runJobCommand } from "../support/stack/jobs.ts";

const { dataDir, assembly } = inject("service");
const runJob = (name: string, args: string[] = [], dir = dataDir) => runJobCommand(dir, name, args);
const environmentOf = (job: string, dir = dataDir) => jobEnvironment(dir, job);
const tableOf = (job: string, dir = dataDir) => jobTable(dir, job);

/** A segment of a term that no record has and no list reads, so that it disturbs no other test. */
const stray = { pk: "X#user#stray", sk: "00000000#00" };
const damage = (table: Table, key = stray) =>
  table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: { ...key, ver: 1, n: 1, bits: encodeBits(withPlace(emptyBits(), 0, true)) },
    }),
  );

test("npm run verify-index finds a wrong segment, and npm run reindex repairs it", {
  timeout: 300_000,
}, async () => {
  await openApi().userWith("readonly");
  await damage(tableOf("reindex"));
  const before = await runJob("verify-index");
  expect(before).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("X#user#stray 0/0: 1 stale (1)\n"),
  });
  expect(before.stdout).toContain(
    "The list index has 1 wrong segments: 0 ids missing, 1 ids stale, 0 miscounted or unreadable.",
  );
  const repaired = await runJob("reindex");
  expect(repaired).toMatchObject({ code: 0, stdout: expect.stringContaining("Repaired 1 wrong segments") });
  const after = await runJob("verify-index");
  expect(after).toMatchObject({ code: 0, stdout: expect.stringContaining("The list index is correct") });
});

describe("a job's command", () => {
  test("continues from the state of a killed run", async () => {
    const file = path.join(dataDir, "verify.json");
    const counts = {
      items: 777,
      itemsExpected: 0,
      suspicious: 0,
      checked: 0,
      segments: 0,
      missing: 0,
      stale: 0,
      flawed: 0,
    };
    writeFileSync(
      file,
      JSON.stringify({ stage: "check", sums: {}, lastIds: {}, toCheck: [], reported: [], counts }),
    );
    expect(await runJob("verify-index", ["--state", file])).toMatchObject({
      code: 0,
      stdout: "The list index is correct: 777 items read, no wrong segments.\n",
    });
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, "{}");
    expect(await runJob("verify-index", ["--state", file])).toMatchObject({
      code: 2,
      stderr: `${file} is not the state of an index check. Delete it to start again.\n`,
    });
  });

  test("has the grants of its job and no others", async () => {
    const table = tableOf("verify-index");
    await expect(damage(table)).rejects.toThrow("because no identity-based policy allows");
    const remove = new DeleteCommand({ TableName: table.name, Key: stray });
    await expect(tableOf("reindex").client.send(remove)).rejects.toThrow("not authorized");
  });

  test("reads its credentials from a file that only its owner can read", () => {
    expect(statSync(path.join(dataDir, "running.json")).mode & 0o777).toBe(0o600);
  });

  test.each([
    [
      "when no stack runs",
      "verify-index",
      [],
      path.join(tmpdir(), "no-such-stack"),
      "No stack is running on",
    ],
    ["for an unknown job", "no-job", [], dataDir, "has no job no-job"],
    ["for a mistyped option", "verify-index", ["--tabel"], dataDir, "'--tabel'"],
  ])("fails %s and prints why", async (_, name, args, dir, sentence) => {
    const { code, stderr } = await runJob(name, args, dir);
    expect(code).toBeGreaterThan(0);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

test("a web page cannot use the DynamoDB endpoint of the commands", async () => {
  const { AWS_ENDPOINT_URL_DYNAMODB: front = "" } = environmentOf("verify-index");
  const answer = await fetch(front, {
    method: "POST",
    headers: { Origin: "http://localhost:3000", "X-Amz-Target": "DynamoDB_20120810.Scan" },
    body: "{}",
  });
  expect(answer.status).toBe(403);
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
});

test("the Lambda functions of the jobs do the same as the commands", async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "jobs-"));
  const nothing = () => {};
  const lines: string[] = [];
  const service = await startStack({
    assembly,
    dataDir: dir,
    port: 0,
    onOutput: (_, line) => lines.push(line),
    onFailure: nothing,
  });
  try {
    const table = tableOf("reindex", dir);
    const call = async (job: string, event: unknown) => {
      const name = service.stack.functions.find(({ tags }) => tags["job"] === job)?.name ?? "";
      const invocation = await service.lambda.invoke(name, event);
      expect(invocation).toMatchObject({ ok: true });
      return invocation.ok
        ? (invocation.payload as { done: boolean; state: object; counts: object })
        : undefined;
    };
    const personal = { ...stray, pk: "X#user#ob=ann%40example.org" };
    await damage(table, personal);
    const verified = await call("verify-index", {});
    expect(verified).toMatchObject({ done: true, counts: { items: 1, segments: 1, stale: 1 } });
    // More people can read logs than records, so logs must not contain e-mails.
    expect(lines.join("\n")).toContain("X#user#ob=… 0/0: 1 stale (1)");
    expect(lines.join("\n")).not.toContain("ann%40");
    // A call with the state of a finished job does nothing.
    expect(await call("verify-index", { state: verified?.state })).toEqual(verified);
    expect(await call("reindex", {})).toMatchObject({ done: true, counts: { segments: 1 } });
    const { Items } = await table.client.send(new ScanCommand({ TableName: table.name }));
    expect(Items).toContainEqual(expect.objectContaining({ ...personal, ver: 2, n: 0 }));

    const person = { email: "ann@example.org", observers: ["Ann"] };
    expect(await call("forget", person)).toEqual({ done: false, users: 0, annotations: 0 });
    expect(await call("forget", { ...person, yes: true })).toEqual({ done: true, users: 0, annotations: 0 });
  } finally {
    await service.close();
    rmSync(dir, { recursive: true });
  }
});
