import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  PutObjectAclCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  PutObjectTaggingCommand,
  type S3Client,
} from "@aws-sdk/client-s3";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PolicyStatement } from "../../../local/aws/iam.ts";
import { EVERYTHING } from "../../../local/aws/principals.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "./s3-under-test.ts";

const Bucket = BUCKET;
let s3: S3UnderTest;
let client: S3Client;
beforeAll(async () => {
  s3 = await startS3UnderTest();
  client = s3.client;
});
afterAll(() => s3.stop());

const put = (Key: string, Body: string | Uint8Array | Readable, more: Partial<PutObjectCommandInput> = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));

async function read(Key: string, more: object = {}): Promise<Buffer> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

const anyKey = fc
  .oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: fc.constantFrom(..."a/+% &<é\u0001.😀") }))
  .filter((key) => key !== "" && Buffer.byteLength(key) <= 1024);

describe("an object", () => {
  test("can be read under any key until it is deleted", async () => {
    await fc.assert(
      fc.asyncProperty(anyKey, fc.uint8Array({ maxLength: 5000 }), async (key, bytes) => {
        await put(key, bytes);
        expect(await read(key)).toEqual(Buffer.from(bytes));
        const head = await client.send(new HeadObjectCommand({ Bucket, Key: key }));
        expect(head.ContentLength).toBe(bytes.length);
        await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: key }] } }));
        await expect(read(key)).rejects.toMatchObject({ name: "NoSuchKey" });
      }),
      { numRuns: 60 },
    );
  });

  test("is stored without the framing of chunks when its body is streamed", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 70_000 }), { maxLength: 6 }),
        async (parts) => {
          const whole = Buffer.concat(parts);
          await put("streamed", Readable.from(parts), { ContentLength: whole.length });
          expect(await read("streamed")).toEqual(whole);
          expect(
            (await client.send(new HeadObjectCommand({ Bucket, Key: "streamed" }))).ContentEncoding,
          ).toBeUndefined();
        },
      ),
      { numRuns: 15 },
    );
  });

  test("keeps its type, metadata and content headers", async () => {
    const given = {
      ContentType: "video/mp4",
      CacheControl: "max-age=5",
      ContentDisposition: "attachment; filename*=UTF-8''%C3%A9.mp4",
      ContentEncoding: "gzip",
      ContentLanguage: "nl",
      Metadata: { species: "vulpes" },
    };
    await put("described", "x", { ...given, ServerSideEncryption: "AES256" });
    expect(await client.send(new GetObjectCommand({ Bucket, Key: "described" }))).toMatchObject(given);
  });

  test("has its MD5 as ETag, and a modification time", async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { ETag } = await put("tagged", "hello");
    expect(ETag).toBe(`"${createHash("md5").update("hello").digest("hex")}"`);
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: "tagged" }));
    expect(head.ETag).toBe(ETag);
    expect(head.LastModified?.getTime()).toBeGreaterThanOrEqual(before);
  });

  test("is replaced as a whole", async () => {
    await put("replaced", "first", { Metadata: { a: "1" } });
    await put("replaced", "2");
    const { Body, Metadata } = await client.send(new GetObjectCommand({ Bucket, Key: "replaced" }));
    expect(await Body?.transformToString()).toBe("2");
    expect(Metadata).toEqual({});
  });

  test("can be deleted even if it does not exist", async () => {
    for (let i = 0; i < 2; i += 1) await client.send(new DeleteObjectCommand({ Bucket, Key: "never-there" }));
  });
});

