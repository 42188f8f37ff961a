import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCorsRules } from "../../../local/s3/cors.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "./s3-under-test.ts";

const corsConfiguration = {
  CorsRules: [
    {
      Id: "app",
      AllowedOrigins: ["https://*.example.org", "http://localhost:5173", "https://ab*ba.test"],
      AllowedMethods: ["GET", "PUT"],
      AllowedHeaders: ["content-*"],
      ExposedHeaders: ["ETag"],
      MaxAge: 600,
    },
    { AllowedOrigins: ["*"], AllowedMethods: ["HEAD"] },
  ],
};

let s3: S3UnderTest;
let url: string;
beforeAll(async () => {
  s3 = await startS3UnderTest({ corsConfiguration });
  await s3.client.send(new PutObjectCommand({ Bucket: BUCKET, Key: "k", Body: "x" }));
  url = await getSignedUrl(s3.client, new GetObjectCommand({ Bucket: BUCKET, Key: "k" }));
});
afterAll(() => s3.stop());

const preflight = (origin: string, method: string, headers?: string) =>
  fetch(url, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": method,
      ...(headers !== undefined && { "access-control-request-headers": headers }),
    },
  });

describe("a preflight", () => {
  test.each([
    ["a named origin", "http://localhost:5173", "PUT", "content-type"],
    ["an origin that matches a wildcard", "https://a.example.org", "GET", undefined],
    ["any origin when all are allowed", "http://evil.example", "HEAD", undefined],
  ])("is allowed for %s", async (_, origin, method, headers) => {
    const response = await preflight(origin, method, headers);
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe(method === "HEAD" ? "*" : origin);
    expect(response.headers.get("access-control-allow-methods")).toContain(method);
    expect(response.headers.get("access-control-allow-headers")).toBe(headers ?? null);
  });

  test.each([
    ["another origin", "http://evil.example", "GET", undefined],
    ["an origin that only ends like an allowed one", "https://evilexample.org", "GET", undefined],
    [
      "an origin that matches both ends of a wildcard only by overlapping",
      "https://aba.test",
      "GET",
      undefined,
    ],
    ["another method", "http://localhost:5173", "DELETE", undefined],
    ["another header", "http://localhost:5173", "PUT", "content-type, x-amz-acl"],
  ])("is rejected for %s", async (_, origin, method, headers) => {
    const response = await preflight(origin, method, headers);
    expect(response.status).toBe(403);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("a web page", () => {
  test("of an allowed origin may read objects and errors", async () => {
    const headers = { origin: "https://a.example.org" };
    for (const [address, status] of [
      [url, 200],
      [url.replace("Signature=", "Signature=0"), 403],
      [url.replace("/k?", `/${"k".repeat(1025)}?`), 400],
      [url.replace("/k?", "/%ff?"), 400],
    ] as const) {
      const response = await fetch(address, { headers });
      expect(response.status).toBe(status);
      expect(response.headers.get("access-control-allow-origin")).toBe("https://a.example.org");
      expect(response.headers.get("access-control-expose-headers")).toBe("ETag");
      expect(response.headers.get("vary")).toContain("Origin");
    }
  });

  test("of another origin gets no CORS headers", async () => {
    const response = await fetch(url, { headers: { origin: "http://evil.example" } });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });
});

test("reads no rules without a configuration, and rejects an invalid configuration", () => {
  expect(readCorsRules(undefined)).toEqual([]);
  expect(() =>
    readCorsRules({ CorsRules: [{ AllowedMethods: ["PATCH"], AllowedOrigins: ["*"] }] }),
  ).toThrow();
});
