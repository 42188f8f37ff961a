import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type LambdaLimits,
  type LambdaService,
  startLambdaService,
} from "../../../local/lambda/lambda-service.ts";
import type { SandboxFunction } from "../../../local/lambda/sandbox-environment.ts";
import { functionOf } from "./function-folder.ts";

let service: LambdaService | undefined;
afterEach(async () => await service?.stop());

const output: string[] = [];
function start(
  functions: SandboxFunction[],
  limits: Partial<LambdaLimits> = {},
  extra: Record<string, string> = {},
): LambdaService {
  output.length = 0;
  service = startLambdaService({
    functions,
    region: "us-east-1",
    extraEnvironment: () => extra,
    onOutput: (name, line) => output.push(`${name}: ${line}`),
    limits,
  });
  return service;
}

describe("a sandbox", () => {
  test("passes the event and Lambda's context to the handler, and returns its result", async () => {
    const echo = functionOf(
      "echo",
      `export const handler = async (event, context) => ({ event, ...context, remaining: context.getRemainingTimeInMillis() });`,
    );
    const result = await start([echo]).invoke("echo", { a: [1, "ü"] });
    expect(result).toMatchObject({
      ok: true,
      payload: {
        event: { a: [1, "ü"] },
        functionName: "echo",
        functionVersion: "$LATEST",
        memoryLimitInMB: "128",
        invokedFunctionArn: echo.arn,
        awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        logGroupName: "/aws/lambda/echo",
      },
    });
    const remaining = result.ok && (result.payload as { remaining: number }).remaining;
    expect(remaining).toBeGreaterThan(5000);
    expect(remaining).toBeLessThanOrEqual(10_000);
  });

  test("keeps its state from one event to the next", async () => {
    const { invoke } = start([functionOf("count", "let n = 0; export const handler = async () => ++n;")]);
    expect(await invoke("count", {})).toEqual({ ok: true, payload: 1 });
    expect(await invoke("count", {})).toEqual({ ok: true, payload: 2 });
  });

  test("gets only the environment variables of the template, Lambda and the stack", async () => {
    process.env.LEAK = "secret";
    const code = "export const handler = async () => process.env;";
    const env = functionOf("env", code, { environment: { TABLE_NAME: "t", AWS_REGION: "overruled" } });
    const { invoke } = start([env], {}, { AWS_ACCESS_KEY_ID: "key", AWS_ENDPOINT_URL_S3: "http://s3" });
    const result = await invoke("env", {});
    delete process.env.LEAK;
    expect(result).toEqual({
      ok: true,
      payload: {
        TABLE_NAME: "t",
        AWS_ACCESS_KEY_ID: "key",
        AWS_ENDPOINT_URL_S3: "http://s3",
        AWS_REGION: "us-east-1",
        AWS_DEFAULT_REGION: "us-east-1",
        AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: "128",
        AWS_LAMBDA_FUNCTION_NAME: "env",
        AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
        AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
        AWS_LAMBDA_LOG_GROUP_NAME: "/aws/lambda/env",
        AWS_LAMBDA_LOG_STREAM_NAME: "local",
        LAMBDA_TASK_ROOT: env.codeDir,
        LANG: "en_US.UTF-8",
        PATH: expect.stringContaining(":/usr/bin:"),
        TZ: ":UTC",
        _HANDLER: "index.handler",
        _X_AMZN_TRACE_ID: expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
      },
    });
  });

  test.each([
    ["throws", `throw new RangeError("too far");`, "RangeError", "too far"],
    ["rejects with a text", `return Promise.reject("no");`, "string", "no"],
    [
      "ends the process",
      "process.exit(0);",
      "Runtime.ExitError",
      /Runtime exited without providing a reason/,
    ],
    [
      "ends the process with a code",
      "process.exit(3);",
      "Runtime.ExitError",
      /Runtime exited with error: exit status 3/,
    ],
    [
      "leaves a rejection unhandled",
      `void Promise.reject(new Error("lost")); return new Promise(() => setTimeout(() => {}, 60_000));`,
      "Runtime.UnhandledPromiseRejection",
      "lost",
    ],
    [
      "throws outside its promise",
      `setTimeout(() => { throw new TypeError("later"); }); return new Promise(() => setTimeout(() => {}, 60_000));`,
      "TypeError",
      "later",
    ],
    [
      "needs too much memory",
      "const all = []; for (;;) all.push(new Array(1e6).fill(1.5));",
      "Runtime.ExitError",
      /Runtime exited/,
    ],
    [
      "takes too long",
      "for (;;);",
      "Sandbox.Timedout",
      /^RequestId: \S+ Error: Task timed out after 1\.50 seconds$/,
    ],
    [
      "never returns",
      "return new Promise(() => setTimeout(() => {}, 60_000));",
      "Sandbox.Timedout",
      /Task timed out after 1\.50 seconds/,
    ],
    [
      "returns more than 6 MB",
      `return "x".repeat(6_291_555);`,
      "Function.ResponseSizeTooLarge",
      /exceeded maximum allowed payload size \(6291556 bytes\)/,
    ],
    ["returns a value that JSON cannot represent", "return 1n;", "TypeError", /BigInt/],
  ])(
    "returns Lambda's error for a handler that %s, and the next call works",
    async (_, code, errorType, errorMessage) => {
      const source = `export const handler = async (event) => { if (event.well) return "well"; ${code} };`;
      const timeoutMs = errorType === "Sandbox.Timedout" ? 1500 : 20_000;
      const { invoke } = start([functionOf("bad", source, { timeoutMs })]);
      const result = await invoke("bad", {});
      const message = typeof errorMessage === "string" ? errorMessage : expect.stringMatching(errorMessage);
      expect(result).toMatchObject({ ok: false, errorType, errorMessage: message });
      expect(await invoke("bad", { well: true })).toEqual({ ok: true, payload: "well" });
      expect(output.join("\n")).toContain(`bad: ${errorType}: `);
    },
    40_000,
  );

  test.each([
    ["has a syntax error", "export const handler = {", "index.handler", "SyntaxError", /./],
    ["throws while it loads", `throw new Error("no table");`, "index.handler", "Error", /^no table$/],
    [
      "exports no handler",
      "export const other = 1;",
      "index.handler",
      "Runtime.HandlerNotFound",
      /^index.handler is undefined or not exported$/,
    ],
    [
      "names a missing file as its handler",
      "",
      "missing.handler",
      "Runtime.ImportModuleError",
      /Cannot find module 'missing'/,
    ],
  ])(
    "returns the error for every call of a function that %s",
    async (_, code, handler, errorType, errorMessage) => {
      const { invoke } = start([functionOf("bad", code, { handler })]);
      for (let call = 0; call < 2; call += 1) {
        const result = await invoke("bad", {});
        expect(result).toMatchObject({
          ok: false,
          errorType,
          errorMessage: expect.stringMatching(errorMessage),
        });
      }
    },
  );

  test("names the files of the stack in stack traces", async () => {
    const { invoke } = start([
      functionOf("bad", `export const handler = async () => { throw new Error("no"); };`),
    ]);
    const { trace = [] } = (await invoke("bad", {})) as { trace?: string[] };
    expect(trace.filter((frame) => /sandbox-entry\.ts:\d/.test(frame))).not.toEqual([]);
    expect(trace.filter((frame) => frame.includes("data:"))).toEqual([]);
  });

  test("runs a function in CommonJS", async () => {
    const lambdaFunction = functionOf("common", "");
    writeFileSync(join(lambdaFunction.codeDir, "main.cjs"), `exports["handler"] = async () => "common";`);
    const { invoke } = start([{ ...lambdaFunction, handler: "main.handler" }]);
    expect(await invoke("common", {})).toEqual({ ok: true, payload: "common" });
  });

  test("reports the output line by line", async () => {
    const code = `export const handler = async () => { console.log("one\\ntwo"); console.error("three"); };`;
    await start([functionOf("talk", code)]).invoke("talk", {});
    await vi.waitFor(
      () => expect(new Set(output)).toEqual(new Set(["talk: one", "talk: two", "talk: three"])),
      5000,
    );
  });
});

