import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const root = path.join(import.meta.dirname, "../..");

/** Runs a command of the project as a user does and waits until it ends, a minute at most. */
export async function runCommand(command: readonly string[], environment: Record<string, string>) {
  const [file = "", ...args] = command;
  const child = spawn(file, args, {
    cwd: root,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    said.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said.stderr += chunk;
  });
  const [code] = await once(child, "close");
  return { code, ...said };
}
