import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { stackAdmin } from "../../local/running-stack.ts";
import { admin, openApi } from "../support/api/api.ts";
import { type OwnStack, startOwnStack } from "../support/stack/own-stack.ts";
import { runCommand } from "../support/stack/run-command.ts";

const api = openApi();
const { dataDir } = inject("service");
const empty = mkdtempSync(path.join(tmpdir(), "no-stack-"));
afterAll(() => rmSync(empty, { recursive: true }));

const runToken = (options: string[], dir = dataDir) =>
  runCommand(["npm", "run", "-s", "token", "--", ...options], { DATA_DIR: dir });
const address = () => `${crypto.randomUUID()}@example.org`;
const me = (token: string) => api.call("GET", "/users/me", { token });

describe("npm run -s token", () => {
  test("prints only a token, and gives the user the role", async () => {
    const email = address();
    const first = await runToken(["--email", email, "--role", "curator", "--name", "Ann"]);
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+\n$/),
      stderr: "",
    });
    const token = first.stdout.trim();
    expect((await me(token)).body).toMatchObject({ email, role: "curator", display_name: "Ann" });

    const second = await runToken(["--email", email, "--role", "readonly"]);
    expect((await me(second.stdout.trim())).body).toMatchObject({ email, role: "readonly" });
    // The role is in the table and not in the token, so it changes for the first token too.
    expect((await me(token)).body.role).toBe("readonly");
  });

  test("makes a display name from the e-mail address if --name is missing", async () => {
    const email = `ana.duarte@${crypto.randomUUID()}.example.org`;
    await runToken(["--email", email, "--role", "annotator"]);
    const admin = await api.userWith("admin");
    // The user has not sent any request yet.
    expect((await api.call("GET", `/users/${email}`, { token: admin.token })).body).toMatchObject({
      display_name: "Ana Duarte",
    });
  });

  test("explains, if -s is missing, that npm prints a banner before the token", async () => {
    const options = ["--email", address()];
    const { stdout, stderr } = await runCommand(["npm", "run", "token", "--", ...options], {
      DATA_DIR: dataDir,
    });
    expect(stdout).toMatch(/^\n> .*\n> .*\n\n[\w.-]+\n$/);
    expect(stderr).toContain("For the token alone: npm run -s token -- …\n");
  });

  test("restores a user whom an admin has deleted", async () => {
    const { email, token } = await api.userWith("annotator");
    const admin = await api.userWith("admin");
    expect((await api.call("DELETE", `/users/${email}`, { token: admin.token })).status).toBe(200);
    expect((await me(token)).status).toBe(403);
    expect((await runToken(["--email", email, "--role", "annotator"])).code).toBe(0);
    expect((await me(token)).body.role).toBe("annotator");
  });

  test("gives no access if --role is missing", async () => {
    const { code, stdout } = await runToken(["--email", address()]);
    expect(code).toBe(0);
    expect((await me(stdout.trim())).status).toBe(403);
  });

  test("prints a token that is valid for 12 hours, or for the number of hours in --hours", async () => {
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

describe("after another admin has", () => {
  // These tests have their own stack, because other tests need the admin of the shared stack.
  let stack: OwnStack;
  let token: string;
  beforeAll(async () => {
    stack = await startOwnStack();
    token = await stack.api.tokenFor(admin);
    await stack.api.call("GET", "/users/me", { token });
  });
  afterAll(() => stack.close());

  test.each([
    ["deleted", "DELETE", undefined],
    ["demoted", "PATCH", { role: "readonly" }],
    ["deleted again", "DELETE", undefined],
  ])("%s the stack's own admin, --role gives the role and restores that admin", async (_, method, body) => {
    const own = `/users/${stackAdmin}`;
    const before = ["--email", address(), "--role", "annotator"];
    expect((await runToken(before, stack.dataDir)).code).toBe(0);
    expect((await stack.api.call(method, own, { token, body })).status).toBe(200);

    const given = await runToken(["--email", address(), "--role", "curator"], stack.dataDir);
    expect(given).toMatchObject({ code: 0, stderr: "" });
    const me = await stack.api.call("GET", "/users/me", { token: given.stdout.trim() });
    expect(me.body.role).toBe("curator");
    expect((await stack.api.call("GET", own, { token })).body.role).toBe("admin");
  });

  test("deleted all of the stack's own admins, --role prints instructions", async () => {
    const { results } = (await stack.api.call("GET", "/users?limit=100", { token })).body;
    const own = results.flatMap(({ email }: { email: string }) =>
      email.endsWith("@stack.localhost") ? email : [],
    );
    expect(own).toHaveLength(2);
    for (const email of own) {
      expect((await stack.api.call("DELETE", `/users/${email}`, { token })).status).toBe(200);
    }
    expect(await runToken(["--email", address(), "--role", "curator"], stack.dataDir)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `An admin has deleted or demoted the stack's own admins. Stop the stack and start it again to get a new admin.\n`,
    });
  });
});

describe("npm run -s token fails with one sentence and no token", () => {
  const killed = path.join(empty, "killed");
  test.each<[string, string[], string, string | RegExp]>([
    ["without --email", ["--role", "admin"], dataDir, "--email is missing: npm run -s token -- --email you@"],
    [
      "for an invalid e-mail address",
      ["--email", "ann"],
      dataDir,
      "--email must be an e-mail address such as",
    ],
    [
      "for an unknown role",
      ["--email", address(), "--role", "boss"],
      dataDir,
      /`role` must be .*`annotator`/,
    ],
    [
      "for a lifetime of 0",
      ["--email", address(), "--hours", "0"],
      dataDir,
      "--hours must be a number above 0",
    ],
    [
      "for a mistyped option",
      ["--email", address(), "--rol", "admin"],
      dataDir,
      "Unknown option '--rol': run npm run token -- --help",
    ],
    ["when no stack has been started", ["--email", address()], empty, `No stack is running on ${empty}`],
    ["when the stack was killed", ["--email", address()], killed, `No stack is running on ${killed}`],
  ])("%s", async (_, options, dir, sentence) => {
    // No process has an id above 2^22 (proc(5), pid_max).
    const origin = "http://127.0.0.1:1";
    const left = { origin, issuer: `${origin}/_local/oidc`, pid: 2 ** 30, spareAdmin: address() };
    if (dir === killed) mkdirSync(dir);
    if (dir === killed) writeFileSync(path.join(dir, "running.json"), JSON.stringify(left));
    const { code, stdout, stderr } = await runToken(options, dir);
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stdout).toBe("");
  });
});
