import { randomUUID } from "node:crypto";
import { failure, type Invocation, startSandbox } from "./sandbox.ts";
import { type SandboxFunction, sandboxEnvironment } from "./sandbox-environment.ts";
import { createSandboxPool, type PoolLimits } from "./sandbox-pool.ts";
import type { SandboxMode } from "./sandbox-thread.ts";
import { waitingLines } from "./waiting-lines.ts";

/** Runs functions as AWS Lambda does: each event in a sandbox of its function that takes no other meanwhile. */
export type LambdaService = {
  /**
   * Calls a function with a JSON value and waits for its answer; a function that fails is an answer too.
   * Unlike Lambda, a call for which there is no room waits, up to `waitingCalls`, and only behind calls of the
   * same `client`. `signal` takes a call out that still waits; a running one is not stopped.
   * Rejects with an `Error` when there is no function of that name.
   */
  invoke: (
    functionName: string,
    event: unknown,
    options?: { client?: string; signal?: AbortSignal },
  ) => Promise<Invocation>;
  /** The next call uses the code as it is then, in `codeDir` if given. Calls that are running finish. */
  reload: (functionName: string, codeDir?: string) => void;
  /** How many sandboxes there are, busy or idle. */
  sandboxCount: () => number;
  /** Ends every sandbox, whatever it does, and refuses the calls that wait. */
  stop: () => Promise<void>;
};

export type LambdaLimits = PoolLimits & {
  /** Calls of a client that wait for a function; the next one is refused as Lambda throttles. */
  waitingCalls: number;
};

const defaultLimits: LambdaLimits = {
  concurrencyPerFunction: 4,
  sandboxes: 48,
  idleMs: 120_000,
  waitingCalls: 1000,
};

/** Lambda's limit on the event of a synchronous call (Lambda quotas: 6 MB). */
const maxEventBytes = 6_291_456;

/** Starts with no sandbox: each starts when it is first needed. */
export function startLambdaService(options: {
  functions: readonly SandboxFunction[];
  region: string;
  /** Such as credentials and endpoints, on top of the function's own variables and Lambda's. */
  extraEnvironment?: (functionName: string) => Readonly<Record<string, string>>;
  /** Each line that a function writes, and how its calls fail. */
  onOutput: (functionName: string, line: string) => void;
  mode?: SandboxMode;
  limits?: Partial<LambdaLimits>;
}): LambdaService {
  const limits = { ...defaultLimits, ...options.limits };
  const functions = new Map(options.functions.map((each) => [each.name, each]));
  const lines = waitingLines<Waiting>(limits.waitingCalls);
  let stopped = false;

  const functionNamed = (name: string): SandboxFunction => {
    const lambdaFunction = functions.get(name);
    if (!lambdaFunction) throw new Error(`There is no function ${name}`);
    return lambdaFunction;
  };
  /** Gives a sandbox to every waiting call that can have one, its clients in turn. */
  const startWaiting = (): void => {
    if (!stopped) lines.serve(attempt);
  };
  const attempt = (functionName: string, waiting: Waiting): boolean => {
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
      // Such as an option in NODE_OPTIONS that a thread cannot have.
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
        mode: options.mode ?? "worker",
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
        const waiting: Waiting = { event: text, resolve };
        if (stopped || !lines.add(functionName, client, waiting)) {
          resolve(failure("TooManyRequestsException", "Rate Exceeded."));
          return;
        }
        signal?.addEventListener("abort", () => {
          if (lines.remove(functionName, client, waiting))
            resolve(failure("Local.Aborted", "Nobody waits for this call any more."));
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
      for (const { resolve } of lines.drain())
        resolve(failure("TooManyRequestsException", "The local stack stops."));
      await pool.stop();
    },
  };
}

type Waiting = {
  /** JSON text. */
  event: string;
  resolve: (invocation: Invocation) => void;
};
