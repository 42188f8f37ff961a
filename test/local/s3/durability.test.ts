import { type ChildProcess, fork } from "node:child_process";
import { createHash, randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterEach, expect, test } from "vitest";
import { createPrincipals } from "../../../local/aws/principals.ts";
import { startS3 } from "../../../local/s3/start-s3.ts";
import { openStore } from "../../../local/s3/store.ts";
import { BUCKET } from "./s3-under-test.ts";

const directory = mkdtempSync(join(tmpdir(), "s3-durability-"));
const children: ChildProcess[] = [];
afterEach(() => {
  // This runs after a failed test too: the test run does not end while a child process runs.
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

async function startChild(): Promise<{ child: ChildProcess; client: S3Client }> {
  const child = fork(join(import.meta.dirname, "serve-in-child.ts"), [directory], { execArgv: [] });
  children.push(child);
  const [message] = await once(child, "message");
  const { origin, ...credentials } = message as {
    origin: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  const client = new S3Client({
    endpoint: origin,
    region: "us-east-1",
    forcePathStyle: true,
    maxAttempts: 1,
    credentials,
  });
  return { child, client };
}

test("keeps acknowledged objects, and no record without its bytes, when the process is killed", async () => {
  const acknowledged = new Map<string, Buffer>();
  /** Bodies without an acknowledgement, by key: a process that is killed before it responds may have stored them. */
  const sent = new Map<string, Buffer[]>();
  for (let round = 0; round < 4; round += 1) {
    const { child, client } = await startChild();
    const first = Promise.withResolvers<void>();
    // Each writer has keys of its own, so that only the last write to each key can be incomplete.
    const writer = async (name: string) => {
      for (let i = 0; ; i += 1) {
        const Key = `${name}/${i % 7}`;
        const Body = randomBytes(randomInt(1, 300_000));
        sent.set(Key, [...(sent.get(Key) ?? []), Body]);
        await client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
        acknowledged.set(Key, Body);
        first.resolve();
        sent.delete(Key);
      }
    };
    const writers = ["a", "b", "c", "d"].map((name) => writer(name).catch(() => {}));
    // A busy machine may need long for the first object.
    await first.promise;
    await sleep(randomInt(0, 500));
    child.kill("SIGKILL");
    await once(child, "exit");
    await Promise.all(writers);
    client.destroy();
  }

  const { child, client } = await startChild();
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
  const listed = new Set(Contents.map((object) => object.Key ?? ""));
  for (const key of acknowledged.keys()) expect(listed).toContain(key);
  for (const key of listed) {
    const { Body, ETag } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key: key }));
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    expect(ETag).toBe(`"${createHash("md5").update(bytes).digest("hex")}"`);
    const candidates = [acknowledged.get(key), ...(sent.get(key) ?? [])];
    expect(candidates.some((body) => body?.equals(bytes))).toBe(true);
  }
  expect(readdirSync(join(directory, "blobs"))).toHaveLength(listed.size);
  client.destroy();
  child.kill("SIGKILL");
  await once(child, "exit");
});

test("when it starts, removes the blobs that have no record and keeps all others", async () => {
  const store = openStore(directory);
  const blob = await store.blobs.write(oneChunk("kept"));
  const record = { key: "k", blob, sizeBytes: 4, etag: "x", modifiedMs: 0, headers: {}, checksums: {} };
  store.objects.put(BUCKET, record);
  const upload = store.uploads.begin(BUCKET, "u", { headers: {}, algorithm: undefined });
  const part = await store.blobs.write(oneChunk("part"));
  store.uploads.putPart(upload.id, { number: 1, blob: part, sizeBytes: 4, etag: "x", checksums: {} });
  store.close();
  const orphan = join(directory, "blobs", "orphan");
  writeFileSync(orphan, "x");
  openStore(directory).close();
  expect(existsSync(orphan)).toBe(false);
  expect(new Set(readdirSync(join(directory, "blobs")))).toEqual(new Set([blob, part]));
});

test("leaves no file after an interrupted body", async () => {
  const store = openStore(directory);
  async function* broken() {
    yield Buffer.from("half");
    throw new Error("interrupted");
  }
  await expect(store.blobs.write(broken())).rejects.toThrow("interrupted");
  expect(readdirSync(join(directory, "blobs"))).toEqual([]);
  store.close();
});

test("rejects a second stack on the same directory until the first one is closed", async () => {
  const open = () => startS3({ directory, buckets: [], principals: createPrincipals() });
  const first = await open();
  await expect(open()).rejects.toThrow(`Another local stack is using ${directory}.`);
  await first.close();
  await (await open()).close();
});

async function* oneChunk(text: string) {
  yield Buffer.from(text);
}
