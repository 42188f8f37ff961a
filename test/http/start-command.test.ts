import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { createDynamoDbClient } from "../../local/dynamodb/client.ts";
import { createTable } from "../../local/dynamodb/create-table.ts";
import { startDynamoDb } from "../../local/dynamodb/start-dynamodb.ts";
import { readTableDefinition } from "../../local/dynamodb/table-definition.ts";
import { stackAdmin } from "../../local/running-stack.ts";
import { stackName } from "../../local/synthesise.ts";
import { loadStack } from "../../local/template/load-stack.ts";
import { openTable } from "../../shared/table/table.ts";
import { openApi } from "../support/api/api.ts";
import { runJobCommand } from "../support/stack/jobs.ts";
import { newSignIn } from "../support/stack/new-sign-in.ts";
import { runCommand } from "../support/stack/run-command.ts";
import { hasProc, isAlive, processTree, programOf } from "../support/stack/stack-processes.ts";
import { type StartedStack, startedStack } from "../support/stack/started-stack.ts";
import { loadKeptTable } from "../support/upgrade/kept-table.ts";

const root = path.join(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "start-"));
const dataDir = path.join(folder, "data");
const start = (environment: Record<string, string>, args: string[] = []) =>
  runCommand([process.execPath, "local/start.ts", ...args], environment);

/** Waits until the stack has started. */
const ready = (one: StartedStack) =>
  vi.waitFor(() => expect(one.output()).toContain("Stop with Ctrl-C."), { timeout: 60_000 });

