import { createInterface } from "node:readline";
import type { SandboxFunction } from "./sandbox-environment.ts";
import { type FunctionError, parseSandboxMessage } from "./sandbox-messages.ts";
import { type SandboxMode, startThread } from "./sandbox-thread.ts";

/** What a call of a function gave. */
export type Invocation = { ok: true; payload: unknown } | ({ ok: false } & FunctionError);

/** One running copy of a function. It takes one event at a time. */
export type Sandbox = {
  /** Answers even when the function crashes or takes too long; then the sandbox is no longer alive. */
  invoke: (requestId: string, event: string) => Promise<Invocation>;
  isAlive: () => boolean;
  kill: () => void;
  /** Fulfilled when its thread or process is gone. */
  ended: Promise<void>;
};

/** Lambda lets a function load its code this long before its own timeout begins to count. */
const initTimeoutMs = 10_000;

/** Starts a sandbox. An event may be given to it at once; it waits until the code is loaded. */
export function startSandbox(options: {
  lambdaFunction: SandboxFunction;
  mode: SandboxMode;
  environment: Record<string, string>;
  onOutput: (line: string) => void;
}): Sandbox {
  const { arn, timeoutMs } = options.lambdaFunction;
  const thread = startThread(options.mode, options.lambdaFunction, options.environment);
  const ready = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let alive = true;
  let lastWords: FunctionError | undefined;
  let exitReason = "";
  let settle: (invocation: Invocation | "ended") => void = () => undefined;

  thread.onMessage((raw) => {
    const message = parseSandboxMessage(raw);
    if (message?.type === "ready") ready.resolve();
    if (message?.type === "result") settle({ ok: true, payload: JSON.parse(message.payload) });
    if (message?.type === "error") settle({ ok: false, ...message.error });
    if (message?.type === "fatal") {
      alive = false;
      lastWords = message.error;
      settle("ended");
    }
  });
  thread.onExit((reason) => {
    alive = false;
    exitReason = reason;
    ready.resolve();
    ended.resolve();
    settle("ended");
  });
  for (const output of thread.outputs) createInterface({ input: output }).on("line", options.onOutput);

  const kill = () => {
    alive = false;
    thread.kill();
  };
  const fate = (requestId: string): Invocation => {
    if (lastWords) return { ok: false, ...lastWords };
    const how = exitReason === "" ? "without providing a reason" : `with error: ${exitReason}`;
    return failure("Runtime.ExitError", `RequestId: ${requestId} Error: Runtime exited ${how}`);
  };
  /** Calls `begin`, then waits until it is settled; a sandbox that takes longer than `ms` is killed. */
  const within = (ms: number, requestId: string, begin: () => void): Promise<Invocation> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        kill();
        const message = `RequestId: ${requestId} Error: Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`;
        settle(failure("Sandbox.Timedout", message));
      }, ms);
      settle = (invocation) => {
        clearTimeout(timer);
        settle = () => undefined;
        resolve(invocation === "ended" ? fate(requestId) : invocation);
      };
      begin();
    });

  return {
    invoke: async (requestId, event) => {
      const loaded = await within(initTimeoutMs + timeoutMs, requestId, () => {
        if (alive) void ready.promise.then(() => settle(alive ? { ok: true, payload: null } : "ended"));
        else settle("ended");
      });
      if (!loaded.ok) return loaded;
      return await within(timeoutMs, requestId, () =>
        thread.send({
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

/** A failed call, in Lambda's words. */
export function failure(errorType: string, errorMessage: string): Invocation {
  return { ok: false, errorType, errorMessage, trace: [] };
}