describe("a put with a checksum", () => {
  const sha256 = (text: string) => createHash("sha256").update(text).digest("base64");

  test.each([
    ["CRC32", "ChecksumCRC32"],
    ["SHA256", "ChecksumSHA256"],
  ] as const)("verifies and returns the %s", async (algorithm, name) => {
    const response = await put(`sum-${algorithm}`, "hello", { ChecksumAlgorithm: algorithm });
    expect(response[name]).toBeTypeOf("string");
    const head = await client.send(
      new HeadObjectCommand({ Bucket, Key: `sum-${algorithm}`, ChecksumMode: "ENABLED" }),
    );
    expect(head[name]).toBe(response[name]);
    expect((await read(`sum-${algorithm}`, { ChecksumMode: "ENABLED" })).toString()).toBe("hello");
  });

  test.each([
    ["SHA-256", { ChecksumSHA256: sha256("other") }],
    ["CRC32", { ChecksumCRC32: "AAAAAA==" }],
    ["MD5", { ContentMD5: createHash("md5").update("other").digest("base64") }],
  ])("rejects a wrong %s and stores nothing", async (name, checksum) => {
    await expect(put(`wrong-${name}`, "hello", checksum)).rejects.toMatchObject({ name: "BadDigest" });
    await expect(read(`wrong-${name}`)).rejects.toMatchObject({ name: "NoSuchKey" });
  });

  test("rejects an unknown algorithm", async () => {
    await expect(put("x", "x", { ChecksumSHA1: "2jmj7l5rSw0yVb/vlWAYkK/YBwk=" })).rejects.toMatchObject({
      name: "NotImplemented",
    });
  });

  test("rejects a streamed body whose length differs from the declared length", async () => {
    const lyingClient = s3.clientWith(EVERYTHING);
    lyingClient.middlewareStack.add(
      (next) => (args) => {
        (args.request as { headers: Record<string, string> }).headers["x-amz-decoded-content-length"] = "6";
        return next(args);
      },
      { step: "build", priority: "low" },
    );
    const body = { Bucket, Key: "lied", Body: Readable.from([Buffer.from("hello")]), ContentLength: 5 };
    await expect(lyingClient.send(new PutObjectCommand(body))).rejects.toMatchObject({
      name: "IncompleteBody",
    });
    await expect(read("lied")).rejects.toMatchObject({ name: "NoSuchKey" });
  });

  test("rejects a body that differs from the signed one", async () => {
    const changingClient = s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
    changingClient.middlewareStack.add(
      (next) => (args) => {
        (args.request as { body: Buffer }).body = Buffer.from("jello");
        return next(args);
      },
      { step: "deserialize", priority: "high" },
    );
    await expect(
      changingClient.send(new PutObjectCommand({ Bucket, Key: "changed", Body: "hello" })),
    ).rejects.toMatchObject({
      name: "XAmzContentSHA256Mismatch",
    });
    await expect(read("changed")).rejects.toMatchObject({ name: "NoSuchKey" });
  });
});

describe("a get with a range", () => {
  const body = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251));
  beforeAll(async () => {
    await put("ranged", body);
    await put("empty", new Uint8Array());
  });

  test.each([
    ["bytes=0-9", 0, 10],
    ["bytes=990-", 990, 1000],
    ["bytes=-5", 995, 1000],
    ["bytes=0-99999", 0, 1000],
    ["bytes=-99999", 0, 1000],
    ["bytes=999-999", 999, 1000],
  ])("returns exactly the bytes of %s", async (Range, start, end) => {
    const response = await client.send(new GetObjectCommand({ Bucket, Key: "ranged", Range }));
    expect(response.$metadata.httpStatusCode).toBe(206);
    expect(response.ContentRange).toBe(`bytes ${start}-${end - 1}/1000`);
    expect(Buffer.from((await response.Body?.transformToByteArray()) ?? [])).toEqual(
      body.subarray(start, end),
    );
  });

  test.each(["bytes=5-4", "bytes=0-1,3-4", "lines=0-1", "bytes=-"])(
    "ignores %s and returns all bytes",
    async (Range) => {
      expect(await read("ranged", { Range })).toEqual(body);
    },
  );

  test.each([
    ["ranged", "bytes=1000-"],
    ["ranged", "bytes=-0"],
    ["empty", "bytes=0-"],
    ["empty", "bytes=-1"],
  ])("returns 416 for the object '%s' and the range %s", async (Key, Range) => {
    await expect(read(Key, { Range })).rejects.toMatchObject({ name: "InvalidRange" });
  });
});

