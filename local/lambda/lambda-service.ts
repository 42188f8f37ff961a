import { randomUUID } from "node:crypto";
import { createFairQueue } from "./fair-queue.ts";
import { failure, type Invocation, startSandbox } from "./sandbox.ts";
import { sandboxCode } from "./sandbox-code.ts";
import { type SandboxFunction, sandboxEnvironment } from "./sandbox-environment.ts";
import { createSandboxPool, type PoolLimits } from "./sandbox-pool.ts";

/** Runs functions as AWS Lambda does: each sandbox of a function handles one event at a time. */
export type LambdaService = {
  /**
   * Calls a function with a JSON value and waits for its result. The failure of a function is a result, too.
   * Unlike on Lambda, a call waits if no sandbox is free, but only behind other calls of the same `client`. At most
   * `maxWaitingCalls` calls of a client wait. `signal` cancels a call that still waits, but not a running one.
   * Rejects if no function has that name.
   */
  invoke: (
    functionName: string,
    event: unknown,
    options?: { client?: string; signal?: AbortSignal },
  ) => Promise<Invocation>;
  /** The next call loads the code again, from `codeDir` if given. Running calls finish with the old code. */
  reload: (functionName: string, codeDir?: string) => void;
  /** Number of sandboxes, busy or idle. */
  sandboxCount: () => number;
  /** Kills every sandbox and fails the calls that wait. */
  stop: () => Promise<void>;
};

export type LambdaLimits = PoolLimits & {
  /** Maximum number of waiting calls per client and function. Further calls are throttled as on Lambda. */
  maxWaitingCalls: number;
};

const defaultLimits: LambdaLimits = {
  concurrencyPerFunction: 4,
  sandboxes: 96,
  idle: 96,
  idleMs: 120_000,
  maxWaitingCalls: 1000,
};

/** Maximum size of the event of a synchronous call (Lambda quotas: 6 MB). */
const maxEventBytes = 6_291_456;

/** Creates the service. Sandboxes start when they are first needed. */
export function startLambdaService(options: {
  functions: readonly SandboxFunction[];
  region: string;
  /** Variables in addition to the function's own and Lambda's, such as credentials and endpoints. */
  extraEnvironment?: (functionName: string) => Readonly<Record<string, string>>;
  /** Called with each line that a function writes, and with the errors of failed calls. */
  onOutput: (functionName: string, line: string) => void;
  limits?: Partial<LambdaLimits>;
}): LambdaService {
  const limits = { ...defaultLimits, ...options.limits };
  const code = sandboxCode();
  const functions = new Map(options.functions.map((each) => [each.name, each]));
  const queue = createFairQueue<WaitingCall>(limits.maxWaitingCalls);
  let stopped = false;

  const functionNamed = (name: string): SandboxFunction => {
    const lambdaFunction = functions.get(name);
    if (!lambdaFunction) throw new Error(`Unknown function ${name}.`);
    return lambdaFunction;
  };
  /** Starts every waiting call for which a sandbox is free. */
  const startWaiting = (): void => {
    if (!stopped) queue.serve(startCall);
  };
  const startCall = (functionName: string, waiting: WaitingCall): boolean => {
    try {
      const sandbox = pool.acquire(functionName);
      if (!sandbox) return false;
      void sandbox.invoke(randomUUID(), waiting.event).then((invocation) => {
        pool.release(sandbox);
        report(functionName, invocation);
        waiting.resolve(invocation);
        startWaiting();
      });
    } catch (error) {
      // This happens if, for example, NODE_OPTIONS contains an option that worker threads do not support.
      waiting.resolve(failure("Runtime.StartError", String(error)));
    }
    return true;
  };
  const report = (functionName: string, invocation: Invocation): void => {
    if (invocation.ok) return;
    const [, ...frames] = invocation.trace;
    for (const line of [`${invocation.errorType}: ${invocation.errorMessage}`, ...frames]) {
      options.onOutput(functionName, line);
    }
  };
  const pool = createSandboxPool({
    limits,
    onRoom: startWaiting,
    start: (functionName) => {
      const lambdaFunction = functionNamed(functionName);
      const extra = options.extraEnvironment?.(functionName) ?? {};
      return startSandbox({
        lambdaFunction,
        code,
        environment: sandboxEnvironment(lambdaFunction, options.region, extra),
        onOutput: (line) => options.onOutput(functionName, line),
      });
    },
  });

  return {
    invoke: async (functionName, event, { client = "", signal } = {}) => {
      functionNamed(functionName);
      const text = JSON.stringify(event === undefined ? null : event);
      const sizeBytes = Buffer.byteLength(text);
      if (sizeBytes > maxEventBytes) {
        return failure(
          "RequestTooLargeException",
          `${sizeBytes} byte payload is too large (${maxEventBytes} bytes)`,
        );
      }
      return await new Promise((resolve) => {
        const waiting: WaitingCall = { event: text, resolve };
        if (stopped || !queue.add(functionName, client, waiting)) {
          resolve(failure("TooManyRequestsException", "Rate Exceeded."));
          return;
        }
        signal?.addEventListener("abort", () => {
          if (queue.remove(functionName, client, waiting))
            resolve(failure("Local.Aborted", "The caller has cancelled this call."));
        });
        startWaiting();
      });
    },
    reload: (functionName, codeDir) => {
      const lambdaFunction = functionNamed(functionName);
      functions.set(functionName, { ...lambdaFunction, codeDir: codeDir ?? lambdaFunction.codeDir });
      pool.retire(functionName);
    },
    sandboxCount: () => pool.size(),
    stop: async () => {
      stopped = true;
      for (const { resolve } of queue.drain())
        resolve(failure("TooManyRequestsException", "The local stack is stopping."));
      await pool.stop();
    },
  };
}

type WaitingCall = {
  /** JSON text. */
  event: string;
  resolve: (invocation: Invocation) => void;
};
