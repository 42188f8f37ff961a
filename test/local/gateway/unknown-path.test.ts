import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gatewayHandler } from "../../../local/gateway/gateway.ts";
import { gatewayAnswer } from "../../../local/gateway/gateway-error.ts";
import { type LoopbackServer, listenLoopback } from "../../../local/http/loopback-server.ts";
import { loadStack } from "../../../local/template/load-stack.ts";
import type { RestApi } from "../../../local/template/rest-api.ts";
import { synthesised } from "../../lib/synthesised.ts";
import { chromium, openPage } from "../../support/chromium.ts";

/** The API of the service's template. No request of these tests reaches a function. */
const { outdir, remove } = synthesised();
const { api, accountId } = loadStack(outdir, "WildlifeAnnotation", {
  OidcIssuer: "https://issuer.example",
  OidcAudience: "x",
});

function serve(served: RestApi): Promise<LoopbackServer> {
  const handler = gatewayHandler({
    api: served,
    accountId,
    invoke: async (functionName) => {
      throw new Error(`${functionName} was called`);
    },
    onUnusable: () => undefined,
  });
  return listenLoopback({ port: 0, handler });
}

let service: LoopbackServer;
beforeAll(async () => {
  service = await serve(api);
});
afterAll(async () => {
  await service.close();
  remove();
});

const requests: [string, string, string][] = [
  ["an unknown path", "GET", "/api/v1/nothing"],
  ["an unknown path below a record", "GET", "/api/v1/species/12/nothing"],
  ["an unknown path below an unknown path", "POST", "/api/v1/nothing/12/more"],
  ["an unknown path with a slash at the end", "GET", "/api/v1/nothing/"],
  ["a path without its version", "GET", "/api/annotations"],
  ["the version alone", "GET", "/api/v1"],
  ["the stage alone", "GET", "/api"],
  ["a known path with an unknown method", "PUT", "/api/v1/species"],
  ["a known path with an unknown method and a slash at the end", "PUT", "/api/v1/species/"],
];

const isProblem = (answer: { status: number; type: string | null; body: unknown }) => {
  expect(answer).toMatchObject({ status: 404, type: "application/problem+json" });
  expect(answer.body).toMatchObject({ type: "not-found", status: 404, instance: expect.any(String) });
};

describe.each(requests)("a request for %s from a page of another origin", (_, method, path) => {
  test("is allowed by its preflight", async () => {
    const answer = await fetch(service.origin + path, {
      method: "OPTIONS",
      headers: {
        Origin: "https://app.example",
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,content-type",
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-methods")).toContain(method);
    expect(answer.headers.get("access-control-allow-headers")).toMatch(/Authorization.*Content-Type/);
  });

  test("gets a 404 problem with CORS headers", async () => {
    const answer = await fetch(service.origin + path, {
      method,
      headers: { Origin: "https://app.example", Authorization: "Bearer x", "Content-Type": "text/csv" },
      ...(method === "GET" ? {} : { body: "a,b" }),
    });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-expose-headers")).toContain("x-amzn-RequestId");
    const type = answer.headers.get("content-type");
    isProblem({ status: answer.status, type, body: await answer.json() });
  });
});

// AWS does not document which of these types it returns for a Bearer token at an unknown path.
test.each([
  "MISSING_AUTHENTICATION_TOKEN",
  "INVALID_SIGNATURE",
  "EXPIRED_TOKEN",
  "ACCESS_DENIED",
  "RESOURCE_NOT_FOUND",
])("returns %s of API Gateway as a 404 problem with CORS headers", (responseType) => {
  const error = { responseType, status: 403, message: "'x' not a valid key=value pair", errorType: "x" };
  const context = { requestId: "7" } as unknown as Parameters<typeof gatewayAnswer>[2];
  const { status, headers, body } = gatewayAnswer(error, api.gatewayResponses, context);
  isProblem({ status, type: headers["Content-Type"]?.[0] ?? null, body: JSON.parse(body.toString()) });
  expect(headers["Access-Control-Allow-Origin"]).toEqual(["*"]);
});

describe.skipIf(chromium === undefined)("in a browser (skipped where no Chromium is installed)", () => {
  let page: Awaited<ReturnType<typeof openPage>>;
  let elsewhere: LoopbackServer;
  beforeAll(async () => {
    const handler = (_: unknown, response: { end: (text: string) => void }) =>
      response.end("<h1>Elsewhere</h1>");
    elsewhere = await listenLoopback({ port: 0, handler });
    page = await openPage(chromium ?? "");
    await page.goTo(elsewhere.origin);
    await page.until("document.querySelector('h1') !== null");
  });
  afterAll(async () => {
    await page.close();
    await elsewhere.close();
  });

  test.each(requests)("a script of another origin can read the problem of %s", async (_, method, path) => {
    const options = JSON.stringify({ method, headers: { Authorization: "Bearer x" } });
    const script = `fetch("${service.origin}${path}", ${options}).then(async (answer) => ({
      status: answer.status, type: answer.headers.get("content-type"), body: await answer.json() }))`;
    isProblem(await page.evaluate(script));
  });
});
