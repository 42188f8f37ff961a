import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type EchoApi, startEchoApi } from "./echo-api.ts";
import { rawRequest } from "./raw-http.ts";

let api: EchoApi;
beforeAll(async () => {
  api = await startEchoApi();
});
afterAll(async () => await api.close());

const characters = (max: number) =>
  fc.string({
    unit: fc
      .integer({ min: 0x21, max })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
    maxLength: 40,
  });
/** Characters that Node allows in a path (Node itself returns 400 for others) and in a header value. */
const text = characters(0x7e);
const value = characters(0xff);
const step = fc.oneof(
  text,
  fc.constantFrom("v1", "echo", "files", "me", "%", "%2F", "%zz", "%C3%28", "..", "", "?", "#", "__proto__"),
);
const path = fc.array(step, { maxLength: 6 }).map((steps) => `/${steps.join("/")}`);
const headerName = fc
  .stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,20}$/)
  .filter(
    (name) =>
      !/^(host|connection|content-length|transfer-encoding|expect|upgrade|trailer|te|keep-alive|proxy-connection|__proto__)$/i.test(
        name,
      ),
  );
const header = fc.tuple(headerName, value).map((parts) => parts.join(": "));
const method = fc.constantFrom(
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "HEAD",
  "TRACE",
  "PROPFIND",
);

test("the gateway or the function responds to any path, query, headers and body", async () => {
  await fc.assert(
    fc.asyncProperty(
      method,
      fc.constantFrom("/api", "/api/v1", "/api/v1/echo", "/api/v1/files", ""),
      path,
      fc.array(header, { maxLength: 5 }),
      fc.uint8Array({ maxLength: 50 }),
      async (verb, prefix, rest, headers, body) => {
        const answer = await rawRequest(
          api.port,
          `${verb} ${prefix}${rest} HTTP/1.1`,
          headers,
          Buffer.from(body),
        );
        expect([200, 204, 400, 404]).toContain(answer.status);
        expect(answer.values("x-amzn-requestid")).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
      },
    ),
    { numRuns: 400 },
  );
}, 60_000);

test("the gateway still works after these 400 requests", async () => {
  expect((await rawRequest(api.port, "GET /api/v1/echo HTTP/1.1")).status).toBe(200);
  expect(api.unusable).toEqual([]);
});
