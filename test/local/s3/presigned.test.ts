import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERYTHING } from "../../../local/aws/principals.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "./s3-under-test.ts";

const Bucket = BUCKET;
const KEY = "a/b c+ü&%.txt";
const BODY = Buffer.from("the quick brown fox");

let s3: S3UnderTest;
/** Client that signs as the service does: without a checksum of the body, which is not known yet. */
let signer: S3Client;
beforeAll(async () => {
  s3 = await startS3UnderTest();
  signer = s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
  await signer.send(new PutObjectCommand({ Bucket, Key: KEY, Body: BODY, ContentType: "text/plain" }));
});
afterAll(() => s3.stop());

const urlToGet = (more: object = {}, expiresIn = 60, client = signer) =>
  getSignedUrl(client, new GetObjectCommand({ Bucket, Key: KEY, ...more }), { expiresIn });

const urlToPut = (input: Partial<PutObjectCommandInput>, signed: string[] = [], client = signer) =>
  getSignedUrl(client, new PutObjectCommand({ Bucket, Key: "put", ...input }), {
    expiresIn: 60,
    signableHeaders: new Set(["host", ...signed]),
  });

async function codeOf(response: Response): Promise<string | undefined> {
  return /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
}

describe("a presigned GET", () => {
  test("returns the object or a range of it", async () => {
    const url = await urlToGet();
    const whole = await fetch(url);
    expect(whole.headers.get("content-type")).toBe("text/plain");
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(BODY);
    const part = await fetch(url, { headers: { range: "bytes=4-8" } });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe("quick");
  });

  test.each([
    ["in ASCII", 'inline; filename="a.pdf"'],
    ["in ISO-8859-1", 'inline; filename="é ÿ.pdf"'],
    ["in percent-encoded UTF-8", "attachment; filename*=UTF-8''%E7%8B%90.mp4"],
  ])("takes a Content-Disposition %s from its query", async (_, ResponseContentDisposition) => {
    const response = await fetch(
      await urlToGet({ ResponseContentDisposition, ResponseContentType: "video/mp4" }),
    );
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toBe(ResponseContentDisposition);
    expect(response.headers.get("content-type")).toBe("video/mp4");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(BODY);
  });

  test.each([
    ["with characters outside ISO-8859-1", 'inline; filename="狐.mp4"'],
    ["with a line break", "inline\r\nset-cookie: a=b"],
  ])("rejects a Content-Disposition %s, as S3 does", async (_, ResponseContentDisposition) => {
    const response = await fetch(await urlToGet({ ResponseContentDisposition }));
    expect(response.status).toBe(400);
    expect(await codeOf(response)).toBe("InvalidArgument");
  });

  test.each([
    ["another path", (url: string) => url.replace("/b%20c", "/b%20d"), "SignatureDoesNotMatch"],
    [
      "another signature",
      (url: string) => url.replace(/Signature=.{4}/, "Signature=zzzz"),
      "SignatureDoesNotMatch",
    ],
    ["a longer lifetime", (url: string) => url.replace("Expires=60", "Expires=600"), "SignatureDoesNotMatch"],
    [
      "an added response header",
      (url: string) => `${url}&response-content-type=text/html`,
      "SignatureDoesNotMatch",
    ],
    [
      "a lifetime of more than a week",
      (url: string) => url.replace("Expires=60", "Expires=604801"),
      "AuthorizationHeaderMalformed",
    ],
    ["no signature", (url: string) => url.replace(/X-Amz-Signature=[^&]*/, ""), "AccessDenied"],
  ])("with %s is rejected", async (_, change, code) => {
    expect(await codeOf(await fetch(change(await urlToGet())))).toBe(code);
  });

  test("does not allow HEAD or PUT", async () => {
    const url = await urlToGet();
    expect((await fetch(url, { method: "HEAD" })).status).toBe(403);
    expect((await fetch(url, { method: "PUT", body: "x" })).status).toBe(403);
  });

  test("is valid until it expires", async () => {
    const signedAgo = (seconds: number) =>
      getSignedUrl(signer, new GetObjectCommand({ Bucket, Key: KEY }), {
        expiresIn: 60,
        signingDate: new Date(Date.now() - seconds * 1000),
      });
    expect((await fetch(await signedAgo(30))).status).toBe(200);
    const expired = await fetch(await signedAgo(61));
    expect(expired.status).toBe(403);
    expect(await expired.text()).toContain("Request has expired");
  });

  test("has only the permissions of its signer", async () => {
    const only = (prefix: string) =>
      s3.clientWith([
        { effect: "Allow", actions: ["s3:GetObject"], resources: [`arn:aws:s3:::${BUCKET}/${prefix}*`] },
      ]);
    expect((await fetch(await urlToGet({}, 60, only("a/")))).status).toBe(200);
    expect((await fetch(await urlToGet({}, 60, only("b/")))).status).toBe(403);
  });
});