/** Code of a function that waits for the number of milliseconds in the event, then returns the function's name. */
const slow =
  "export const handler = async (ms) => { await new Promise((r) => setTimeout(r, ms)); return process.env.AWS_LAMBDA_FUNCTION_NAME; };";

test("calls above the concurrency limit wait, and then finish", async () => {
  const lambda = start([functionOf("slow", slow)], { concurrencyPerFunction: 2 });
  const calls = Array.from({ length: 7 }, () => lambda.invoke("slow", 20));
  expect(lambda.sandboxCount()).toBe(2);
  expect(await Promise.all(calls)).toEqual(calls.map(() => ({ ok: true, payload: "slow" })));
  expect(lambda.sandboxCount()).toBe(2);
});

test("throttles a call if the queue is full", async () => {
  const lambda = start([functionOf("slow", slow)], {
    concurrencyPerFunction: 1,
    maxWaitingCalls: 2,
  });
  const calls = Array.from({ length: 4 }, () => lambda.invoke("slow", 100));
  expect((await Promise.all(calls)).map((result) => (result.ok ? "ok" : result.errorType))).toEqual([
    "ok",
    "ok",
    "ok",
    "TooManyRequestsException",
  ]);
});

test("serves clients in turn, so that no client waits for all calls of another", async () => {
  const lambda = start([functionOf("slow", slow)], { concurrencyPerFunction: 1 });
  const order: string[] = [];
  const call = async (client: string) => {
    await lambda.invoke("slow", 1, { client });
    order.push(client);
  };
  await Promise.all([...Array.from({ length: 20 }, () => call("flood")), call("a"), call("b"), call("a")]);
  expect(order.slice(0, 6)).toEqual(["flood", "flood", "a", "b", "flood", "a"]);
  expect(order).toHaveLength(23);
});