let stack: StartedStack;
beforeAll(async () => {
  stack = await startedStack(dataDir, {}, { args: [] });
});
afterAll(async () => {
  await stack.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

describe("npm start fails with one sentence", () => {
  test("when the port is in use", async () => {
    const { port } = new URL(stack.origin);
    const result = await start({ PORT: port, DATA_DIR: path.join(folder, "other") });
    expect(result).toMatchObject({
      code: 1,
      stderr:
        `Port ${port} is already in use: stop the program that uses it, ` +
        `or choose another port: PORT=${Number(port) + 1} DATA_DIR=${path.join(folder, "other")} npm start\n`,
    });
  });

  test("when another stack uses the data, and does not disturb that stack", async () => {
    const second = await start({ PORT: "0", DATA_DIR: dataDir });
    expect(second).toMatchObject({
      code: 1,
      stderr: `Another local stack is using ${dataDir}. Stop it first, or choose another DATA_DIR.\n`,
    });
    const given = await runCommand(
      [process.execPath, "local/token.ts", "--email", "ann@example.org", "--role", "curator"],
      { DATA_DIR: dataDir },
    );
    expect(given).toMatchObject({ code: 0, stderr: "" });
    // Calls a function that has not run yet, so its code must still be there.
    const source = { name: "x", location: "1,2", camera_hardware: "" };
    const call = { token: given.stdout.trim(), body: source };
    expect((await openApi(stack).call("POST", "/capturesources", call)).status).toBe(200);
  });

  test.each([
    [
      "a port that is not a number",
      { PORT: "http" },
      [],
      'PORT must be an integer from 0 to 65535, not "http".',
    ],
    ["a port above 65535", { PORT: "65536" }, [], 'PORT must be an integer from 0 to 65535, not "65536".'],
    [
      "a port that browsers refuse",
      { PORT: "4190" },
      [],
      "Browsers refuse port 4190, which is reserved for another service: choose another PORT.",
    ],
    ["a negative port", { PORT: "-1" }, [], 'PORT must be an integer from 0 to 65535, not "-1".'],
    [
      "a mistyped option",
      {},
      ["--wach"],
      "Unknown option '--wach': run npm start -- --help to see the options.",
    ],
  ])("for %s", async (_, environment, args, sentence) => {
    const options = { PORT: "0", DATA_DIR: path.join(folder, "other"), ...environment };
    expect(await start(options, args)).toMatchObject({ code: 1, stderr: `${sentence}\n` });
  });

  test("when the data directory cannot be created", async () => {
    const file = path.join(folder, "file");
    writeFileSync(file, "");
    const { code, stderr } = await start({ DATA_DIR: file });
    expect({ code, lines: stderr.trim().split("\n") }).toEqual({
      code: 1,
      lines: [
        expect.stringMatching(/^The folder .*file cannot be created \(.*\): choose another DATA_DIR\.$/),
      ],
    });
  });
});

test("npm start prints the sign-in link first, and seeds a new stack with people who can sign in", {
  timeout: 120_000,
}, async () => {
  await ready(stack);
  expect(stack.output()).toContain(
    "Added a demonstration: 4 capture sources, 7 streams, 4 species, 19 annotations by 3 people.\n",
  );
  expect(stack.output()).toContain(
    `DATA_DIR=${dataDir} npm run -s token -- --email you@example.org --role admin\n`,
  );
  expect(stack.output()).toMatch(/^ {2}Sign in http:\S+\/start\?key=\S{32}\n {2}API {5}http/m);
  const { address, headers } = await newSignIn(stack);
  const page = await (await fetch(address, { headers })).text();
  for (const name of ["Ana Duarte", "Ben Okafor", "Chi Nguyen", "Local admin"]) expect(page).toContain(name);
});

test("Ctrl-C ends all processes, and the next start keeps the data and does not restore deleted records", {
  timeout: 120_000,
}, async () => {
  const api = openApi(stack);
  const token = await api.tokenFor(stackAdmin);
  await api.call("GET", "/users/me", { token });
  const source = { name: "Hide 4", location: "51.5,-0.12", camera_hardware: "x", site_id: 4 };
  const { id } = (await api.call("POST", "/capturesources", { token, body: source })).body;
  expect((await api.call("DELETE", "/annotations/1", { token })).status).toBe(200);
  const processes = hasProc ? processTree(stack.pid) : [];

  expect(await stack.kill("SIGINT")).toBe(0);
  await vi.waitFor(() => expect(processes.filter(isAlive)).toEqual([]), { timeout: 10_000 });
  await expect(fetch(stack.origin)).rejects.toThrow();

  // The next start uses the same port, because tokens name their issuer, whose URL contains the port.
  const { port } = new URL(stack.origin);
  const answers = answersUntilReady(stack.origin);
  stack = await startedStack(dataDir, { PORT: port }, { args: [] });
  const { early, isRecorded } = await answers;
  expect(early.filter((answer) => answer !== "refused" && answer !== 503)).toEqual([]);
  expect(isRecorded).toBe(true);
  await ready(stack);
  expect(stack.output()).not.toContain("Seeded");
  const again = openApi(stack);
  expect((await again.call("GET", "/users/me", { token })).body).toMatchObject({ email: stackAdmin });
  expect((await again.call("GET", `/capturesources/${id}`, { token })).body).toEqual({ id, ...source });
  expect((await again.call("GET", "/annotations", { token })).body.total).toBe(18);
});

test.runIf(hasProc)("npm start sets what the C library reads before Node.js starts", () => {
  expect(readFileSync(`/proc/${stack.pid}/environ`, "utf8").split("\0")).toContain("MALLOC_ARENA_MAX=2");
});

/** Asks a stack that starts until the answer is 200. `isRecorded`: the stack had then finished its start. */
async function answersUntilReady(origin: string) {
  const early: unknown[] = [];
  for (;;) {
    const status = await fetch(`${origin}/api/v1/health`).then(
      (response) => response.status,
      () => "refused",
    );
    if (status === 200) return { early, isRecorded: existsSync(path.join(dataDir, "running.json")) };
    early.push(status);
    await sleep(20);
  }
}

describe.runIf(hasProc)("npm start", () => {
  const npmDir = path.join(folder, "npm");
  const running = path.join(npmDir, "running.json");

  test.each<[string, NodeJS.Signals, (npm: number) => number]>([
    ["a signal to npm alone", "SIGTERM", (npm) => npm],
    ["Ctrl-C, which reaches npm and the stack", "SIGINT", (npm) => -npm],
  ])("ends all processes in order on %s", { timeout: 120_000 }, async (_, signal, target) => {
    const npm = spawn("npm", ["start", "--", "--no-seed"], {
      cwd: root,
      detached: true,
      env: { PATH: process.env["PATH"], HOME: folder, PORT: "0", DATA_DIR: npmDir },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    npm.stdout.on("data", (chunk) => {
      output += chunk;
    });
    const pid = npm.pid ?? 0;
    let processes = [pid];
    const ended = new Promise((resolve) => npm.once("exit", resolve));
    try {
      await vi.waitFor(() => expect(output).toContain("Stop with Ctrl-C."), { timeout: 90_000 });
      processes = processTree(pid);
      expect(processes).toContain(JSON.parse(readFileSync(running, "utf8")).pid);
      process.kill(target(pid), signal);
      await vi.waitFor(() => expect(processes.filter(isAlive)).toEqual([]), { timeout: 10_000 });
      // The stack removes the file after closing all of its parts.
      expect(existsSync(running)).toBe(false);
    } finally {
      for (const left of processes.filter(isAlive)) process.kill(left, "SIGKILL");
      await ended;
    }
  });
});

test("npm start adds an index that older data lack, and prints the command that completes the data", {
  timeout: 120_000,
}, async () => {
  const older = path.join(folder, "older data");
  await writeOlderData(older);
  const upgraded = await startedStack(older);
  const sentence = `An older version wrote this data: run DATA_DIR='${older}' npm run reindex in another terminal. Until then some filters return 503.`;
  await vi.waitFor(() => expect(upgraded.output()).toContain(sentence), { timeout: 60_000 });
  const api = openApi(upgraded);
  const token = await api.tokenFor(stackAdmin);
  expect((await runJobCommand(older, "reindex")).code).toBe(0);
  const { results } = (await api.call("GET", "/annotations?order=start_time&limit=100", { token })).body;
  const times = results.map(({ start_time }: { start_time: string }) => start_time);
  expect(times.length).toBeGreaterThan(30);
  expect(times).toEqual(times.toSorted());
  expect(await upgraded.kill("SIGINT")).toBe(0);
});

/**
 * Writes data of version 0.2.0 into a table without the index `byTime`, as if the current release had added this index.
 */
async function writeOlderData(dir: string): Promise<void> {
  mkdirSync(dir);
  const settings = { OidcIssuer: "https://issuer.example", OidcAudience: "any" };
  const [{ name, properties } = { name: "", properties: {} }] = loadStack(
    inject("service").assembly,
    stackName,
    settings,
  ).tables;
  const { create, ...definition } = readTableDefinition(name, properties);
  const database = await startDynamoDb({ dbPath: path.join(dir, "dynamodb.sqlite") });
  const client = createDynamoDbClient(database.endpoint);
  await createTable(client, {
    ...definition,
    create: {
      ...create,
      AttributeDefinitions: create.AttributeDefinitions?.filter(
        (each) => !/^g(Day|Time)$/.test(each.AttributeName ?? ""),
      ),
      GlobalSecondaryIndexes: create.GlobalSecondaryIndexes?.filter((each) => each.IndexName !== "byTime"),
    },
  });
  await loadKeptTable(openTable(name, client));
  client.destroy();
  await database.close();
}

test.runIf(hasProc)(
  "npm start ends with a message if its database is killed",
  { timeout: 120_000 },
  async () => {
    const database = processTree(stack.pid).find((pid) => programOf(pid) === "dynoxide") ?? 0;
    process.kill(database, "SIGKILL");
    expect(await stack.exited).toBe(1);
    expect(stack.output()).toContain("The local DynamoDB ended");
  },
);
