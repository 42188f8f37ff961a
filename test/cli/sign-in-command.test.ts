import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withLock } from "../../cli/sign-in/lock.ts";
import { signIn } from "../../cli/sign-in/sign-in.ts";
import { choosePerson, freeCallbacks, type SignInService, startSignInService } from "./sign-in-service.ts";

const main = path.join(import.meta.dirname, "../../cli/main.ts");
const state = mkdtempSync(path.join(tmpdir(), "state-"));
const folder = path.join(state, "wildlife");
let service: SignInService;
beforeAll(async () => {
  const callbacks = await freeCallbacks(1);
  service = await startSignInService(callbacks);
  await signIn(service.base, {
    callbacks,
    folder,
    say: () => {},
    open: async (address) => void (await fetch(await choosePerson(address, service))),
  });
});
afterAll(async () => {
  await service.close();
  rmSync(state, { recursive: true });
});

/** Runs the command until it ends, for at most 20 s: it must not wait for a person. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, XDG_STATE_HOME: state },
    timeout: 20_000,
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { stdout, stderr, code };
}

test("commands that run at the same time renew the same sign-in one after another", async () => {
  // The issuer ends a sign-in whose refresh token is sent twice.
  const results = await Promise.all(
    [1, 2, 3, 4].map(() => run("sign-in", "--url", service.base, "--no-browser")),
  );
  for (const result of results) {
    expect(result).toEqual({
      stdout: "You are signed in as Ana Duarte. Your role is curator.\n",
      stderr: "",
      code: 0,
    });
  }
  expect(readdirSync(folder)).toHaveLength(1);
});

test("the lock of a killed command does not delay others", async () => {
  const lock = path.join(state, "lock");
  const killed = spawnSync(process.execPath, ["-e", "process.kill(process.pid, 'SIGKILL')"]);
  writeFileSync(lock, `${hostname()} ${killed.pid}`);
  expect(await withLock(lock, async () => "done")).toBe("done");
  expect(existsSync(lock)).toBe(false);
});

test("withLock() runs one function at a time", async () => {
  const lock = path.join(state, "lock");
  let inside = 0;
  await Promise.all(
    Array.from({ length: 5 }, () =>
      withLock(lock, async () => {
        inside++;
        await new Promise((resolve) => setTimeout(resolve, 5));
        expect(inside).toBe(1);
        inside--;
      }),
    ),
  );
});

test("sign-out ends the sign-in, and both commands explain wrong options", async () => {
  expect(await run("sign-out", "--url", service.base)).toMatchObject({
    stdout: "You are signed out.\n",
    code: 0,
  });
  expect(readdirSync(folder)).toEqual([]);
  expect(await run("sign-in")).toMatchObject({
    stderr: expect.stringMatching(/^--url is required/),
    code: 2,
  });
  expect(await run("sign-in", "--urk", "x")).toMatchObject({
    stderr: expect.stringContaining("--urk"),
    code: 2,
  });
  expect(await run("sign-in", "--url", "http://wildlife.example")).toMatchObject({
    stderr: expect.stringMatching(/must begin with https:/),
    code: 1,
  });
});
