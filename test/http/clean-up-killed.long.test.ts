import { spawn } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import type { Created } from "../../shared/table/idempotency.ts";
import { admin } from "../support/api/api.ts";
import { jobEnvironment, jobTable, runJobCommand } from "../support/stack/jobs.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";

const root = path.join(import.meta.dirname, "../..");
const hourMs = 3_600_000;

let stack: Awaited<ReturnType<typeof startOwnStack>>;
let token: string;
let source: number;
beforeAll(async () => {
  stack = await startOwnStack();
  token = await stack.api.tokenFor(admin);
  await call("GET", "/users/me");
  const body = { name: "camera", location: "1,2", camera_hardware: "" };
  source = (await call("POST", "/capturesources", body)).body.id;
});
afterAll(() => stack.close());

const call = (method: string, target: string, body?: unknown) =>
  stack.api.call(method, target, { token, body });
const streamOf = async (id: number) => (await call("GET", `/videostreams/${id}`)).body;

test("npm run cleanup continues after it was killed", { timeout: 120_000 }, async () => {
  const table = jobTable(stack.api.dataDir, "clean-up");
  const streams = 240;
  const startMs = Date.now() - 30 * hourMs;
  const live = { aliveMs: undefined, endedBy: undefined };
  const url = "https://video.example/a.m3u8";
  const made: (Created | "source-deleted")[] = [];
  for (let i = 0; i < streams; i++) {
    const build = async () => ({
      source,
      url,
      startMs: startMs + i,
      endMs: undefined,
      size: undefined,
      mediaType: undefined,
      live,
    });
    made.push(await videoStreamWriter(table).create(build, undefined));
  }
  let kills = 0;
  while ((await killedAfter(30)) === "killed") kills += 1;
  expect(kills).toBeGreaterThan(3);
  for (const [i, stream] of made.entries()) {
    if (stream === "source-deleted") throw new Error(stream);
    expect(await streamOf(stream.id)).toMatchObject({
      endTime: new Date(startMs + i + 24 * hourMs).toISOString(),
      ended_by: "cleanup",
    });
  }
  expect(await runJobCommand(stack.api.dataDir, "verify-index")).toMatchObject({ code: 0 });
});

/** Runs the command and kills its process after this number of lines. */
async function killedAfter(lines: number): Promise<"killed" | number> {
  const child = spawn(process.execPath, ["functions/jobs/clean-up/command.ts"], {
    cwd: root,
    env: jobEnvironment(stack.api.dataDir, "clean-up"),
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 60_000,
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
    if (output.split("\n").length > lines) child.kill("SIGKILL");
  });
  return new Promise((resolve) => {
    child.once("close", (code, signal) => resolve(signal === "SIGKILL" ? "killed" : (code ?? -1)));
  });
}
