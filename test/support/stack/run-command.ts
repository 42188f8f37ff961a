import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const root = path.join(import.meta.dirname, "../../..");

/** Runs a command in the project's folder, as a user does, and waits at most one minute until it ends. */
export async function runCommand(command: readonly string[], environment: Record<string, string>) {
  const [file = "", ...args] = command;
  const child = spawn(file, args, {
    cwd: root,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.stderr += chunk;
  });
  const [code] = await once(child, "close");
  return { code, ...output };
}
