import { createHash, randomFillSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bytesOfPart, partBytesOf, partCountOf } from "../../shared/domain/upload/part-sizes.ts";
import { admin } from "../support/api/api.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";
import { writeVideo } from "../support/video/write-video.ts";

/**
 * Size of the file that the test sends, for example `LARGE_UPLOAD_MB=1024 npx vitest run --project http
 * test/http/large-upload.test.ts`. If it is 0, the test is skipped. The test needs twice as much free disk space.
 */
const megabytes = Number(process.env["LARGE_UPLOAD_MB"] ?? 0);
const sizeBytes = megabytes * 2 ** 20;

let stack: Awaited<ReturnType<typeof startOwnStack>>;
let token: string;
beforeAll(async () => {
  if (megabytes === 0) return;
  stack = await startOwnStack();
  token = await stack.api.tokenFor(admin);
  await stack.api.call("GET", "/users/me", { token });
});
afterAll(() => stack?.close());

const call = async (method: string, target: string, body?: unknown) => {
  const answer = await stack.api.call(method, target, { token, body });
  expect(answer.status, `${target}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer;
};
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("base64");

test.skipIf(megabytes === 0)(
  "a large file is sent in two halves without repeating a part, and no function holds it in memory",
  { timeout: 1_800_000 },
  async () => {
    const head = await videoHead();
    const rest = randomFillSync(Buffer.alloc(partBytesOf(sizeBytes)));
    const count = partCountOf(sizeBytes);
    /**
     * Returns a part of the file. The first part begins with a video. The rest are bytes that readers skip, different
     * in each part.
     */
    const part = (number: number) => {
      const bytes = Buffer.from(rest.subarray(0, bytesOfPart(sizeBytes, number)));
      bytes.writeUInt32BE(number, bytes.length - 4);
      if (number === 1) head.copy(bytes);
      return bytes;
    };
    const whole = createHash("sha256");
    for (let number = 1; number <= count; number++) whole.update(part(number));

    const place = { name: "Weir", location: "1,2", camera_hardware: "" };
    const { id: capturesource } = (await call("POST", "/capturesources", place)).body;
    const announced = { filename: "large.mp4", type: "video/mp4", bytes: sizeBytes, capturesource };
    const { id } = (await call("POST", "/uploads", { ...announced, startTime: "2026-03-01T06:30:00Z" })).body;
    // The functions are threads of this process, so its memory includes theirs.
    const startBytes = process.memoryUsage.rss();
    let peakBytes = startBytes;
    const sampling = setInterval(() => {
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
    }, 50);
    let puts = 0;
    const send = async (number: number) => {
      const bytes = part(number);
      const parts = [{ number, sha256: sha256(bytes), bytes: bytes.length }];
      const [signed] = (await call("POST", `/uploads/${id}/parts`, { parts })).body.parts;
      expect((await fetch(signed.url, { method: "PUT", headers: signed.headers, body: bytes })).status).toBe(
        200,
      );
      puts++;
    };
    for (let number = 1; number <= count / 2; number++) await send(number);

    // A client that only has the upload's id and the file continues.
    const received = new Map<number, string>();
    for (const each of (await call("GET", `/uploads/${id}`)).body.received)
      received.set(each.number, each.sha256);
    for (let number = 1; number <= count; number++) {
      if (received.get(number) !== sha256(part(number))) await send(number);
    }
    expect(puts).toBe(count);

    const parts = Array.from({ length: count }, (_, i) => ({ number: i + 1, sha256: sha256(part(i + 1)) }));
    let answers = 0;
    let answer = await call("POST", `/uploads/${id}/completion`, { parts });
    for (; answer.status === 202; answers++)
      answer = await call("POST", `/uploads/${id}/completion`, { parts });
    console.log(`${megabytes} MB in ${count} parts; the completion was 202 ${answers} times.`);
    const stream = (await call("GET", `/videostreams/${answer.body.id}`)).body;
    expect(stream).toMatchObject({ endTime: "2026-03-01T06:30:02.000Z", width: expect.any(Number) });

    const { Body } = await stack.s3.send(new GetObjectCommand({ Bucket: stack.bucket, Key: `video/${id}` }));
    const stored = createHash("sha256");
    for await (const bytes of Body as AsyncIterable<Buffer>) stored.update(bytes);
    expect(stored.digest("hex")).toBe(whole.digest("hex"));

    clearInterval(sampling);
    const more = megabytesOf(peakBytes - startBytes);
    console.log(`The functions, S3 and the client together took ${more} MB more than before the first part.`);
    // The functions' code takes memory for a file of any size. With a file of 1 GB, this limit shows that the file is
    // not in memory.
    expect(more).toBeLessThan(600);
  },
);

/** Returns a video of 2 s with the header of a last box that fills the rest of the file. */
async function videoHead(): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), "large-"));
  const file = path.join(folder, "clip.mp4");
  const timesMs = Array.from({ length: 50 }, (_, i) => i * 40);
  await writeVideo(file, { codec: "h264", format: "mp4", muxing: { movflags: "faststart" }, timesMs });
  const video = readFileSync(file);
  rmSync(folder, { recursive: true });
  const box = Buffer.alloc(8);
  box.writeUInt32BE(sizeBytes - video.length);
  box.write("free", 4);
  return Buffer.concat([video, box]);
}

function megabytesOf(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
