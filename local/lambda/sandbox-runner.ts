import { fork } from "node:child_process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { SandboxFunction } from "./sandbox-environment.ts";
import type { Invoke } from "./sandbox-messages.ts";

/** A `worker` (thread) starts quickly. A `process` has memory limits, a time zone and crashes more like Lambda's. */
export type SandboxMode = "worker" | "process";

/** The worker thread or child process in which a sandbox runs. */
export type SandboxRunner = {
  send: (invoke: Invoke) => void;
  /** Ends the thread or process at once, even in the middle of a call. */
  kill: () => void;
  onMessage: (listener: (message: unknown) => void) => void;
  /** Calls the listener once, with the reason in Lambda's words. The reason is empty for a normal exit. */
  onExit: (listener: (reason: string) => void) => void;
  outputs: readonly Readable[];
};

const entry = new URL("./sandbox-entry.ts", import.meta.url);

/** Starts a thread or process with exactly these environment variables. */
export function startRunner(
  mode: SandboxMode,
  lambdaFunction: SandboxFunction,
  environment: Record<string, string>,
): SandboxRunner {
  return mode === "worker"
    ? startWorker(lambdaFunction, environment)
    : startProcess(lambdaFunction, environment);
}

function startWorker(lambdaFunction: SandboxFunction, env: Record<string, string>): SandboxRunner {
  const { NODE_OPTIONS: nodeOptions = "" } = env;
  const worker = new Worker(entry, {
    env,
    // Node reads NODE_OPTIONS only when a process starts, so a thread gets the options as arguments.
    execArgv: nodeOptions.split(" ").filter(Boolean),
    resourceLimits: { maxOldGenerationSizeMb: lambdaFunction.memoryMb },
    stdout: true,
    stderr: true,
  });
  let fatal: unknown;
  worker.on("error", (error) => {
    fatal = error;
  });
  return {
    send: (invoke) => worker.postMessage(invoke),
    kill: () => void worker.terminate(),
    onMessage: (listener) => worker.on("message", listener),
    onExit: (listener) =>
      worker.on("exit", (code) => listener(isOutOfMemory(fatal) ? "signal: killed" : exit(code))),
    outputs: [worker.stdout, worker.stderr],
  };
}

function startProcess(lambdaFunction: SandboxFunction, env: Record<string, string>): SandboxRunner {
  const child = fork(fileURLToPath(entry), {
    cwd: lambdaFunction.codeDir,
    env,
    execArgv: [`--max-old-space-size=${lambdaFunction.memoryMb}`],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  // Sending to a process that has just ended fails. Its exit event reports the reason.
  child.on("error", () => undefined);
  return {
    send: (invoke) => child.send(invoke, () => undefined),
    kill: () => void child.kill("SIGKILL"),
    onMessage: (listener) => child.on("message", listener),
    onExit: (listener) =>
      child.on("close", (code, signal) => listener(signal === null ? exit(code ?? 0) : `signal: ${signal}`)),
    outputs: [child.stdout, child.stderr].filter((output) => output !== null),
  };
}

function exit(code: number): string {
  return code === 0 ? "" : `exit status ${code}`;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
