import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from "@aws-sdk/client-s3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PolicyStatement } from "../../../local/aws/iam.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "./s3-under-test.ts";

const FIVE_MB = 5 * 1024 * 1024;
let s3: S3UnderTest;
let client: S3Client;
beforeEach(async () => {
  s3 = await startS3UnderTest();
  client = s3.client;
});
afterEach(() => s3.stop());

const at = { Bucket: BUCKET, Key: "clip.mp4" };
const begin = async (more: object = {}) => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...at, ...more }));
  return { ...at, UploadId };
};
type Upload = Awaited<ReturnType<typeof begin>>;
const upload = async (to: Upload, PartNumber: number, Body: Buffer) => {
  const { ETag } = await client.send(new UploadPartCommand({ ...to, PartNumber, Body }));
  return { PartNumber, ETag };
};
const complete = (to: Upload, Parts: { PartNumber: number; ETag: string | undefined }[], more: object = {}) =>
  client.send(new CompleteMultipartUploadCommand({ ...to, MultipartUpload: { Parts }, ...more }));
const blobs = () => readdirSync(join(s3.directory, "blobs")).length;

describe("a multipart upload", () => {
  test("becomes one object with its headers, and leaves no other files", async () => {
    const to = await begin({ ContentType: "video/mp4", ChecksumAlgorithm: "CRC32" });
    const [first, wrong, second] = [randomBytes(FIVE_MB), randomBytes(10), randomBytes(1000)];
    const partTwo = upload(to, 2, wrong).then(() => upload(to, 2, second));
    const parts = [await upload(to, 1, first), await partTwo];
    expect((await client.send(new ListPartsCommand(to))).Parts).toMatchObject([
      { PartNumber: 1, Size: FIVE_MB },
      { PartNumber: 2, Size: 1000 },
    ]);
    const { ETag } = await complete(to, parts);
    expect(ETag).toMatch(/^"[0-9a-f]{32}-2"$/);
    const object = await client.send(new GetObjectCommand(at));
    expect(object).toMatchObject({ ContentType: "video/mp4", ContentLength: FIVE_MB + 1000, ETag });
    const bytes = Buffer.from((await object.Body?.transformToByteArray()) ?? []);
    expect(bytes.equals(Buffer.concat([first, second]))).toBe(true);
    expect(blobs()).toBe(1);
    await expect(complete(to, parts)).rejects.toMatchObject({ name: "NoSuchUpload" });
  });

  test("leaves no files when it is aborted", async () => {
    const before = blobs();
    const to = await begin();
    const part = await upload(to, 1, Buffer.from("x"));
    expect(blobs()).toBe(before + 1);
    await client.send(new AbortMultipartUploadCommand(to));
    expect(blobs()).toBe(before);
    await expect(complete(to, [part])).rejects.toMatchObject({ name: "NoSuchUpload" });
    await expect(upload(to, 1, Buffer.from("x"))).rejects.toMatchObject({ name: "NoSuchUpload" });
  });

  test("cannot be completed if the listed parts differ from the uploaded ones", async () => {
    const to = await begin();
    const one = await upload(to, 1, Buffer.from("one"));
    const two = await upload(to, 2, Buffer.from("two"));
    await expect(complete(to, [one, { ...two, ETag: one.ETag }])).rejects.toMatchObject({
      name: "InvalidPart",
    });
    await expect(complete(to, [one, { ...two, PartNumber: 3 }])).rejects.toMatchObject({
      name: "InvalidPart",
    });
    await expect(complete(to, [two, one])).rejects.toMatchObject({ name: "InvalidPartOrder" });
    await expect(complete(to, [one, two])).rejects.toMatchObject({ name: "EntityTooSmall" });
    await complete(to, [two]);
  });

  test("does not replace an object if If-None-Match is *", async () => {
    await client.send(new PutObjectCommand({ ...at, Body: "there" }));
    const to = await begin();
    const part = await upload(to, 1, Buffer.from("x"));
    await expect(complete(to, [part], { IfNoneMatch: "*" })).rejects.toMatchObject({
      name: "PreconditionFailed",
    });
    const { Body } = await client.send(new GetObjectCommand(at));
    expect(await Body?.transformToString()).toBe("there");
  });

  test.each([0, 10_001])("rejects part number %i", async (number) => {
    await expect(upload(await begin(), number, Buffer.from("x"))).rejects.toMatchObject({
      name: "InvalidArgument",
    });
  });

  test("does not support copied parts", async () => {
    const copy = { ...(await begin()), PartNumber: 1, CopySource: `${BUCKET}/clip.mp4` };
    await expect(client.send(new UploadPartCopyCommand(copy))).rejects.toMatchObject({
      name: "NotImplemented",
    });
  });

  test("requires s3:PutObject, and s3:AbortMultipartUpload for an abort", async () => {
    const resources = [`arn:aws:s3:::${BUCKET}/clip.mp4`];
    const granted = (action: string): PolicyStatement[] => [
      { effect: "Allow", actions: [action], resources },
    ];
    const to = await begin();
    const writer = s3.clientWith(granted("s3:PutObject"));
    await writer.send(new UploadPartCommand({ ...to, PartNumber: 1, Body: "x" }));
    await expect(writer.send(new AbortMultipartUploadCommand(to))).rejects.toMatchObject({
      name: "AccessDenied",
    });
    const aborter = s3.clientWith(granted("s3:AbortMultipartUpload"));
    await expect(aborter.send(new ListPartsCommand(to))).rejects.toMatchObject({ name: "AccessDenied" });
    await aborter.send(new AbortMultipartUploadCommand(to));
  });
});
