import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createServiceClient, interpret } from "../../../camera-site/link/service-client.mjs";

const problem = (over = {}) => JSON.stringify({ type: "x", title: "X", detail: "No.", ...over });
const problemType = { "Content-Type": "application/problem+json" };

describe("the outcome of a response is", () => {
  test.each<[string, number, Record<string, string>, string, object]>([
    [
      "done for JSON",
      200,
      { "Content-Type": "application/json" },
      '{"id":7}',
      { kind: "done", body: { id: 7 }, retryAfterMs: 0 },
    ],
    ["done for an empty body", 200, {}, "", { kind: "done", body: undefined, retryAfterMs: 0 }],
    ["retry for an HTML page", 200, { "Content-Type": "text/html" }, "<p>", { kind: "retry", scope: "link" }],
    [
      "retry for incomplete JSON",
      200,
      { "Content-Type": "application/json" },
      '{"i',
      { kind: "retry", scope: "link" },
    ],
    ["retry for a redirect", 302, { Location: "https://hotspot" }, "", { kind: "retry", scope: "link" }],
    [
      "retry for a 403 of a proxy",
      403,
      { "Content-Type": "text/html" },
      "no",
      { kind: "retry", scope: "link" },
    ],
    [
      "retry for a 404 that is no problem document",
      404,
      { "Content-Type": "application/json" },
      "{}",
      { kind: "retry", scope: "link" },
    ],
    ["retry for a 502 of a proxy", 502, {}, "", { kind: "retry", scope: "link" }],
    [
      "retry of all requests for 429",
      429,
      { ...problemType, "Retry-After": "3" },
      problem(),
      { kind: "retry", scope: "link", retryAfterMs: 3000 },
    ],
    ["retry of this request for 500", 500, problemType, problem(), { kind: "retry", scope: "request" }],
    [
      "retry of this request for 503",
      503,
      { ...problemType, "Retry-After": "1" },
      problem(),
      { kind: "retry", scope: "request", retryAfterMs: 1000 },
    ],
    ["blocked for 401", 401, problemType, problem(), { kind: "blocked", reason: "401: No." }],
    ["blocked for 403", 403, problemType, problem(), { kind: "blocked" }],
    [
      "rejected for 400",
      400,
      problemType,
      problem({ errors: [{ pointer: "/body/a", detail: "No" }] }),
      { kind: "rejected", problem: { status: 400, detail: "No.", pointers: ["/body/a"] } },
    ],
    ["rejected for 422", 422, problemType, problem(), { kind: "rejected" }],
  ])("%s", (_, status, headers, text, outcome) => {
    expect(interpret(status, new Headers(headers), text, 0)).toMatchObject(outcome);
  });
});

describe("over a real connection", () => {
  let answer: (response: ServerResponse) => void;
  const seen: { method: string | undefined; headers: unknown; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    seen.push({ method: request.method, headers: request.headers, body });
    answer(response);
  });
  let api: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    api = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const send = (timeoutMs = 10_000, onDate = (_: string | null) => {}) =>
    createServiceClient({ api, readKey: () => "wvk_1_a", timeoutMs, onDate })({
      method: "POST",
      path: "/videostreams",
      key: "k",
      body: { a: 1 },
    });

  test("sends idempotency key, site key and body, and passes the response's Date to onDate", async () => {
    answer = (response) => response.writeHead(200, { "Content-Type": "application/json" }).end('{"id":1}');
    const dates: unknown[] = [];
    expect(await send(10_000, (date) => void dates.push(date))).toEqual({
      kind: "done",
      body: { id: 1 },
      retryAfterMs: 0,
    });
    expect(seen.at(-1)).toMatchObject({
      method: "POST",
      headers: {
        authorization: "Bearer wvk_1_a",
        "idempotency-key": "k",
        "content-type": "application/json",
      },
      body: '{"a":1}',
    });
    expect(Date.parse(String(dates[0]))).not.toBeNaN();
  });

  test.each<[string, (response: ServerResponse) => void, number]>([
    ["closes before the response", (response) => response.destroy(), 10_000],
    [
      "closes in the middle of the response",
      (response) => {
        response.writeHead(200, { "Content-Length": "100", "Content-Type": "application/json" }).write("{");
        setTimeout(() => response.destroy(), 20);
      },
      10_000,
    ],
    ["never responds", () => {}, 50],
  ])("retries when the server %s", async (_, fault, timeoutMs) => {
    answer = fault;
    expect(await send(timeoutMs)).toMatchObject({ kind: "retry", scope: "link" });
  });

  test("sends nothing without a site key", async () => {
    const before = seen.length;
    const readKey = () => {
      throw new Error("There is no key file k.");
    };
    const client = createServiceClient({ api, readKey, timeoutMs: 1000 });
    const outcome = await client({ method: "GET", path: "/health" });
    expect(outcome).toEqual({ kind: "blocked", reason: "There is no key file k." });
    expect(seen.length).toBe(before);
  });

  test("sends an anonymous request without a site key", async () => {
    answer = (response) => response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    const readKey = () => {
      throw new Error("There is no key file k.");
    };
    const client = createServiceClient({ api, readKey, timeoutMs: 1000 });
    expect(await client({ method: "GET", path: "/health", anonymous: true })).toMatchObject({ kind: "done" });
    expect(seen.at(-1)?.headers).not.toHaveProperty("authorization");
  });

  test.each([
    [401, "401: No. Ask an admin for a new site key and write it to the key file."],
    [403, "403: No. Use a key of this site's capture source, and check --source."],
  ])("returns advice for a %i", async (status, reason) => {
    answer = (response) => response.writeHead(status, problemType).end(problem());
    expect(await send()).toEqual({ kind: "blocked", reason });
  });
});