describe("with a condition,", () => {
  test("only one of twenty concurrent writes with If-None-Match: * succeeds", async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => put("raced", `writer ${i}`, { IfNoneMatch: "*" })),
    );
    const winners = results.flatMap((result, i) => (result.status === "fulfilled" ? [i] : []));
    expect(winners).toHaveLength(1);
    expect((await read("raced")).toString()).toBe(`writer ${winners[0]}`);
    for (const result of results) {
      if (result.status === "rejected") expect(result.reason).toMatchObject({ name: "PreconditionFailed" });
    }
  });

  test.each([
    ["If-None-Match and the ETag", 304, (etag: string) => ({ IfNoneMatch: etag })],
    ["If-None-Match and another ETag", 200, () => ({ IfNoneMatch: '"x"' })],
    ["If-Match and the ETag", 200, (etag: string) => ({ IfMatch: etag })],
    ["If-Match and another ETag", 412, () => ({ IfMatch: '"x"' })],
  ] as const)("a read with %s returns %i", async (_, status, condition) => {
    const { ETag = "" } = await put("conditional", "x");
    const returned = await client
      .send(new GetObjectCommand({ Bucket, Key: "conditional", ...condition(ETag) }))
      .then(
        (got) => got.$metadata.httpStatusCode,
        (error) => error.$metadata.httpStatusCode,
      );
    expect(returned).toBe(status);
  });

  test.each([
    ["IfMatch", { IfMatch: '"x"' }],
    ["IfNoneMatch with an ETag", { IfNoneMatch: '"x"' }],
  ])("a write with %s returns 501 instead of ignoring the condition", async (_, condition) => {
    await expect(put("x", "x", condition)).rejects.toMatchObject({ name: "NotImplemented" });
  });
});

describe("with limited permissions,", () => {
  const granting = (action: string, resource = `arn:aws:s3:::${BUCKET}/mine/*`): PolicyStatement[] => [
    { effect: "Allow", actions: [action], resources: [resource] },
  ];
  const onBucket = `arn:aws:s3:::${BUCKET}`;
  const Key = "mine/k";
  const deleteTwo = new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key }, { Key: "theirs/k" }] } });
  beforeAll(() => put("theirs/k", "x"));

  test.each([
    ["GetObject", "s3:GetObject", (c: S3Client) => c.send(new GetObjectCommand({ Bucket, Key }))],
    ["HeadObject", "s3:GetObject", (c: S3Client) => c.send(new HeadObjectCommand({ Bucket, Key }))],
    ["PutObject", "s3:PutObject", (c: S3Client) => c.send(new PutObjectCommand({ Bucket, Key, Body: "x" }))],
    ["DeleteObject", "s3:DeleteObject", (c: S3Client) => c.send(new DeleteObjectCommand({ Bucket, Key }))],
  ])("%s needs only %s on the object", async (_, action, call) => {
    await put(Key, "x");
    s3.used.length = 0;
    await call(s3.clientWith(granting(action)));
    expect(s3.used).toEqual([{ principal: "tester", action, resource: `${onBucket}/${Key}` }]);
    const elsewhere = granting(action, `${onBucket}/theirs/*`);
    await expect(call(s3.clientWith(elsewhere))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
    const deny: PolicyStatement = { effect: "Deny", actions: [action], resources: ["*"] };
    const denied = call(s3.clientWith([...EVERYTHING, deny]));
    await expect(denied).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
  });

  test("DeleteObjects checks each key", async () => {
    await put(Key, "x");
    const response = await s3.clientWith(granting("s3:DeleteObject")).send(deleteTwo);
    expect(response.Deleted).toEqual([{ Key }]);
    expect(response.Errors).toMatchObject([{ Key: "theirs/k", Code: "AccessDenied" }]);
    expect((await read("theirs/k")).toString()).toBe("x");
  });

  test("a missing key returns 404 with s3:ListBucket and 403 without it", async () => {
    const Missing = { Bucket, Key: "mine/missing" };
    const reader = s3.clientWith(granting("s3:GetObject"));
    await expect(reader.send(new GetObjectCommand(Missing))).rejects.toMatchObject({ name: "AccessDenied" });
    await expect(reader.send(new HeadObjectCommand(Missing))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
    const lister = s3.clientWith([...granting("s3:GetObject"), ...granting("s3:ListBucket", onBucket)]);
    await expect(lister.send(new GetObjectCommand(Missing))).rejects.toMatchObject({ name: "NoSuchKey" });
    await expect(lister.send(new HeadObjectCommand(Missing))).rejects.toMatchObject({ name: "NotFound" });
  });

  test("the error names the signer and the missing permission", async () => {
    await expect(s3.clientWith([]).send(new GetObjectCommand({ Bucket, Key }))).rejects.toThrow(
      `User: arn:aws:sts::000000000000:assumed-role/tester/local is not authorized to perform: s3:GetObject ` +
        `on resource: ${onBucket}/${Key} because no identity-based policy allows the s3:GetObject action`,
    );
  });

  test("HeadBucket needs s3:ListBucket", async () => {
    await s3.clientWith(granting("s3:ListBucket", onBucket)).send(new HeadBucketCommand({ Bucket }));
    await expect(s3.clientWith([]).send(new HeadBucketCommand({ Bucket }))).rejects.toThrow();
  });
});

