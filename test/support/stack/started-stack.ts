import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

type Command = {
  /** The project's folder, or a copy of it. */
  readonly root?: string;
  readonly args?: readonly string[];
};

/** Runs the script `start` of package.json, as npm does, in its own process group and on any free port. */
export async function startedStack(
  dataDir: string,
  environment: Record<string, string> = {},
  { root = path.join(import.meta.dirname, "../../.."), args = ["--no-seed"] }: Command = {},
) {
  let output = "";
  const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const child: ChildProcess = spawn("/bin/sh", ["-c", `${scripts.start} "$@"`, "npm start", ...args], {
    cwd: root,
    detached: true,
    env: {
      PATH: `${path.dirname(process.execPath)}:${process.env["PATH"]}`,
      PORT: "0",
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const kill = (signal: NodeJS.Signals) => {
    const running = child.exitCode === null && child.signalCode === null;
    // The group contains the stack and all processes that it started.
    if (child.pid !== undefined && running) process.kill(-child.pid, signal);
    return exited;
  };
  // Also stops the stack after a failed test.
  process.once("exit", () => void kill("SIGKILL"));
  const file = path.join(dataDir, "running.json");
  for (let waited = 0; ; waited += 50) {
    const running = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
    if (running?.pid === child.pid)
      return { ...running, dataDir, kill, exited, output: () => output } as StartedStack;
    if (child.exitCode !== null || waited > 60_000) throw new Error(`The stack did not start:\n${output}`);
    await sleep(50);
  }
}

export type StartedStack = {
  readonly origin: string;
  readonly issuer: string;
  readonly signInLink: string;
  readonly pid: number;
  readonly dataDir: string;
  kill(signal: NodeJS.Signals): Promise<number | null>;
  readonly exited: Promise<number | null>;
  output(): string;
};
