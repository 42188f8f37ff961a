import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { admin } from "../support/api/api.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";
import { runCommand } from "../support/stack/run-command.ts";

/**
 * schemathesis (PyPI) makes requests from the description that the service publishes and checks each response. It knows
 * nothing else of this project, like a caller's own program.
 */
const isInstalled = spawnSync("schemathesis", ["--version"]).status === 0;
if (!isInstalled)
  console.log("Skipped: schemathesis is not on the PATH. To run it: pip install schemathesis");

const seconds = process.env["SOAK_SECONDS"] ?? "60";
const seed = process.env["SEED"] ?? String(Date.now() % 2 ** 31);
const hooks = path.join(import.meta.dirname, "../fuzz/schemathesis");

let stack: Awaited<ReturnType<typeof startOwnStack>>;
let folder: string;

beforeAll(async () => {
  if (!isInstalled) return;
  folder = mkdtempSync(path.join(tmpdir(), "schemathesis-"));
  stack = await startOwnStack();
});
afterAll(async () => {
  if (!isInstalled) return;
  await stack.close();
  rmSync(folder, { recursive: true });
});

test.skipIf(!isInstalled)(
  "schemathesis finds no response that differs from the description",
  {
    timeout: (Number(seconds) + 120) * 1000,
  },
  async () => {
    const { origin } = stack.api;
    const token = await stack.api.tokenFor(admin);
    const { code, stdout, stderr } = await runCommand(
      [
        ...["schemathesis", "run", `${origin}/api/v1/openapi.json`, "--url", `${origin}/api/v1`],
        ...["--header", `Authorization: Bearer ${token}`, "--mode", "positive", "--seed", seed],
        ...["--phases", "examples,coverage,fuzzing", "--max-time", seconds],
        ...["--continue-on-failure", "--suppress-health-check", "all", "--warnings", "off", "--no-color"],
      ],
      { PYTHONPATH: hooks, SCHEMATHESIS_HOOKS: "expected" },
      { cwd: folder, timeoutMs: (Number(seconds) + 60) * 1000 },
    );
    console.log(stdout.slice(stdout.lastIndexOf("Test cases:")).trim());
    expect(code, stdout + stderr).toBe(0);
  },
);
