import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const preflight = path.join(root, "local/preflight.cjs");
const empty = mkdtempSync(path.join(tmpdir(), "preflight-"));
afterAll(() => rmSync(empty, { recursive: true }));

/** Runs the preflight as npm on this version of Node.js does. */
function runPreflight(npmNodeVersion: string, file = preflight) {
  const env = { npm_config_user_agent: `npm/10.9.9 node/v${npmNodeVersion} linux x64 workspaces/false` };
  const { status, stderr } = spawnSync(process.execPath, ["-r", file, "-e", ""], { env, encoding: "utf8" });
  return { status, stderr };
}

describe("the preflight of npm start and npm run token", () => {
  test("requires the Node.js versions that package.json requires", () => {
    const { engines } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
    expect(engines).toEqual({ node: "^20.19.0 || >=22.12.0" });
  });

  test.each(["20.19.0", "20.20.2", "22.12.0", "23.0.0", "24.0.0", "26.1.0"])(
    "accepts Node.js %s",
    (version) => {
      expect(runPreflight(version)).toEqual({ status: 0, stderr: "" });
    },
  );

  test.each(["8.17.0", "18.20.8", "20.18.3", "21.7.3", "22.11.0"])("rejects Node.js %s", (version) => {
    expect(runPreflight(version)).toEqual({
      status: 1,
      stderr: `Node.js ${version} is not supported: install Node.js 24 from https://nodejs.org, then run npm ci.\n`,
    });
  });

  test("asks for npm ci if the packages are missing", () => {
    const copy = path.join(empty, "preflight.cjs");
    copyFileSync(preflight, copy);
    expect(runPreflight("24.0.0", copy)).toEqual({
      status: 1,
      stderr: "The packages of this project are not installed: run npm ci.\n",
    });
  });
});
