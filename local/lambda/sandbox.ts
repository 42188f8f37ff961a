import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import type { SandboxFunction } from "./sandbox-environment.ts";
import { type FunctionError, parseSandboxMessage } from "./sandbox-messages.ts";

/** The result of a call. */
export type Invocation = { ok: true; payload: unknown } | ({ ok: false } & FunctionError);

/** A running instance of a function. It handles one event at a time. */
export type Sandbox = {
  /** Never rejects. If the sandbox crashes or times out, the result is an error, and `isAlive` returns false. */
  invoke: (requestId: string, event: string) => Promise<Invocation>;
  isAlive: () => boolean;
  kill: () => void;
  /** Resolves when its thread has ended. */
  ended: Promise<void>;
};

/** Time that Lambda allows a function for loading its code, before the function's own timeout starts. */
const initTimeoutMs = 10_000;

/** Starts a sandbox. `invoke` may be called at once: the event is handled when the code is loaded. */
export function startSandbox(options: {
  lambdaFunction: SandboxFunction;
  /** The sandbox's main file (see `sandboxCode`). */
  code: URL;
  environment: Record<string, string>;
  onOutput: (line: string) => void;
}): Sandbox {
  const { arn, timeoutMs } = options.lambdaFunction;
  const worker = startWorker(options.code, options.lambdaFunction, options.environment);
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let alive = true;
  let fatalError: FunctionError | undefined;
  let threadError: unknown;
  let exitReason = "";
  let finish: (invocation: Invocation | "ended") => void = () => undefined;

  worker.on("message", (raw) => {
    const message = parseSandboxMessage(raw);
    if (message?.type === "ready") ready.resolve();
    if (message?.type === "result") finish({ ok: true, payload: JSON.parse(message.payload) });
    if (message?.type === "error") finish({ ok: false, ...message.error });
    if (message?.type === "fatal") {
      alive = false;
      fatalError = message.error;
      finish("ended");
    }
  });
  worker.on("error", (error) => {
    threadError = error;
  });
  worker.on("exit", (code) => {
    alive = false;
    exitReason = reasonOf(code, threadError);
    ready.resolve();
    ended.resolve();
    finish("ended");
  });
  for (const input of [worker.stdout, worker.stderr]) createInterface({ input }).on("line", options.onOutput);

  const kill = () => {
    alive = false;
    void worker.terminate();
  };
  const exitFailure = (requestId: string): Invocation => {
    if (fatalError) return { ok: false, ...fatalError };
    const how = exitReason === "" ? "without providing a reason" : `with error: ${exitReason}`;
    return failure("Runtime.ExitError", `RequestId: ${requestId} Error: Runtime exited ${how}`);
  };
  /** Calls `begin` and waits for `finish`. Kills the sandbox if `finish` is not called within `ms`. */
  const within = (ms: number, requestId: string, begin: () => void): Promise<Invocation> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        kill();
        const message = `RequestId: ${requestId} Error: Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`;
        finish(failure("Sandbox.Timedout", message));
      }, ms);
      finish = (invocation) => {
        clearTimeout(timer);
        finish = () => undefined;
        resolve(invocation === "ended" ? exitFailure(requestId) : invocation);
      };
      begin();
    });

  return {
    invoke: async (requestId, event) => {
      const loaded = await within(initTimeoutMs + timeoutMs, requestId, () => {
        if (alive) void ready.promise.then(() => finish(alive ? { ok: true, payload: null } : "ended"));
        else finish("ended");
      });
      if (!loaded.ok) return loaded;
      return await within(timeoutMs, requestId, () =>
        worker.postMessage({
          requestId,
          functionArn: arn,
          traceId: `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${requestId.replaceAll("-", "").slice(0, 24)}`,
          event,
          deadlineEpochMs: Date.now() + timeoutMs,
        }),
      );
    },
    isAlive: () => alive,
    kill,
    ended: ended.promise,
  };
}

/** Returns the result of a failed call, in Lambda's form. */
export function failure(errorType: string, errorMessage: string): Invocation {
  return { ok: false, errorType, errorMessage, trace: [] };
}

/** Starts a thread with exactly these environment variables. */
function startWorker(code: URL, lambdaFunction: SandboxFunction, env: Record<string, string>): Worker {
  const { NODE_OPTIONS: nodeOptions = "" } = env;
  return new Worker(code, {
    env,
    // Node reads NODE_OPTIONS only when a process starts, so a thread gets the options as arguments.
    execArgv: nodeOptions.split(" ").filter(Boolean),
    resourceLimits: { maxOldGenerationSizeMb: lambdaFunction.memoryMb },
    stdout: true,
    stderr: true,
  });
}

/** The reason for the end of a thread, in Lambda's words. It is empty for a normal exit. */
function reasonOf(code: number, error: unknown): string {
  const isOutOfMemory =
    error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
  if (isOutOfMemory) return "signal: killed";
  return code === 0 ? "" : `exit status ${code}`;
}