test("does not throttle a client because the queue of another client is full", async () => {
  const lambda = start([functionOf("slow", slow)], {
    concurrencyPerFunction: 1,
    maxWaitingCalls: 1,
  });
  const results = await Promise.all(
    ["flood", "flood", "flood", "a"].map((client) => lambda.invoke("slow", 1, { client })),
  );
  expect(results.map(({ ok }) => ok)).toEqual([true, true, false, true]);
});

test("ends an idle sandbox of another function to stay within the limit for all functions", async () => {
  const names = ["a", "b", "c", "d", "e"];
  const lambda = start(
    names.map((name) => functionOf(name, slow)),
    { sandboxes: 2 },
  );
  const counts: number[] = [];
  const results = await Promise.all(
    names.map(async (name) => {
      const result = await lambda.invoke(name, 10);
      counts.push(lambda.sandboxCount());
      return result.ok && result.payload;
    }),
  );
  expect(results).toEqual(names);
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
});

test("ends a sandbox that has been idle for idleMs", async () => {
  const lambda = start([functionOf("slow", slow)], { idleMs: 50 });
  await lambda.invoke("slow", 0);
  expect(lambda.sandboxCount()).toBe(1);
  await vi.waitFor(() => expect(lambda.sandboxCount()).toBe(0), 5000);
  expect(await lambda.invoke("slow", 0)).toEqual({ ok: true, payload: "slow" });
});

test("ends the sandbox that was released longest ago if too many are idle", async () => {
  const code = "let n = 0; export const handler = async () => ++n;";
  const lambda = start(
    ["a", "b", "c"].map((name) => functionOf(name, code)),
    { idle: 2 },
  );
  /** Number of calls that the sandbox has had, so 1 shows a new sandbox. */
  const calls = async (name: string) => {
    const result = await lambda.invoke(name, {});
    return result.ok && result.payload;
  };
  for (const name of ["a", "b", "c"]) expect(await calls(name)).toBe(1);
  expect(lambda.sandboxCount()).toBe(2);
  expect(await calls("b")).toBe(2);
  expect(await calls("a")).toBe(1);
  expect(await calls("b")).toBe(3);
  expect(await calls("c")).toBe(1);
});

test("keeps sandboxes that are busy, also above the limit of idle ones", async () => {
  const lambda = start([functionOf("slow", slow)], { idle: 1 });
  const running = [300, 300, 300].map((ms) => lambda.invoke("slow", ms));
  expect(lambda.sandboxCount()).toBe(3);
  expect((await Promise.all(running)).map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(lambda.sandboxCount()).toBe(1);
});

test("after a reload the next call uses the new code, and a running call finishes with the old code", async () => {
  const code = (version: number) =>
    `export const handler = async (ms) => { await new Promise((r) => setTimeout(r, ms)); return ${version}; };`;
  const lambdaFunction = functionOf("versions", code(1));
  const lambda = start([lambdaFunction]);
  await lambda.invoke("versions", 0);
  const running = lambda.invoke("versions", 300);
  writeFileSync(join(lambdaFunction.codeDir, "index.mjs"), code(2));
  lambda.reload("versions");
  expect(await lambda.invoke("versions", 0)).toEqual({ ok: true, payload: 2 });
  expect(await running).toEqual({ ok: true, payload: 1 });
  lambda.reload("versions", functionOf("versions", code(3)).codeDir);
  expect(await lambda.invoke("versions", 0)).toEqual({ ok: true, payload: 3 });
  expect(lambda.sandboxCount()).toBe(1);
});

test("removes a cancelled call from the queue", async () => {
  const lambda = start([functionOf("slow", slow)], { concurrencyPerFunction: 1 });
  const running = lambda.invoke("slow", 200);
  const aborter = new AbortController();
  const waiting = lambda.invoke("slow", 0, { signal: aborter.signal });
  aborter.abort();
  expect(await waiting).toMatchObject({ ok: false, errorType: "Local.Aborted" });
  expect(await running).toMatchObject({ ok: true });
});

test("rejects an event of more than 6 MB", async () => {
  const { invoke } = start([functionOf("slow", slow)]);
  expect(await invoke("slow", "x".repeat(6_291_456))).toMatchObject({
    ok: false,
    errorType: "RequestTooLargeException",
  });
});

test("throws for an unknown function", async () => {
  await expect(start([]).invoke("missing", {})).rejects.toThrow("Unknown function missing.");
});

test("passes NODE_OPTIONS to the function", async () => {
  const code = `export const handler = async () => process.execArgv;`;
  const environment = { NODE_OPTIONS: "--enable-source-maps" };
  expect(await start([functionOf("options", code, { environment })]).invoke("options", {})).toEqual({
    ok: true,
    payload: ["--enable-source-maps"],
  });
});

test("a Node.js option that worker threads do not support makes only its function's calls fail", async () => {
  const broken = functionOf("broken", slow, { environment: { NODE_OPTIONS: "--no-such-option" } });
  const { invoke } = start([broken, functionOf("slow", slow)]);
  expect(await invoke("broken", 0)).toMatchObject({ ok: false, errorType: "Runtime.StartError" });
  expect(await invoke("slow", 0)).toMatchObject({ ok: true });
});
