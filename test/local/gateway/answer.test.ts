import { connect } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MockIntegration } from "../../../local/template/integrations.ts";
import { type EchoApi, startEchoApi } from "./echo-api.ts";
import { everything, parseAnswer, type RawAnswer, rawRequest } from "./raw-http.ts";

let api: EchoApi;
beforeAll(async () => {
  api = await startEchoApi(undefined, {
    "/_local/": (_, response) => void response.end("mounted"),
    "/_local/deeper/": (_, response) => void response.end("deeper"),
    "/": (_, response) => void response.end("home"),
  });
});
afterAll(async () => await api.close());

/** Returns the response that the client gets if the function returns `payload`. */
function answerTo(payload: unknown, headers: string[] = []): Promise<RawAnswer> {
  return rawRequest(api.port, "POST /api/v1/obey HTTP/1.1", headers, JSON.stringify({ payload }));
}

function obey(order: object, path = "obey"): Promise<RawAnswer> {
  return rawRequest(api.port, `POST /api/v1/${path} HTTP/1.1`, [], JSON.stringify(order));
}

describe("a function's response", () => {
  test.each<[string, object, number, string]>([
    ["a status and a body", { statusCode: 201, body: "made" }, 201, "made"],
    ["a status as a string", { statusCode: "404", body: "no" }, 404, "no"],
    ["no fields", {}, 200, ""],
    ["no body", { statusCode: 204, body: null, headers: null }, 204, ""],
    ["the status 304", { statusCode: 304, headers: { ETag: `"1"` } }, 304, ""],
    ["non-ASCII text", { statusCode: 200, body: "ü ✓" }, 200, "ü ✓"],
  ])("becomes an HTTP response if it has %s", async (_, payload, status, body) => {
    const answer = await answerTo(payload);
    expect(answer.status).toBe(status);
    expect(answer.body.toString()).toBe(body);
    const hasContent = status !== 204 && status !== 304;
    expect(answer.values("content-length")).toEqual(hasContent ? [String(Buffer.byteLength(body))] : []);
    expect(answer.values("content-type")).toEqual(["application/json"]);
  });

  test("has the headers of `headers` and `multiValueHeaders`, with a separate line for each value", async () => {
    const answer = await answerTo({
      headers: { "X-One": "1", "x-both": "b", "X-Yes": true, "Content-Type": "text/plain" },
      multiValueHeaders: { "X-Both": ["a", "b"], "Set-Cookie": ["p=1", "q=2"] },
    });
    expect(answer.values("x-one")).toEqual(["1"]);
    expect(answer.values("x-both")).toEqual(["a", "b"]);
    expect(answer.values("x-yes")).toEqual(["true"]);
    expect(answer.values("set-cookie")).toEqual(["p=1", "q=2"]);
    expect(answer.values("content-type")).toEqual(["text/plain"]);
    expect(answer.headers.map(([name]) => name)).toContain("X-Both");
  });

  test("cannot set the request id or the headers that frame the message", async () => {
    const answer = await answerTo({
      headers: {
        "Content-Length": "1",
        "transfer-encoding": "chunked",
        Connection: "x",
        "X-Amzn-RequestId": "mine",
      },
      body: "four",
    });
    expect(answer.body.toString()).toBe("four");
    expect(answer.values("content-length")).toEqual(["4"]);
    expect(answer.values("x-amzn-requestid")).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  test.each<[string, string[], string]>([
    ["decoded from base64 if the first type in Accept is binary", ["Accept: image/png, text/html"], "hello"],
    [
      "not decoded from base64 if the first type in Accept is not binary",
      ["Accept: text/html, image/png"],
      "aGVsbG8=",
    ],
    ["not decoded from base64 without Accept", [], "aGVsbG8="],
  ])("is %s", async (_, headers, expected) => {
    const answer = await answerTo({ body: "aGVsbG8=", isBase64Encoded: true }, headers);
    expect(answer.body.toString()).toBe(expected);
  });

  const long = "wildlife ".repeat(200);
  test.each<[string, string[], object, boolean]>([
    ["compressed if the client prefers gzip", ["Accept-Encoding: gzip, br"], { body: long }, true],
    ["not compressed if the client prefers br", ["Accept-Encoding: br, gzip"], { body: long }, false],
    ["not compressed without Accept-Encoding", [], { body: long }, false],
    ["not compressed below the minimum size", ["Accept-Encoding: gzip"], { body: "x".repeat(999) }, false],
    ["compressed at the minimum size", ["Accept-Encoding: gzip"], { body: "x".repeat(1000) }, true],
    [
      "not compressed if it is already encoded",
      ["Accept-Encoding: gzip"],
      { body: long, headers: { "content-encoding": "x" } },
      false,
    ],
  ])("is %s", async (_, headers, payload, compressed) => {
    const answer = await answerTo(payload, headers);
    expect(answer.values("content-encoding").includes("gzip")).toBe(compressed);
    expect(answer.values("content-length")).toEqual([String(answer.body.length)]);
    expect((compressed ? gunzipSync(answer.body) : answer.body).toString()).toBe(
      "body" in payload && payload.body,
    );
  });

  test("has no body for HEAD, and neither does the 404 for an unknown route", async () => {
    const routed = await rawRequest(api.port, "HEAD /api/v1/obey HTTP/1.1");
    expect([routed.status, routed.body.length]).toEqual([200, 0]);
    expect(Number(routed.values("content-length")[0])).toBeGreaterThan(100);
    const unrouted = await rawRequest(api.port, "HEAD /api/v1/hasty HTTP/1.1");
    expect([unrouted.status, unrouted.body.length]).toEqual([404, 0]);
  });
});

test("a MOCK responds to a preflight without calling a function", async () => {
  const answer = await rawRequest(api.port, "OPTIONS /api/v1/echo HTTP/1.1", ["Origin: https://a.org"]);
  expect([answer.status, answer.body.length]).toEqual([204, 0]);
  expect(answer.values("access-control-allow-origin")).toEqual(["*"]);
  expect(answer.values("access-control-allow-headers")).toEqual(["Authorization"]);
  expect(answer.values("access-control-max-age")).toEqual(["3600"]);
});

describe("a MOCK of an API that treats every content type as binary", () => {
  const preflight = async (mock: Partial<MockIntegration>, headers: string[] = []) => {
    const changed = await startEchoApi((each) => ({
      ...each,
      binaryMediaTypes: ["*/*"],
      routes: each.routes.map((route) =>
        route.integration.kind === "mock"
          ? { ...route, integration: { ...route.integration, ...mock } }
          : route,
      ),
    }));
    const answer = await rawRequest(changed.port, "OPTIONS /api/v1/echo HTTP/1.1", headers);
    await changed.close();
    return [answer.status, answer.body.length > 0 && JSON.parse(answer.body.toString()).kind];
  };
  const text = { convertsToText: true } as const;
  const never = { refusesOtherTypes: true } as const;

  test.each<[string, Partial<MockIntegration>, string[], [number, string | false]]>([
    ["fails if it does not convert the request to text", {}, [], [500, "API_CONFIGURATION_ERROR"]],
    ["responds if it converts the request to text", text, [], [204, false]],
    ["responds to JSON", text, ["Content-Type: application/json; charset=utf-8"], [204, false]],
    ["fails for another content type", text, ["Content-Type: text/plain"], [500, "API_CONFIGURATION_ERROR"]],
    [
      "returns 415 for another content type if it never passes content through",
      { ...text, ...never },
      ["Content-Type: text/plain"],
      [415, "UNSUPPORTED_MEDIA_TYPE"],
    ],
  ])("%s", async (_, mock, headers, expected) => {
    expect(await preflight(mock, headers)).toEqual(expected);
  });
});

describe("the template's gateway responses are returned for", () => {
  test.each<[string, () => Promise<RawAnswer>, number, string, string, string]>([
    [
      "an unknown path",
      () => rawRequest(api.port, "GET /api/v1/nothing HTTP/1.1"),
      404,
      "no-such-path",
      "MISSING_AUTHENTICATION_TOKEN",
      "Missing Authentication Token",
    ],
    [
      "an unknown method",
      () => rawRequest(api.port, "PUT /api/v1/obey HTTP/1.1"),
      404,
      "no-such-path",
      "MISSING_AUTHENTICATION_TOKEN",
      "Missing Authentication Token",
    ],
    [
      "the path of the stage alone",
      () => rawRequest(api.port, "GET /api HTTP/1.1"),
      404,
      "no-such-path",
      "MISSING_AUTHENTICATION_TOKEN",
      "Missing Authentication Token",
    ],
    [
      "a malformed path",
      () => rawRequest(api.port, "GET /api/v1/echo/%zz HTTP/1.1"),
      400,
      "refused",
      "BAD_REQUEST_PARAMETERS",
      "Bad Request",
    ],
    [
      "a body over 10 MB",
      () => rawRequest(api.port, "POST /api/v1/echo HTTP/1.1", [], Buffer.alloc(10 * 1024 * 1024 + 1)),
      413,
      "refused",
      "REQUEST_TOO_LARGE",
      "Request Too Long",
    ],
    [
      "an event over 6 MB",
      () => rawRequest(api.port, "POST /api/v1/echo HTTP/1.1", [], Buffer.alloc(7 * 1024 * 1024, 65)),
      413,
      "refused",
      "REQUEST_TOO_LARGE",
      "Request Too Long",
    ],
    [
      "an error of the function",
      () => obey({ error: "secret" }),
      502,
      "failed",
      "INTEGRATION_FAILURE",
      "Internal server error",
    ],
    [
      "a crash of the function",
      () => obey({ exit: true }),
      502,
      "failed",
      "INTEGRATION_FAILURE",
      "Internal server error",
    ],
    [
      "a response over 6 MB",
      () => obey({ text: "1234567" }),
      502,
      "failed",
      "INTEGRATION_FAILURE",
      "Internal server error",
    ],
    [
      "a slow function",
      () => obey({ delayMs: 2000, payload: {} }, "hasty"),
      504,
      "failed",
      "INTEGRATION_TIMEOUT",
      "Endpoint request timed out",
    ],
    [
      "a response of null",
      () => answerTo(null),
      502,
      "failed",
      "INTEGRATION_FAILURE",
      "Internal server error",
    ],
  ])("%s", async (_, request, status, type, kind, detail) => {
    const answer = await request();
    expect(answer.status).toBe(status);
    expect(answer.values("content-type")).toEqual(["application/problem+json"]);
    expect(answer.values("access-control-allow-origin")).toEqual(["*"]);
    const [instance] = answer.values("x-amzn-requestid");
    expect(JSON.parse(answer.body.toString())).toEqual({ type, detail, kind, instance });
  });

  test("an unknown path, with the type of the error", async () => {
    const answer = await rawRequest(api.port, "GET /api/v1/none?q HTTP/1.1", []);
    expect(answer.values("x-amzn-errortype")).toEqual(["MissingAuthenticationTokenException"]);
  });

  test.each<[string, unknown]>([
    ["a string", "hello"],
    ["a list", []],
    ["an unknown field", { statusCode: 200, cookies: [] }],
    ["a body that is not a string", { body: { a: 1 } }],
    ["a number as a header", { headers: { "X-Count": 1 } }],
    ["a line break in a header", { headers: { "X-Split": "a\r\nX-Evil: 1" } }],
    ["a header name with a space", { multiValueHeaders: { "X Y": ["1"] } }],
    ["a header list that is a string", { multiValueHeaders: { "X-Y": "1" } }],
    ["a status that is not a number", { statusCode: "many" }],
    ["an informational status", { statusCode: 100 }],
    ["a status above 599", { statusCode: 1000 }],
  ])("a malformed response of a function: %s", async (_, payload) => {
    const before = api.unusable.length;
    expect((await answerTo(payload)).status).toBe(502);
    expect(api.unusable.length).toBe(before + 1);
  });

  test("a function that the API's role may not call, with 500 and the reason in the log", async () => {
    const before = api.unusable.length;
    const answer = await rawRequest(api.port, "GET /api/v1/forbidden HTTP/1.1");
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.body.toString())).toMatchObject({
      type: "failed",
      kind: "API_CONFIGURATION_ERROR",
    });
    expect(api.unusable.slice(before)).toEqual([
      expect.stringMatching(/^Test-Forbidden\w+: The role of the API does not allow lambda:InvokeFunction/),
    ]);
  });

  test("a body whose Content-Length is too large, before the body is sent", async () => {
    const socket = connect(api.port, "127.0.0.1");
    socket.write(
      `POST /api/v1/echo HTTP/1.1\r\nHost: 127.0.0.1:${api.port}\r\nContent-Length: 99999999\r\n\r\n`,
    );
    const first = await new Promise<Buffer>((resolve) => socket.once("data", resolve));
    socket.destroy();
    expect(parseAnswer(first).status).toBe(413);
  });

  test("a chunked body as soon as it is too large", async () => {
    const socket = connect(api.port, "127.0.0.1");
    const answer = everything(socket);
    socket.write(
      `POST /api/v1/echo HTTP/1.1\r\nHost: 127.0.0.1:${api.port}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(0x100000), Buffer.from("\r\n")]);
    for (let i = 0; i < 11; i += 1) socket.write(chunk);
    socket.write("0\r\n\r\n");
    expect(parseAnswer(await answer).status).toBe(413);
  });
});

test.each([
  ["/_local/keys", "mounted"],
  ["/_local/deeper/x?y", "deeper"],
  ["/", "home"],
  ["/apix", "home"],
])("a mounted handler serves %s, which is outside the stage", async (path, body) => {
  expect((await rawRequest(api.port, `GET ${path} HTTP/1.1`)).body.toString()).toBe(body);
});

test("the gateway keeps working when clients disconnect early", async () => {
  const head = `POST /api/v1/obey HTTP/1.1\r\nHost: 127.0.0.1:${api.port}\r\nContent-Length: 40\r\n\r\n`;
  const whole = `{"delayMs":50,"payload":{"body":"late"}}`;
  for (const sent of [head, head + whole.slice(0, 10), head + whole]) {
    const socket = connect(api.port, "127.0.0.1");
    await new Promise<void>((resolve) => socket.write(sent, () => resolve()));
    await new Promise((resolve) => setTimeout(resolve, 20));
    socket.resetAndDestroy();
  }
  expect((await obey({ payload: { body: "well" }, delayMs: 100 })).body.toString()).toBe("well");
});

test("errors have API Gateway's default form if the template has no gateway responses", async () => {
  const plain = await startEchoApi((each) => ({ ...each, gatewayResponses: [] }));
  const answer = await rawRequest(plain.port, "GET /api/v1/nothing HTTP/1.1");
  const outside = await rawRequest(plain.port, "GET /nowhere HTTP/1.1");
  await plain.close();
  expect([answer.status, answer.body.toString()]).toEqual([
    403,
    `{"message":"Missing Authentication Token"}`,
  ]);
  expect(answer.values("content-type")).toEqual(["application/json"]);
  expect(outside.status).toBe(403);
});

test("a method returns 429 beyond its burst, without affecting other methods", async () => {
  const throttled = await startEchoApi((each) => ({ ...each, throttle: { ratePerSecond: 0.001, burst: 2 } }));
  const statuses: number[] = [];
  let last: RawAnswer | undefined;
  for (let i = 0; i < 3; i += 1) {
    last = await rawRequest(throttled.port, "GET /api/v1/echo HTTP/1.1");
    statuses.push(last.status);
  }
  const elsewhere = await rawRequest(throttled.port, "GET /api/v1/echo/me HTTP/1.1");
  await throttled.close();
  expect(elsewhere.status).toBe(200);
  expect(statuses).toEqual([200, 200, 429]);
  expect(JSON.parse(last?.body.toString() ?? "")).toMatchObject({
    type: "refused",
    kind: "THROTTLED",
    detail: "Too Many Requests",
  });
});
