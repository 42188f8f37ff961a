import { DeleteObjectsCommand, ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PolicyStatement } from "../../../local/aws/iam.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "./s3-under-test.ts";

const Bucket = BUCKET;
let s3: S3UnderTest;
beforeEach(async () => {
  s3 = await startS3UnderTest();
});
afterEach(() => s3.stop());

/** Reads all pages. Returns the keys in the order of the responses, and the size of each page. */
async function list(prefix: string, maxKeys: number) {
  const keys: string[] = [];
  const sizes: number[] = [];
  let token: string | undefined;
  do {
    const page = await s3.client.send(
      new ListObjectsV2Command({
        Bucket,
        Prefix: prefix,
        MaxKeys: maxKeys,
        ContinuationToken: token,
      }),
    );
    keys.push(...(page.Contents ?? []).map((object) => object.Key ?? ""));
    sizes.push(page.KeyCount ?? -1);
    token = page.NextContinuationToken;
    expect(page.IsTruncated).toBe(token !== undefined);
  } while (token !== undefined);
  return { keys, sizes };
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe("a listing", () => {
  const characters = fc.constantFrom("a", "b", "/", "é", "\uffee", "😀", "&", "\u0001");
  const keys = fc.uniqueArray(fc.string({ unit: characters, minLength: 1, maxLength: 4 }), { maxLength: 12 });
  const prefixes = fc.string({ unit: characters, maxLength: 2 });

  test("has all keys with the prefix in order, for any page size", async () => {
    await fc.assert(
      fc.asyncProperty(keys, prefixes, fc.integer({ min: 1, max: 5 }), async (all, prefix, maxKeys) => {
        for (const Key of all) await s3.client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
        try {
          const within = all.filter((key) => key.startsWith(prefix)).sort(byBytes);
          const listed = await list(prefix, maxKeys);
          expect(listed.keys).toEqual(within);
          expect(listed.sizes.slice(0, -1).every((size) => size === maxKeys)).toBe(true);
        } finally {
          const Objects = all.map((Key) => ({ Key }));
          if (all.length > 0)
            await s3.client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
        }
      }),
      { numRuns: 40 },
    );
  });

  test("has sizes and ETags, allows an empty page, and refuses a delimiter", async () => {
    for (const Key of ["x/1", "x/2", "x/3"])
      await s3.client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
    expect(await list("x/", 0)).toEqual({ keys: [], sizes: [0] });
    const grouped = s3.client.send(new ListObjectsV2Command({ Bucket, Delimiter: "/" }));
    await expect(grouped).rejects.toMatchObject({ name: "NotImplemented" });
    const { Contents } = await s3.client.send(new ListObjectsV2Command({ Bucket, Prefix: "x/1" }));
    expect(Contents).toMatchObject([{ Size: 3, ETag: expect.stringMatching(/^"[0-9a-f]{32}"$/) }]);
  });

  test("needs s3:ListBucket on the bucket", async () => {
    const command = new ListObjectsV2Command({ Bucket });
    const granted = (resource: string): PolicyStatement[] => [
      { effect: "Allow", actions: ["s3:ListBucket"], resources: [resource] },
    ];
    await s3.clientWith(granted(`arn:aws:s3:::${BUCKET}`)).send(command);
    await expect(s3.clientWith(granted(`arn:aws:s3:::${BUCKET}/*`)).send(command)).rejects.toMatchObject({
      name: "AccessDenied",
    });
  });
});
