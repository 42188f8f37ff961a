import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { describe, expect, inject, test } from "vitest";
import { endpoints } from "../../lib/endpoints.ts";
import { openApi } from "../support/api/api.ts";

const api = openApi();
const { origin } = inject("service");

describe("a browser on another origin", () => {
  const paths = [...new Set(endpoints.map(({ contract }) => contract.path))];

  const unknown = ["/nothing", "/species/1/nothing", "/users/me/more"];

  test.each([...paths, ...unknown])("gets a response to its CORS preflight for %s", async (path) => {
    const answer = await fetch(`${origin}/api/v1${path.replace(/\{\w+\}/g, "x")}`, {
      method: "OPTIONS",
      headers: {
        Origin: "https://app.example",
        "Access-Control-Request-Method": "PATCH",
        "Access-Control-Request-Headers": "authorization,content-type,if-match,idempotency-key",
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-methods")).toContain("PATCH");
    for (const name of ["Authorization", "Content-Type", "If-Match", "Idempotency-Key"]) {
      expect(answer.headers.get("access-control-allow-headers")).toContain(name);
    }
    // A wildcard is safe without credentials, because a page can only use its own token.
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  });

  test("may read the headers that clients need, in successful responses and in error responses", async () => {
    for (const { headers } of [await api.call("GET", "/health"), await api.call("GET", "/users/me")]) {
      for (const name of [
        "ETag",
        "Link",
        "Location",
        "Retry-After",
        "Idempotent-Replayed",
        "x-amzn-RequestId",
      ]) {
        expect(headers.get("access-control-expose-headers")).toContain(name);
      }
    }
  });

  test("gets headers that forbid media type sniffing and shared caches", async () => {
    const { headers } = await api.call("GET", "/health");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cache-control")).toBe("private, no-cache");
    expect(headers.get("vary")).toContain("Authorization");
  });
});

test("a long response is compressed for a caller that accepts gzip", async () => {
  const { token } = await api.userWith("curator");
  const body = { name: "x", location: "1,2", camera_hardware: "long ".repeat(200) };
  const { id } = (await api.call("POST", "/capturesources", { token, body })).body;
  const { encoding, bytes } = await new Promise<{ encoding: string | undefined; bytes: Buffer }>(
    (resolve, reject) => {
      const headers = { Authorization: `Bearer ${token}`, "Accept-Encoding": "gzip" };
      request(`${origin}/api/v1/capturesources/${id}`, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ encoding: response.headers["content-encoding"], bytes: Buffer.concat(chunks) }),
        );
      })
        .on("error", reject)
        .end();
    },
  );
  expect(encoding).toBe("gzip");
  expect(JSON.parse(gunzipSync(bytes).toString())).toEqual({ id, ...body });
});
