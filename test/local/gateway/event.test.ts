import type { APIGatewayProxyEvent } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EchoApi, startEchoApi } from "./echo-api.ts";
import { type RawAnswer, rawRequest } from "./raw-http.ts";

let api: EchoApi;
beforeAll(async () => {
  api = await startEchoApi();
});
afterAll(async () => await api.close());

/** Sends a request and returns the event that the function received. */
async function eventOf(
  requestLine: string,
  headers: string[] = [],
  body: Buffer | string = "",
): Promise<APIGatewayProxyEvent & { answer: RawAnswer }> {
  const answer = await rawRequest(api.port, `${requestLine} HTTP/1.1`, headers, body);
  expect(answer.status).toBe(200);
  return { ...JSON.parse(answer.body.toString()), answer };
}

test("the event's path leaves out the stage, but the path in its request context includes it", async () => {
  const event = await eventOf("GET /api/v1/echo/me?x=1");
  expect(event).toMatchObject({
    resource: "/v1/echo/me",
    path: "/v1/echo/me",
    httpMethod: "GET",
    pathParameters: null,
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
    requestContext: {
      accountId: "000000000000",
      domainName: "127.0.0.1",
      httpMethod: "GET",
      path: "/api/v1/echo/me",
      protocol: "HTTP/1.1",
      resourcePath: "/v1/echo/me",
      stage: "api",
      identity: { sourceIp: "127.0.0.1", userAgent: null },
      requestTime: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
    },
  });
  expect(Math.abs(event.requestContext.requestTimeEpoch - Date.now())).toBeLessThan(60_000);
});

test("the response has the request id of the event's context, which is new for each request", async () => {
  const first = await eventOf("GET /api/v1/echo");
  const second = await eventOf("GET /api/v1/echo");
  expect(first.answer.values("x-amzn-requestid")).toEqual([first.requestContext.requestId]);
  expect(first.answer.values("x-amz-apigw-id")).toEqual([first.requestContext.extendedRequestId]);
  expect(second.requestContext.requestId).not.toBe(first.requestContext.requestId);
});

describe("the event has decoded path parameters and the path as sent, for", () => {
  test.each([
    ["/v1/echo/a%20b%2Fc", { id: "a b/c" }],
    ["/v1/echo/%C3%BC+", { id: "ü+" }],
    ["/v1/files/a/b%20c/", { proxy: "a/b c" }],
    ["/v1/echo/%2e%2e", { id: ".." }],
  ])("%s", async (path, pathParameters) => {
    const event = await eventOf(`GET /api${path}`);
    expect(event).toMatchObject({ path, pathParameters });
  });
});

test.each([
  ["", null, null],
  ["?", null, null],
  ["?a=1&a=2&b=", { a: "2", b: "" }, { a: ["1", "2"], b: [""] }],
  ["?a%20b=c+d%2B&%C3%BC", { "a b": "c d+", ü: "" }, { "a b": ["c d+"], ü: [""] }],
  ["?a=%&b=%zz", { a: "%", b: "%zz" }, { a: ["%"], b: ["%zz"] }],
  [
    "?__proto__=1&A=2&a=3",
    { ["__proto__"]: "1", A: "2", a: "3" },
    { ["__proto__"]: ["1"], A: ["2"], a: ["3"] },
  ],
  ["?a=b?c=d", { a: "b?c=d" }, { a: ["b?c=d"] }],
])(
  "decodes the query %s, with the last value of a repeated key in the single-value map",
  async (query, single, multiple) => {
    const event = await eventOf(`GET /api/v1/echo${query}`);
    expect(event.queryStringParameters).toEqual(single);
    expect(event.multiValueQueryStringParameters).toEqual(multiple);
  },
);

test("keeps the spelling of header names, and puts the last value of a repeated header into the single-value map", async () => {
  const event = await eventOf("GET /api/v1/echo", [
    "X-Trace: 1",
    "x-lower: a",
    "x-trace: 2",
    "Keep-Alive: 5",
    "TE: trailers",
  ]);
  expect(event.headers).toEqual({
    Host: `127.0.0.1:${api.port}`,
    "X-Trace": "2",
    "x-lower": "a",
    "X-Forwarded-For": "127.0.0.1",
    "X-Forwarded-Port": String(api.port),
    "X-Forwarded-Proto": "http",
  });
  expect(event.multiValueHeaders["X-Trace"]).toEqual(["1", "2"]);
  expect(Object.keys(event.multiValueHeaders)).toEqual(Object.keys(event.headers));
});

test("ignores the client's X-Forwarded-Proto, and appends the client's address to X-Forwarded-For", async () => {
  const event = await eventOf("GET /api/v1/echo", ["x-forwarded-for: 1.2.3.4", "X-Forwarded-Proto: https"]);
  expect(event.headers).toMatchObject({
    "X-Forwarded-For": "1.2.3.4, 127.0.0.1",
    "X-Forwarded-Proto": "http",
  });
});

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]);
test.each<[string, string[], Buffer | string, string | null, boolean]>([
  ["null without a body", [], "", null, false],
  ["the text of a JSON body", ["Content-Type: application/json"], `{"a":"ü"}`, `{"a":"ü"}`, false],
  ["the text of a body without a content type", [], "plain", "plain", false],
  ["base64 for a binary content type", ["Content-Type: image/png"], png, png.toString("base64"), true],
  ["null for a binary content type without a body", ["Content-Type: image/png"], "", null, false],
  [
    "decoded as UTF-8 for bytes of a content type that is not binary",
    ["Content-Type: application/json"],
    png,
    png.toString("utf8"),
    false,
  ],
])("the event's body is %s", async (_, headers, body, expected, isBase64Encoded) => {
  const event = await eventOf("POST /api/v1/echo", headers, body);
  expect(event).toMatchObject({ body: expected, isBase64Encoded });
});

test("reads a chunked body completely", async () => {
  const chunked = "3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n";
  const answer = await rawRequest(api.port, "POST /api/v1/echo HTTP/1.1", [
    "Transfer-Encoding: chunked",
    "",
    chunked,
  ]);
  expect(JSON.parse(answer.body.toString()).body).toBe("abcdefg");
});
