import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

const root = path.join(import.meta.dirname, "../../..");

/** Runs a command as a user does, by default in the project's folder, and waits until it ends. */
export async function runCommand(
  command: readonly string[],
  environment: Record<string, string>,
  { cwd = root, timeoutMs = 120_000 }: { readonly cwd?: string; readonly timeoutMs?: number } = {},
) {
  const [file = "", ...args] = command;
  const child = spawn(file, args, {
    cwd,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutMs,
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