describe("a presigned PUT", () => {
  const signed = ["content-type", "content-length"];
  const png = { ContentType: "image/png", ContentLength: BODY.length };

  test("stores a body of the signed type and length", async () => {
    const url = await urlToPut(png, signed);
    const response = await fetch(url, {
      method: "PUT",
      body: BODY,
      headers: { "content-type": "image/png" },
    });
    expect(response.status).toBe(200);
    const head = await signer.send(new HeadObjectCommand({ Bucket, Key: "put" }));
    expect(head).toMatchObject({ ContentType: "image/png", ContentLength: BODY.length });
  });

  test.each([
    ["another type than signed", BODY, "image/gif"],
    ["no type", BODY, undefined],
    ["fewer bytes than signed", BODY.subarray(1), "image/png"],
    ["more bytes than signed", Buffer.concat([BODY, BODY]), "image/png"],
  ])("with %s is rejected", async (_, body, type) => {
    const url = await urlToPut({ ...png, Key: "refused" }, signed);
    const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
    const response = await fetch(url, { method: "PUT", body, headers });
    expect(response.status).toBe(403);
    expect(await codeOf(response)).toBe("SignatureDoesNotMatch");
    await expect(signer.send(new HeadObjectCommand({ Bucket, Key: "refused" }))).rejects.toThrow();
  });

  test("without a length is rejected", async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(BODY);
        controller.close();
      },
    });
    const response = await fetch(await urlToPut({}), { method: "PUT", body, duplex: "half" });
    expect(response.status).toBe(411);
  });

  test.each(["x-amz-acl", "x-amz-meta-added", "x-amz-copy-source"])(
    "with an unsigned header %s is rejected",
    async (name) => {
      const response = await fetch(await urlToPut({}), {
        method: "PUT",
        body: BODY,
        headers: { [name]: "x" },
      });
      expect(response.status).toBe(403);
    },
  );

  test.each(["content-encoding", "content-disposition"])(
    "is accepted with a signed header %s, and rejected with an unsigned one",
    async (name) => {
      const input =
        name === "content-encoding" ? { ContentEncoding: "gzip" } : { ContentDisposition: "gzip" };
      const upload = async (url: string) =>
        fetch(url, { method: "PUT", body: BODY, headers: { [name]: "gzip" } });
      const response = await upload(await urlToPut({ Key: "unsigned" }));
      expect(response.status).toBe(403);
      expect(await codeOf(response)).toBe("AccessDenied");
      await expect(signer.send(new HeadObjectCommand({ Bucket, Key: "unsigned" }))).rejects.toThrow();
      expect((await upload(await urlToPut({ ...input, Key: "signed" }, [name]))).status).toBe(200);
    },
  );

  test("with a signed If-None-Match stores one object, and returns 412 for the next", async () => {
    const url = await urlToPut({ Key: "once", IfNoneMatch: "*" }, ["if-none-match"]);
    const upload = (headers: Record<string, string>) => fetch(url, { method: "PUT", body: BODY, headers });
    expect((await upload({})).status).toBe(403);
    expect((await upload({ "if-none-match": "*" })).status).toBe(200);
    expect((await upload({ "if-none-match": "*" })).status).toBe(412);
  });

  test("stores the metadata and verifies the checksum in its query", async () => {
    const url = await urlToPut({ Key: "meta", Metadata: { a: "b" } }, [], s3.client);
    // By default the SDK signs the checksum of an empty body.
    const rejected = await fetch(url, { method: "PUT", body: BODY });
    expect(await codeOf(rejected)).toBe("BadDigest");
    expect((await fetch(url, { method: "PUT", body: new Uint8Array() })).status).toBe(200);
    const { Metadata } = await signer.send(new HeadObjectCommand({ Bucket, Key: "meta" }));
    expect(Metadata).toEqual({ a: "b" });
  });
});
