import { beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";

const api = openApi();
let token: string;
let etag: string;
beforeAll(async () => {
  token = (await api.userWith("admin")).token;
  etag = (await api.call("GET", "/users/me", { token })).headers.get("etag") ?? "";
});

type Request = { method?: string; path: string; headers?: () => Record<string, string>; body?: string };

const json = { "Content-Type": "application/json" };
const signedIn = () => ({ ...json, Authorization: `Bearer ${token}` });
const sized = (bytes: number) => JSON.stringify(["x".repeat(bytes)]);

// Functions return some of these responses, and API Gateway returns the others. In all other tests,
// test/support/api/api.ts checks these headers.
const requests: readonly (Request & { what: string; status: number })[] = [
  { what: "a successful response", path: "/health", status: 200 },
  {
    what: "a 304 response",
    path: "/users/me",
    headers: () => ({ ...signedIn(), "If-None-Match": etag }),
    status: 304,
  },
  { what: "the response to a call without a credential", path: "/users/me", status: 401 },
  { what: "the response to an unknown path", path: "/nothing", status: 404 },
  { what: "the response to an unknown method", method: "DELETE", path: "/health", status: 404 },
  {
    what: "the response to a body that is too large for a function",
    method: "POST",
    path: "/annotations/batch",
    headers: signedIn,
    body: sized(7_000_000),
    status: 413,
  },
  {
    what: "the response to a body that is too large for API Gateway",
    method: "POST",
    path: "/annotations/batch",
    headers: signedIn,
    body: sized(11_000_000),
    status: 413,
  },
];

describe("headers against sniffing, plain HTTP and caching", () => {
  test.each(requests)("are on $what", async ({ method = "GET", path, headers, body, status }) => {
    const answer = await fetch(`${api.origin}/api/v1${path}`, {
      method,
      headers: headers?.() ?? {},
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("strict-transport-security")).toBe("max-age=63072000");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("cache-control")).toBe("private, no-cache");
    if (status >= 400) {
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(await answer.json()).toMatchObject({ status });
    }
  });
});

test("a body of 4 MB reaches its endpoint, which validates it", async () => {
  const answer = await api.call("POST", "/capturesources", {
    token,
    body: { name: "x".repeat(4_000_000), location: "1,2", camera_hardware: "" },
  });
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ pointer: "/body/name" }] } });
});
