import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exchangeWith, judge } from "../../../examples/camera-site/exchange.mjs";

const problem = (over = {}) => JSON.stringify({ type: "x", title: "X", detail: "No.", ...over });
const ofService = { "Content-Type": "application/problem+json" };

describe("an answer is", () => {
  test.each<[string, number, Record<string, string>, string, object]>([
    [
      "done: JSON",
      200,
      { "Content-Type": "application/json" },
      '{"id":7}',
      { kind: "done", body: { id: 7 } },
    ],
    ["done: nothing", 200, {}, "", { kind: "done", body: undefined }],
    ["not the service's: a page", 200, { "Content-Type": "text/html" }, "<p>", { kind: "later", link: true }],
    [
      "not the service's: half of it",
      200,
      { "Content-Type": "application/json" },
      '{"i',
      { kind: "later", link: true },
    ],
    [
      "not the service's: a redirection",
      302,
      { Location: "https://hotspot" },
      "",
      { kind: "later", link: true },
    ],
    [
      "not the service's: a 403 of a proxy",
      403,
      { "Content-Type": "text/html" },
      "no",
      { kind: "later", link: true },
    ],
    [
      "not the service's: a 404 in JSON",
      404,
      { "Content-Type": "application/json" },
      "{}",
      { kind: "later", link: true },
    ],
    ["not the service's: 502 in between", 502, {}, "", { kind: "later", link: true }],
    [
      "later for all: 429",
      429,
      { ...ofService, "Retry-After": "3" },
      problem(),
      { kind: "later", link: true, retryAfterMs: 3000 },
    ],
    ["later for this one: 500", 500, ofService, problem(), { kind: "later", link: false }],
    [
      "later for this one: 503",
      503,
      { ...ofService, "Retry-After": "1" },
      problem(),
      { kind: "later", link: false, retryAfterMs: 1000 },
    ],
    ["refused: 401", 401, ofService, problem(), { kind: "refused", reason: "401: No." }],
    ["refused: 403", 403, ofService, problem(), { kind: "refused" }],
    [
      "never: 400",
      400,
      ofService,
      problem({ errors: [{ pointer: "/body/a", detail: "No" }] }),
      { kind: "never", problem: { status: 400, detail: "No.", pointers: ["/body/a"] } },
    ],
    ["never: 422", 422, ofService, problem(), { kind: "never" }],
  ])("%s", (_, status, headers, text, outcome) => {
    expect(judge(status, new Headers(headers), text, 0)).toMatchObject(outcome);
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
  const exchange = (timeoutMs = 10_000, onDate = (_: string | null) => {}) =>
    exchangeWith({ api, readKey: () => "wvk_1_a", timeoutMs, onDate })({
      method: "POST",
      path: "/videostreams",
      key: "k",
      body: { a: 1 },
    });

  test("key, credential and body are sent, and the Date comes back", async () => {
    answer = (response) => response.writeHead(200, { "Content-Type": "application/json" }).end('{"id":1}');
    const dates: unknown[] = [];
    expect(await exchange(10_000, (date) => void dates.push(date))).toEqual({
      kind: "done",
      body: { id: 1 },
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
    ["breaks before the answer", (response) => response.destroy(), 10_000],
    [
      "breaks in the middle of it",
      (response) => {
        response.writeHead(200, { "Content-Length": "100", "Content-Type": "application/json" }).write("{");
        setTimeout(() => response.destroy(), 20);
      },
      10_000,
    ],
    ["says nothing", () => {}, 50],
  ])("one that %s is for later", async (_, breaks, timeoutMs) => {
    answer = breaks;
    expect(await exchange(timeoutMs)).toMatchObject({ kind: "later", link: true });
  });

  test("without a key nothing is sent", async () => {
    const before = seen.length;
    const readKey = () => {
      throw new Error("There is no site key in /etc/camera-site/key.");
    };
    const outcome = await exchangeWith({ api, readKey, timeoutMs: 1000 })({ method: "GET", path: "/health" });
    expect(outcome).toEqual({ kind: "refused", reason: "There is no site key in /etc/camera-site/key." });
    expect(seen.length).toBe(before);
  });
});
