import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { decodeJwt } from "jose";
import { afterAll, describe, expect, inject, test } from "vitest";
import { openApi } from "../support/api/api.ts";
import { runCommand } from "../support/stack/run-command.ts";

const api = openApi();
const { dataDir } = inject("service");
const empty = mkdtempSync(path.join(tmpdir(), "no-stack-"));
afterAll(() => rmSync(empty, { recursive: true }));

const runToken = (options: string[], dir = dataDir) =>
  runCommand(["npm", "run", "token", "--", ...options], { DATA_DIR: dir });
const address = () => `${crypto.randomUUID()}@example.org`;
const me = (token: string) => api.call("GET", "/users/me", { token });

describe("npm run token", () => {
  test("prints a token and nothing else, and the person has the role", async () => {
    const email = address();
    const first = await runToken(["--email", email, "--role", "curator", "--name", "Ann"]);
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+\n$/) });
    const token = first.stdout.trim();
    expect((await me(token)).body).toMatchObject({ email, role: "curator", display_name: "Ann" });

    const second = await runToken(["--email", email, "--role", "readonly"]);
    expect((await me(second.stdout.trim())).body).toMatchObject({ email, role: "readonly" });
    // The role is in the table, not in the token: the first token has lost it too.
    expect((await me(token)).body.role).toBe("readonly");
  });

  test("restores a person whom an admin has deleted", async () => {
    const { email, token } = await api.userWith("annotator");
    const admin = await api.userWith("admin");
    expect((await api.call("DELETE", `/users/${email}`, { token: admin.token })).status).toBe(200);
    expect((await me(token)).status).toBe(403);
    expect((await runToken(["--email", email, "--role", "annotator"])).code).toBe(0);
    expect((await me(token)).body.role).toBe("annotator");
  });

  test("without --role lets nobody in", async () => {
    const { code, stdout } = await runToken(["--email", address()]);
    expect(code).toBe(0);
    expect((await me(stdout.trim())).status).toBe(403);
  });

  test("gives a token of 12 hours, or of as many as it is told", async () => {
    const lifetime = async (options: string[]) => {
      const { exp = 0, iat = 0 } = decodeJwt(
        (await runToken(["--email", address(), ...options])).stdout.trim(),
      );
      return exp - iat;
    };
    expect(await lifetime([])).toBe(12 * 3600);
    expect(await lifetime(["--hours", "0.5"])).toBe(1800);
  });
});

describe("npm run token fails, says why and prints no token", () => {
  const killed = path.join(empty, "killed");
  test.each<[string, string[], string, string | RegExp]>([
    ["without --email", ["--role", "admin"], dataDir, "npm run token -- --email you@example.org"],
    ["for what is no e-mail", ["--email", "ann"], dataDir, "npm run token -- --email you@example.org"],
    ["for a role that is not there", ["--email", address(), "--role", "boss"], dataDir, /role.*"annotator"/],
    ["for a lifetime of nothing", ["--email", address(), "--hours", "0"], dataDir, "--hours 12"],
    ["for a mistyped option", ["--email", address(), "--rol", "admin"], dataDir, "'--rol'"],
    ["when no stack was ever started", ["--email", address()], empty, `No stack is running on ${empty}`],
    ["when the stack was killed", ["--email", address()], killed, `No stack is running on ${killed}`],
  ])("%s", async (_, options, dir, sentence) => {
    // No process has an id beyond 2^22 (proc(5), pid_max).
    const left = { origin: "http://127.0.0.1:1", issuer: "http://127.0.0.1:1/_local/oidc", pid: 2 ** 30 };
    if (dir === killed) mkdirSync(dir);
    if (dir === killed) writeFileSync(path.join(dir, "running.json"), JSON.stringify(left));
    const { code, stdout, stderr } = await runToken(options, dir);
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stdout).not.toContain("eyJ");
  });
});
