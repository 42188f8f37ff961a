import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { runWildlife } from "../support/import-command.ts";

const folder = mkdtempSync(path.join(tmpdir(), "export-"));
const out = path.join(folder, "my foxes.zip");
afterAll(() => rmSync(folder, { recursive: true }));

let close: () => void;
afterEach(() => close());

/** Starts a service with one export, which has the fields of `job`. */
async function serve(job: object, onRequest: (request: string) => void = () => {}): Promise<string> {
  const server = createServer(({ method, url }, response) => {
    onRequest(`${method} ${url}`);
    const body = url === "/api/v1/health" ? { status: "ok" } : { id: 12, ...job };
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("Ctrl+C ends the command but not the export, and the command says how to fetch its file", async () => {
  const interrupted = new AbortController();
  const job = { status: "running", progress: { phase: "read", done: 1, total: 9 } };
  const origin = await serve(job, (request) => {
    if (request === "GET /api/v1/exports/12") interrupted.abort("SIGINT");
  });
  const args = ["export", "--format", "csv", "--out", out];
  const { code, output } = await runWildlife(args, { origin, token: "x", signal: interrupted.signal });
  expect([code, output.trim()]).toEqual([
    130,
    `Export 12 continues in the service, which keeps its file for some days. Fetch its file with\n  wildlife export --job 12 --out "${out}" --url ${origin}`,
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test("a failed export ends the command with the service's message", async () => {
  const problem = "No annotation passes these filters.";
  const origin = await serve({ status: "failed", problem });
  const result = await runWildlife(["export", "--job", "12", "--out", out], { origin, token: "x" });
  expect(result).toEqual({ code: 1, output: `Export 12 failed: ${problem}\n` });
});

test("an export without a file for this user ends the command with the reason, and with the code 1", async () => {
  const problem = "Only admins may have the files of an export with exact coordinates.";
  const counts = { rows: 3, gone: 0, changed: 0, withheld: 0, left_out: 0 };
  const origin = await serve({ status: "done", counts, warnings: [], files: [], problem });
  const result = await runWildlife(["export", "--job", "12", "--out", out], { origin, token: "x" });
  expect(result).toEqual({ code: 1, output: `Export 12 has no file for you. ${problem}\n` });
});
