import { createHash, randomBytes } from "node:crypto";
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListPartsCommand,
  paginateListParts,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EVERYTHING } from "../../../local/aws/principals.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "./s3-under-test.ts";

let s3: S3UnderTest;
/** Client that signs as the service does: without a checksum of the body, which is not known yet. */
let client: S3Client;
beforeAll(async () => {
  s3 = await startS3UnderTest();
  client = s3.clientWith(EVERYTHING, { requestChecksumCalculation: "WHEN_REQUIRED" });
});
afterAll(() => s3.stop());

let to: { Bucket: string; Key: string; UploadId: string | undefined };
beforeEach(async () => {
  const at = { Bucket: BUCKET, Key: `video/${crypto.randomUUID()}` };
  const begun = await client.send(new CreateMultipartUploadCommand({ ...at, ChecksumAlgorithm: "SHA256" }));
  expect(begun).toMatchObject({ ChecksumAlgorithm: "SHA256", ChecksumType: "COMPOSITE" });
  to = { ...at, UploadId: begun.UploadId };
});

const sha256 = (body: Buffer) => createHash("sha256").update(body).digest("base64");
const headers = ["content-length", "x-amz-checksum-sha256"];

/** Returns a signed URL for a part's number, length and SHA-256, as the service signs it. */
const urlFor = (PartNumber: number, body: Buffer) =>
  getSignedUrl(
    client,
    new UploadPartCommand({ ...to, PartNumber, ContentLength: body.length, ChecksumSHA256: sha256(body) }),
    {
      expiresIn: 60,
      signableHeaders: new Set(["host", ...headers]),
      unhoistableHeaders: new Set(headers),
    },
  );
const put = (url: string, body: Buffer, sum = sha256(body)) =>
  fetch(url, { method: "PUT", body, headers: { "x-amz-checksum-sha256": sum } });
const codeOf = async (response: Response) => /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1];
async function send(number: number, body: Buffer) {
  const response = await put(await urlFor(number, body), body);
  expect(response.status).toBe(200);
  return {
    PartNumber: number,
    ETag: response.headers.get("etag") ?? "",
    ChecksumSHA256: response.headers.get("x-amz-checksum-sha256") ?? "",
  };
}
const complete = (
  Parts: { PartNumber: number; ETag?: string; ChecksumSHA256?: string }[],
  more: object = {},
) => client.send(new CompleteMultipartUploadCommand({ ...to, MultipartUpload: { Parts }, ...more }));

describe("a signed URL of a part", () => {
  const body = Buffer.from("the part");

  test.each([
    ["a changed byte", Buffer.from("the pard"), sha256(body), 400, "BadDigest"],
    ["other bytes with their own checksum", Buffer.from("the pard"), undefined, 403, "SignatureDoesNotMatch"],
    ["more bytes", Buffer.from("the part and more"), sha256(body), 403, "SignatureDoesNotMatch"],
    ["fewer bytes", Buffer.from("the"), sha256(body), 403, "SignatureDoesNotMatch"],
  ])("refuses %s", async (_, sent, sum, status, code) => {
    const response = await put(await urlFor(1, body), sent, sum);
    expect(response.status).toBe(status);
    expect(await codeOf(response)).toBe(code);
    expect((await client.send(new ListPartsCommand(to))).Parts ?? []).toEqual([]);
  });

  test("refuses a part without its checksum", async () => {
    const response = await fetch(await urlFor(1, body), { method: "PUT", body });
    expect(response.status).toBe(403);
    await expect(
      client.send(new UploadPartCommand({ ...to, PartNumber: 1, Body: body })),
    ).rejects.toMatchObject({ name: "InvalidRequest", message: expect.stringContaining("sha256") });
  });

  test("is valid for one part only", async () => {
    const url = (await urlFor(1, body)).replace("partNumber=1", "partNumber=2");
    expect(await codeOf(await put(url, body))).toBe("SignatureDoesNotMatch");
  });
});

describe("the list of parts", () => {
  test("has the checksums of the parts, in pages of at most 1,000", async () => {
    const numbers = [1, 2, 3, 5, 8, 9, 10_000];
    const sent = await Promise.all(numbers.map((number) => send(number, Buffer.from(`part ${number}`))));
    const pages = [];
    for await (const page of paginateListParts({ client, pageSize: 3 }, to)) pages.push(page);
    expect(pages.map(({ Parts, IsTruncated }) => [Parts?.length, IsTruncated])).toEqual([
      [3, true],
      [3, true],
      [1, false],
    ]);
    expect(pages[0]).toMatchObject({ ChecksumAlgorithm: "SHA256", NextPartNumberMarker: "3" });
    expect(pages.flatMap(({ Parts = [] }) => Parts)).toMatchObject(sent);
    expect(await client.send(new ListPartsCommand({ ...to, MaxParts: 5000 }))).toMatchObject({
      MaxParts: 1000,
      IsTruncated: false,
    });
  });
});

describe("the completion of an upload", () => {
  const first = randomBytes(5 * 1024 * 1024);
  const second = Buffer.from("the end");

  test("checks the SHA-256 of each part, and returns the composite SHA-256", async () => {
    const [one, two] = [await send(1, first), await send(2, second)];
    await expect(complete([one, { ...two, ChecksumSHA256: one.ChecksumSHA256 }])).rejects.toMatchObject({
      name: "InvalidPart",
    });
    await expect(complete([one, { PartNumber: 2, ETag: two.ETag }])).rejects.toMatchObject({
      name: "InvalidRequest",
      message: expect.stringContaining("missing for part 2"),
    });
    const sums = [one, two].map(({ ChecksumSHA256 }) => Buffer.from(ChecksumSHA256, "base64"));
    const composite = `${sha256(Buffer.concat(sums))}-2`;
    await expect(complete([one, two], { ChecksumSHA256: sha256(second) })).rejects.toMatchObject({
      name: "BadDigest",
    });
    expect(await complete([one, two], { ChecksumSHA256: composite })).toMatchObject({
      ChecksumSHA256: composite,
      ChecksumType: "COMPOSITE",
    });
    const { Bucket, Key } = to;
    expect(await client.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: "ENABLED" }))).toMatchObject({
      ContentLength: first.length + second.length,
      ChecksumSHA256: composite,
      ChecksumType: "COMPOSITE",
    });
  });

  test("joins the parts only once if it is requested twice at the same time", async () => {
    const parts = [await send(1, first), await send(2, second)];
    const [one, two] = await Promise.allSettled([complete(parts), complete(parts)]);
    expect([one.status, two.status].sort()).toEqual(["fulfilled", "rejected"]);
    expect([one, two].find(({ status }) => status === "rejected")).toMatchObject({
      reason: { name: "NoSuchUpload" },
    });
    const { Bucket, Key } = to;
    const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key }));
    expect(ContentLength).toBe(first.length + second.length);
  });
});
