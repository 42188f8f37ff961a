import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { hasProc, isAlive, processTree } from "../support/stack/stack-processes.ts";
import { type StartedStack, startedStack } from "../support/stack/started-stack.ts";

const root = path.join(import.meta.dirname, "../..");
const folder = mkdtempSync(path.join(tmpdir(), "watch-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("npm start -- --watch", () => {
  // A copy of the project, because the test changes its code.
  const copy = path.join(folder, "copy");
  const handler = path.join(copy, "functions/get-health/handler.ts");
  const handlerCode = () => readFileSync(handler, "utf8");
  let watching: StartedStack;
  beforeAll(async () => {
    for (const part of [
      "bin",
      "lib",
      "functions",
      "shared",
      "client",
      "web",
      "local",
      "docs",
      "package.json",
      "tsconfig.json",
    ]) {
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
    await output("Stop with Ctrl-C.");
  }, 90_000);
  const health = async () => (await fetch(`${watching.origin}/api/v1/health`)).text();
  const output = (text: string) =>
    vi.waitFor(() => expect(watching.output()).toContain(text), { timeout: 60_000, interval: 100 });

  test("runs the new code after a change, and the old code while a file has an error", {
    timeout: 240_000,
  }, async () => {
    expect(await health()).toBe('{"status":"ok"}');
    const code = handlerCode();
    writeFileSync(handler, code.replace('"ok"', '"changed"'));
    await output("Rebuilt: 1 function(s) changed.");
    expect(await health()).toBe('{"status":"changed"}');

    const title = async () => (await fetch(`${watching.origin}/api/v1/app`)).text();
    const page = path.join(copy, "web/index.html");
    expect(await title()).toContain("<title>Wildlife video</title>");
    writeFileSync(page, readFileSync(page, "utf8").replace("<title>", "<title>New: "));
    await vi.waitFor(async () => expect(await title()).toContain("<title>New: "), { timeout: 60_000 });

    writeFileSync(handler, "export const handler = (");
    await output("Not rebuilt, the old code still runs");
    expect(await health()).toBe('{"status":"changed"}');
  });

  test("ends on Ctrl-C", async () => {
    const processes = hasProc ? processTree(watching.pid) : [];
    expect(await watching.kill("SIGINT")).toBe(0);
    await vi.waitFor(() => expect(processes.filter(isAlive)).toEqual([]), { timeout: 10_000 });
  });
});
