import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { stackAdmin } from "../../local/running-stack.ts";
import { openApi } from "../support/api/api.ts";
import { runCommand } from "../support/stack/run-command.ts";
import { hasProc, isAlive, processTree, programOf } from "../support/stack/stack-processes.ts";
import { type StartedStack, startedStack } from "../support/stack/started-stack.ts";

const root = path.join(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "start-"));
const dataDir = path.join(folder, "data");
const start = (environment: Record<string, string>, args: string[] = []) =>
  runCommand([process.execPath, "local/start.ts", ...args], environment);

/** All that it does at the start is done. */
const ready = (one: StartedStack) =>
  vi.waitFor(() => expect(one.output()).toContain("Stop with Ctrl-C."), { timeout: 60_000 });

let stack: StartedStack;
beforeAll(async () => {
  stack = await startedStack(dataDir);
});
afterAll(async () => {
  await stack.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

describe("npm start fails and says why", () => {
  test("when the port is taken", async () => {
    const { port } = new URL(stack.origin);
    const answer = await start({ PORT: port, DATA_DIR: path.join(folder, "other") });
    expect(answer).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Port ${port} is already in use.`),
    });
  });

  test("when another stack has the data, which goes on as if nothing had been", async () => {
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
    // A function that has not run yet: its code is still there.
    const source = { name: "x", location: "1,2", camera_hardware: "" };
    const call = { token: given.stdout.trim(), body: source };
    expect((await openApi(stack).call("POST", "/capturesources", call)).status).toBe(200);
  });

  test.each([
    ["a port that is no number", { PORT: "http" }, [], 'PORT must be an integer from 0 to 65535, not "http"'],
    ["a port beyond all", { PORT: "65536" }, [], "PORT must be"],
    ["a negative port", { PORT: "-1" }, [], "PORT must be"],
    ["a mistyped option", { PORT: "0" }, ["--wach"], "'--wach'"],
  ])("for %s", async (_, environment, args, sentence) => {
    const answer = await start({ ...environment, DATA_DIR: path.join(folder, "other") }, args);
    expect(answer).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) });
    expect(answer.stderr).not.toMatch(/^\s+at /m);
  });
});

test("Ctrl-C ends everything, and the next start has it all again", { timeout: 120_000 }, async () => {
  const api = openApi(stack);
  const token = await api.tokenFor(stackAdmin);
  await api.call("GET", "/users/me", { token });
  const source = { name: "Hide 4", location: "51.5,-0.12", camera_hardware: "x", site_id: 4 };
  const { id } = (await api.call("POST", "/capturesources", { token, body: source })).body;
  const processes = hasProc ? processTree(stack.pid) : [];

  expect(await stack.kill("SIGINT")).toBe(0);
  await vi.waitFor(() => expect(processes.filter(isAlive)).toEqual([]), { timeout: 10_000 });
  await expect(fetch(stack.origin)).rejects.toThrow();

  // Tokens name their issuer, which has the port in its name.
  const { port } = new URL(stack.origin);
  stack = await startedStack(dataDir, { PORT: port });
  const again = openApi(stack);
  expect((await again.call("GET", "/users/me", { token })).body).toMatchObject({ email: stackAdmin });
  expect((await again.call("GET", `/capturesources/${id}`, { token })).body).toEqual({ id, ...source });
});

test("a new stack gets the demonstration and says so; what the user deletes of it stays deleted", {
  timeout: 120_000,
}, async () => {
  const seeded = path.join(folder, "seeded");
  const first = await startedStack(seeded, {}, { args: [] });
  await ready(first);
  expect(first.output()).toContain(
    "Seeded a demonstration: 3 capture sources, 5 streams, 4 species, 6 annotations by 3 people.\n",
  );
  const token = await openApi(first).tokenFor(stackAdmin);
  const annotations = (await openApi(first).call("GET", "/annotations", { token })).body;
  expect(annotations.total).toBe(6);
  const { id } = annotations.results[0];
  expect((await openApi(first).call("DELETE", `/annotations/${id}`, { token })).status).toBe(200);
  expect(await first.kill("SIGINT")).toBe(0);

  const second = await startedStack(seeded, { PORT: new URL(first.origin).port }, { args: [] });
  await ready(second);
  expect(second.output()).not.toContain("Seeded");
  expect((await openApi(second).call("GET", "/annotations", { token })).body.total).toBe(5);
  expect(await second.kill("SIGINT")).toBe(0);
});

test.runIf(hasProc)("when its database dies, the stack says so and ends", { timeout: 120_000 }, async () => {
  const database = processTree(stack.pid).find((pid) => programOf(pid) === "dynoxide") ?? 0;
  process.kill(database, "SIGKILL");
  expect(await stack.exited).toBe(1);
  expect(stack.output()).toContain("The local DynamoDB ended");
});

describe("npm start -- --watch", () => {
  // A copy of the project, for its code is changed.
  const copy = path.join(folder, "copy");
  const handler = path.join(copy, "functions/get-health/handler.ts");
  const handlerCode = () => readFileSync(handler, "utf8");
  let watching: StartedStack;
  beforeAll(async () => {
    for (const part of ["bin", "lib", "functions", "shared", "local", "docs", "package.json"]) {
      cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
    }
    symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
    watching = await startedStack(
      path.join(folder, "watched"),
      {},
      {
        root: copy,
        args: ["--watch", "--no-seed"],
      },
    );
    await ready(watching);
  }, 90_000);
  const health = async () => (await fetch(`${watching.origin}/api/v1/health`)).text();
  const output = (text: string) =>
    vi.waitFor(() => expect(watching.output()).toContain(text), { timeout: 30_000, interval: 100 });

  test("answers with the new code after a change, and with the old while a file is broken", {
    timeout: 90_000,
  }, async () => {
    expect(await health()).toBe('{"status":"ok"}');
    const code = handlerCode();
    writeFileSync(handler, code.replace('"ok"', '"changed"'));
    await output("rebuilt: 1 function(s) changed");
    expect(await health()).toBe('{"status":"changed"}');

    writeFileSync(handler, "export const handler = (");
    await output("not rebuilt, the old code stays");
    expect(await health()).toBe('{"status":"changed"}');
  });

  test("ends with Ctrl-C", async () => {
    const processes = hasProc ? processTree(watching.pid) : [];
    expect(await watching.kill("SIGINT")).toBe(0);
    await vi.waitFor(() => expect(processes.filter(isAlive)).toEqual([]), { timeout: 10_000 });
  });
});
