import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../support/stack/run-command.ts";

const folder = mkdtempSync(path.join(tmpdir(), "test-api-"));
const paths: (string | undefined)[] = [];
const server = createServer(({ url }, response) => {
  paths.push(url);
  response.writeHead(503).end();
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const testApi = (args: readonly string[] = []) =>
  runCommand([process.execPath, "scripts/test-api.ts", ...args], { DATA_DIR: folder });

/** Writes the record of a local stack that runs with these parameters. */
function recordStack(parameters: Record<string, string>, pid = process.pid) {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const running = { origin, issuer: `${origin}/issuer`, pid, spareAdmin: "", jobs: {}, parameters };
  writeFileSync(path.join(folder, "running.json"), JSON.stringify(running));
  return origin;
}

const settings = {
  AdminEmails: "admin@stack.localhost,admin@example.org",
  AllowedEmailDomains: "allowed.example",
  CallerRequestsPerSecond: "100000",
};
const start =
  "PORT=3100 ADMIN_EMAILS=admin@example.org ALLOWED_EMAIL_DOMAINS=allowed.example CALLER_REQUESTS_PER_SECOND=100000 npm start";

test("without a running local stack, says how to start one", async () => {
  const { code, stderr } = await testApi();
  expect(code).toBe(1);
  expect(stderr).toContain(`No stack is running on ${folder}.`);
  expect(stderr).toContain(start);
});

test("names the settings that the running local stack lacks", async () => {
  recordStack({ ...settings, CallerRequestsPerSecond: "20", AllowedEmailDomains: "" });
  const { code, stderr } = await testApi();
  expect(code).toBe(1);
  expect(stderr).toContain(
    "without ALLOWED_EMAIL_DOMAINS=allowed.example, CALLER_REQUESTS_PER_SECOND=100000.",
  );
  expect(stderr).toContain(start);
});

test("without options, tests the running local stack", async () => {
  const origin = recordStack(settings);
  expect(await testApi()).toMatchObject({
    code: 1,
    stderr: `${origin}/api/v1/health returned 503, not 200: check --url.\n`,
  });
  expect(paths).toEqual(["/api/v1/health"]);
});

test.each([
  [["--token", "x"], "--url is missing"],
  [["--url", "http://127.0.0.1:1"], "Either --token or both --keys and --issuer are required"],
  [["--url", "http://127.0.0.1:1", "--keys", "x"], "Either --token or both --keys and --issuer are required"],
])("rejects %j", async (args, sentence) => {
  const { code, stderr } = await testApi(args);
  expect(code).toBe(1);
  expect(stderr).toContain(sentence);
});
