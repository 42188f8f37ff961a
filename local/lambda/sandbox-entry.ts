// Main file of a sandbox, in a worker thread. It loads the function's code once, then handles one
// event after another as Lambda's Node.js runtime does. It imports only Node's built-in modules, so that a cold start
// takes little longer than loading the function itself.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort } from "node:worker_threads";
import type { FunctionError, Invoke, SandboxMessage } from "./sandbox-messages.ts";

type FunctionHandler = (event: unknown, context: object) => unknown;

/** Maximum size of Lambda's response payload in a synchronous call (Lambda quotas: 6 MB, plus 100 bytes). */
const maxPayloadBytes = 6_291_556;

process.on("unhandledRejection", (reason) => {
  const { errorMessage, trace } = describe(reason);
  const error = { errorType: "Runtime.UnhandledPromiseRejection", errorMessage, trace };
  sendLast({ type: "fatal", error }, 128);
});
process.on("uncaughtException", (error) => sendLast({ type: "fatal", error: describe(error) }, 129));

try {
  const handler = await loadHandler(variable("LAMBDA_TASK_ROOT"), variable("_HANDLER"));
  parentPort?.on("message", (invoke: Invoke) => void run(handler, invoke).then(send));
  send({ type: "ready" });
} catch (error) {
  sendLast({ type: "fatal", error: describe(error) }, 1);
}

async function run(handler: FunctionHandler, invoke: Invoke): Promise<SandboxMessage> {
  process.env._X_AMZN_TRACE_ID = invoke.traceId;
  const context = {
    awsRequestId: invoke.requestId,
    functionName: variable("AWS_LAMBDA_FUNCTION_NAME"),
    functionVersion: variable("AWS_LAMBDA_FUNCTION_VERSION"),
    invokedFunctionArn: invoke.functionArn,
    memoryLimitInMB: variable("AWS_LAMBDA_FUNCTION_MEMORY_SIZE"),
    logGroupName: variable("AWS_LAMBDA_LOG_GROUP_NAME"),
    logStreamName: variable("AWS_LAMBDA_LOG_STREAM_NAME"),
    getRemainingTimeInMillis: () => Math.max(0, invoke.deadlineEpochMs - Date.now()),
  };
  try {
    const value = await handler(JSON.parse(invoke.event), context);
    const payload = JSON.stringify(value === undefined ? null : value);
    if (Buffer.byteLength(payload) > maxPayloadBytes) {
      const errorMessage = `Response payload size exceeded maximum allowed payload size (${maxPayloadBytes} bytes).`;
      return {
        type: "error",
        error: { errorType: "Function.ResponseSizeTooLarge", errorMessage, trace: [] },
      };
    }
    return { type: "result", payload };
  } catch (error) {
    return { type: "error", error: describe(error) };
  }
}

/** Loads the handler `<file without extension>.<export>`, whose file is below the task root. */
async function loadHandler(taskRoot: string, handlerName: string): Promise<FunctionHandler> {
  const [, file, exportName] = /^(.*)\.([^.]+)$/.exec(handlerName) ?? [];
  if (file === undefined || exportName === undefined) {
    throw named("Runtime.MalformedHandlerName", `Bad handler ${handlerName}`);
  }
  const path = [".js", ".mjs", ".cjs"].map((extension) => join(taskRoot, file + extension)).find(existsSync);
  if (path === undefined) throw named("Runtime.ImportModuleError", `Error: Cannot find module '${file}'`);
  const loaded = await import(pathToFileURL(path).href);
  // Node does not detect every named export of a CommonJS module. The default export has all of them.
  const handler = loaded[exportName] ?? loaded.default?.[exportName];
  if (typeof handler === "function") return handler;
  throw named("Runtime.HandlerNotFound", `${handlerName} is undefined or not exported`);
}

function variable(name: string): string {
  return process.env[name] ?? "";
}

function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

function describe(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return {
    errorType: error.name,
    errorMessage: error.message,
    trace: (error.stack ?? "").split("\n"),
  };
}

function send(message: SandboxMessage): void {
  parentPort?.postMessage(message);
}

/** Sends, then ends the sandbox with this exit code. */
function sendLast(message: SandboxMessage, exitCode: number): void {
  send(message);
  process.exit(exitCode);
}