describe("the local S3", () => {
  test("returns NoSuchBucket for a bucket that is not configured", async () => {
    await expect(client.send(new GetObjectCommand({ Bucket: "other", Key: "k" }))).rejects.toMatchObject({
      name: "NoSuchBucket",
    });
  });

  test.each([
    ["CreateBucket", (c: S3Client) => c.send(new CreateBucketCommand({ Bucket }))],
    ["ListBuckets", (c: S3Client) => c.send(new ListBucketsCommand({}))],
    [
      "CopyObject",
      (c: S3Client) => c.send(new CopyObjectCommand({ Bucket, Key: "c", CopySource: `${BUCKET}/ranged` })),
    ],
    [
      "tagging",
      (c: S3Client) =>
        c.send(new PutObjectTaggingCommand({ Bucket, Key: "ranged", Tagging: { TagSet: [] } })),
    ],
    [
      "tags in a put",
      (c: S3Client) => c.send(new PutObjectCommand({ Bucket, Key: "c", Body: "x", Tagging: "a=b" })),
    ],
    ["an ACL", (c: S3Client) => c.send(new PutObjectAclCommand({ Bucket, Key: "ranged", ACL: "private" }))],
    ["versions", (c: S3Client) => c.send(new GetObjectCommand({ Bucket, Key: "ranged", VersionId: "1" }))],
  ])("returns 501 for %s", async (_, call) => {
    await expect(call(client)).rejects.toMatchObject({
      name: "NotImplemented",
      $metadata: { httpStatusCode: 501 },
    });
  });

  test("rejects a key of more than 1,024 bytes", async () => {
    await put("k".repeat(1024), "x");
    await expect(put("é".repeat(513), "x")).rejects.toMatchObject({ name: "KeyTooLongError" });
  });

  test("rejects an unsigned request", async () => {
    expect((await fetch(`${s3.origin}/${BUCKET}/ranged`)).status).toBe(403);
    expect((await fetch(`${s3.origin}/`)).status).toBe(403);
  });

  test("rejects a wrong secret", async () => {
    const { accessKeyId } = s3.principals.issue("tester", EVERYTHING);
    const wrong = s3.clientWith([], { credentials: { accessKeyId, secretAccessKey: "x" } });
    await expect(wrong.send(new GetObjectCommand({ Bucket, Key: "ranged" }))).rejects.toMatchObject({
      name: "SignatureDoesNotMatch",
    });
  });
});
