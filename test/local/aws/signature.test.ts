import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HttpRequest } from "../../../local/aws/http-request.ts";
import { sha256Hex, verifySignature } from "../../../local/aws/signature.ts";

/** The caller of the examples in the S3 API Reference, "Signature calculations for the Authorization header". */
const principal = {
  name: "example",
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  statements: [],
};
const SIGNED_MS = Date.UTC(2013, 4, 24);
const EMPTY = sha256Hex("");
const SCOPE = "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request";

const getRange: HttpRequest = {
  method: "GET",
  url: "/test.txt",
  headers: {
    host: "examplebucket.s3.amazonaws.com",
    range: "bytes=0-9",
    "x-amz-content-sha256": EMPTY,
    "x-amz-date": "20130524T000000Z",
    authorization:
      `AWS4-HMAC-SHA256 Credential=${SCOPE},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,` +
      "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
};
const PUT_HASH = "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072";
const putObject: HttpRequest = {
  method: "PUT",
  url: "/test%24file.text",
  headers: {
    host: "examplebucket.s3.amazonaws.com",
    date: "Fri, 24 May 2013 00:00:00 GMT",
    "x-amz-content-sha256": PUT_HASH,
    "x-amz-date": "20130524T000000Z",
    "x-amz-storage-class": "REDUCED_REDUNDANCY",
    authorization:
      `AWS4-HMAC-SHA256 Credential=${SCOPE}, ` +
      "SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class, " +
      "Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  },
};
const lifecycle: HttpRequest = {
  method: "GET",
  url: "/?lifecycle",
  headers: {
    host: "examplebucket.s3.amazonaws.com",
    "x-amz-content-sha256": EMPTY,
    "x-amz-date": "20130524T000000Z",
    authorization:
      `AWS4-HMAC-SHA256 Credential=${SCOPE},SignedHeaders=host;x-amz-content-sha256;x-amz-date,` +
      "Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  },
};
const list: HttpRequest = {
  method: "GET",
  url: "/?prefix=J&max-keys=2",
  headers: {
    ...lifecycle.headers,
    authorization:
      `AWS4-HMAC-SHA256 Credential=${SCOPE},SignedHeaders=host;x-amz-content-sha256;x-amz-date,` +
      "Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  },
};
const presigned: HttpRequest = {
  method: "GET",
  url:
    `/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${encodeURIComponent(SCOPE)}` +
    "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host" +
    "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
  headers: { host: "examplebucket.s3.amazonaws.com" },
};

const verify = (request: HttpRequest, payloadHash: string, nowMs = SIGNED_MS) =>
  verifySignature({
    request,
    service: "s3",
    payloadHash,
    principalOf: (id) => (id === principal.accessKeyId ? principal : undefined),
    nowMs,
  });

const withHeaders = (request: HttpRequest, headers: HttpRequest["headers"]): HttpRequest => ({
  ...request,
  headers: { ...request.headers, ...headers },
});
const withQuery = (change: (query: string) => string): HttpRequest => ({
  ...presigned,
  url: change(presigned.url ?? ""),
});
const resigned = (change: (authorization: string) => string): HttpRequest =>
  withHeaders(getRange, { authorization: change(getRange.headers.authorization ?? "") });

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe("verifySignature accepts AWS's own example:", () => {
  test.each([
    ["GET with a range", getRange, EMPTY],
    ["PUT with an encoded path", putObject, PUT_HASH],
    ["GET of a subresource without a value", lifecycle, EMPTY],
    ["GET with a query", list, EMPTY],
    ["a presigned GET", presigned, "UNSIGNED-PAYLOAD"],
  ])("%s", (_, request, payloadHash) => {
    expect(verify(request, payloadHash).principal).toBe(principal);
  });
});

describe("verifySignature rejects", () => {
  test.each([
    ["another method", { ...getRange, method: "PUT" }, "mismatch"],
    ["another path", { ...getRange, url: "/test.txtx" }, "mismatch"],
    ["another query", { ...getRange, url: "/test.txt?x=1" }, "mismatch"],
    ["another value of a signed header", withHeaders(getRange, { range: "bytes=0-10" }), "mismatch"],
    ["another host", withHeaders(getRange, { host: "other" }), "mismatch"],
    ["another signature", resigned((a) => a.replace("f0e8", "f0e9")), "mismatch"],
    ["a shorter signature", resigned((a) => a.slice(0, -1)), "mismatch"],
    ["another region", resigned((a) => a.replace("us-east-1", "us-east-2")), "mismatch"],
    ["an unsigned x-amz header", withHeaders(getRange, { "x-amz-acl": "x" }), "unsigned header"],
    ["an unknown key", resigned((a) => a.replace("AKIA", "AKIB")), "unknown key"],
    ["another service", resigned((a) => a.replace("/s3/", "/dynamodb/")), "malformed"],
    ["another algorithm", resigned((a) => a.replace("SHA256", "SHA1")), "malformed"],
    ["a credential scope of another day", resigned((a) => a.replace("20130524", "20130523")), "malformed"],
    ["an unsigned host", resigned((a) => a.replace("host;", "")), "malformed"],
    ["no signature", resigned((a) => a.replace(/,Signature.*/, "")), "malformed"],
    ["another authentication scheme", resigned(() => "Bearer x"), "malformed"],
    ["two signatures", { ...getRange, url: presigned.url }, "malformed"],
    ["no authentication", { ...presigned, url: "/test.txt" }, "missing"],
    ["another path in a presigned URL", withQuery((q) => q.replace("test.txt", "test.tx")), "mismatch"],
    ["an added parameter in a presigned URL", withQuery((q) => `${q}&response-content-type=x`), "mismatch"],
    ["a longer lifetime than was signed", withQuery((q) => q.replace("86400", "86401")), "mismatch"],
    ["a lifetime of 0 seconds", withQuery((q) => q.replace("86400", "0")), "malformed"],
    ["a lifetime of more than a week", withQuery((q) => q.replace("86400", "604801")), "malformed"],
    ["a lifetime that is not a number", withQuery((q) => q.replace("86400", "1e3")), "malformed"],
    ["invalid percent encoding", withQuery((q) => `${q}&a=%ff`), "malformed"],
  ])("%s", (_, request, problem) => {
    const payloadHash = request.headers.authorization === undefined ? "UNSIGNED-PAYLOAD" : EMPTY;
    expect(() => verify(request, payloadHash)).toThrow(expect.objectContaining({ problem }));
  });

  test("another body", () => {
    expect(() => verify(getRange, sha256Hex("x"))).toThrow(expect.objectContaining({ problem: "mismatch" }));
  });
});

describe("the check of the signing time", () => {
  test.each([
    ["accepts a header that is 15 minutes old", getRange, EMPTY, 15 * MINUTE_MS],
    ["accepts a header that is 15 minutes early", getRange, EMPTY, -15 * MINUTE_MS],
    ["accepts a URL in its last millisecond", presigned, "UNSIGNED-PAYLOAD", DAY_MS - 1],
    ["accepts a URL that is 15 minutes early", presigned, "UNSIGNED-PAYLOAD", -15 * MINUTE_MS],
  ])("%s", (_, request, payloadHash, afterMs) => {
    expect(verify(request, payloadHash, SIGNED_MS + afterMs).principal).toBe(principal);
  });

  test.each([
    ["rejects a header that is too old", getRange, 15 * MINUTE_MS + 1, "skewed"],
    ["rejects a header that is too early", getRange, -15 * MINUTE_MS - 1, "skewed"],
    ["rejects an expired URL", presigned, DAY_MS, "expired"],
    ["rejects a URL that is too early", presigned, -15 * MINUTE_MS - 1, "skewed"],
    ["rejects an invalid date", withHeaders(getRange, { "x-amz-date": "20130524T99" }), 0, "malformed"],
  ])("%s", (_, request, afterMs, problem) => {
    expect(() => verify(request, EMPTY, SIGNED_MS + afterMs)).toThrow(expect.objectContaining({ problem }));
  });
});

test("accepts any URL that the SDK presigns, and rejects it when one character is changed", async () => {
  const client = new S3Client({
    endpoint: "http://127.0.0.1:9000",
    region: "us-east-1",
    forcePathStyle: true,
    credentials: principal,
  });
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(text, text, fc.nat(), async (key, type, position) => {
      const command = new GetObjectCommand({ Bucket: "b", Key: key, ResponseContentType: type });
      const signed = await getSignedUrl(client, command, { signingDate: new Date(SIGNED_MS) });
      const url = signed.slice("http://127.0.0.1:9000".length);
      const request = { method: "GET", url, headers: { host: "127.0.0.1:9000" } };
      expect(verify(request, "UNSIGNED-PAYLOAD").principal).toBe(principal);

      const at = 1 + (position % (url.length - 1));
      const changed = url.slice(0, at) + (url[at] === "7" ? "8" : "7") + url.slice(at + 1);
      // The changed URL can encode the same text: %2F and %2f are the same character.
      fc.pre(!sameRequest(url, changed));
      expect(() => verify({ ...request, url: changed }, "UNSIGNED-PAYLOAD")).toThrow();
    }),
    { numRuns: 60 },
  );
});

function sameRequest(a: string, b: string): boolean {
  try {
    return decodeURIComponent(a) === decodeURIComponent(b);
  } catch {
    return false;
  }
}
