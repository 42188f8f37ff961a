import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { GetObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EVERYTHING } from "../../../../local/aws/principals.ts";
import { newCopy } from "../../../../shared/domain/copy/copy.ts";
import { copyOf, copyPieces } from "../../../../shared/store/copy/reader.ts";
import { copyWriter } from "../../../../shared/store/copy/writer.ts";
import { copyFiles } from "../../../../shared/transfer/copies/files.ts";
import { BUCKET, type S3UnderTest, startS3UnderTest } from "../../../local/s3/s3-under-test.ts";
import { useTable } from "../../../support/dynamo/use-table.ts";
import { below, seededRandom } from "../../../support/seeded-random.ts";
import type { CopyWorkerSettings } from "../../../support/video/copy-worker.ts";
import { readClip } from "../../../support/video/read-clip.ts";
import { serveVideos, type VideoServer } from "../../../support/video/video-server.ts";
import { writeVideo } from "../../../support/video/write-video.ts";

const database = useTable();
const folder = mkdtempSync(path.join(tmpdir(), "killed-"));
let s3: S3UnderTest;
let server: VideoServer;
beforeAll(async () => {
  s3 = await startS3UnderTest();
  server = await serveVideos(folder);
  // An hour, a frame each second: a frame's number has twelve bits.
  const timesMs = Array.from({ length: 3600 }, (_, second) => second * 1000);
  await writeVideo(path.join(folder, "hour.avi"), { codec: "mpeg4", format: "avi", clock: 1, timesMs });
}, 120_000);
afterAll(async () => {
  await server.close();
  await s3.stop();
  rmSync(folder, { recursive: true });
});

const workerFile = path.join(import.meta.dirname, "../../../support/video/copy-worker.ts");

/** Runs a worker. Kills it after it has stored this number of pieces and some more time. */
async function runWorker(settings: CopyWorkerSettings, pieces: number, moreMs: number) {
  const child = spawn(process.execPath, [workerFile, JSON.stringify(settings)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let stored = 0;
  for await (const _ of createInterface({ input: child.stdout })) {
    stored += 1;
    if (stored !== pieces) continue;
    await sleep(moreMs);
    child.kill("SIGKILL");
  }
  const [, signal] = await ended;
  return signal === "SIGKILL" ? "killed" : "ended";
}

test("a copy of an hour whose worker is killed 20 times is whole", { timeout: 600_000 }, async () => {
  const table = await database.fresh();
  const endpoint = await database.client.config.endpoint?.();
  const credentials = s3.principals.issue("worker", EVERYTHING);
  const copies = copyWriter(table);
  const url = `${server.origin}/hour.avi`;
  const copy = newCopy({ id: 7, maker: 1, url, codec: "mpeg4", lengthMs: 3_600_000 }, Date.now());
  expect(await copies.queue(undefined, copy, 60)).toBe("queued");
  const settings = (worker: number): CopyWorkerSettings => ({
    dynamoDb: `http://${endpoint?.hostname}:${endpoint?.port}`,
    table: table.name,
    ...{ s3: { endpoint: s3.origin, credentials }, bucket: BUCKET, videoOrigin: server.origin, stream: 7 },
    aheadMs: worker * 121_000,
  });
  const random = seededRandom(20);
  let kills = 0;
  while (
    kills < 20 &&
    (await runWorker(settings(kills), 1 + below(random, 2), below(random, 250))) === "killed"
  ) {
    kills += 1;
  }
  expect(kills).toBe(20);
  expect(await copyOf(table)(7)).toMatchObject({ status: "running" });
  expect(await runWorker(settings(kills), Number.POSITIVE_INFINITY, 0)).toBe("ended");
  expect(await copyOf(table)(7)).toMatchObject({ status: "done", failures: 0 });

  const client = s3.clientWith(EVERYTHING);
  const { place } = copyFiles(client, BUCKET);
  const frames: { number: number; atMs: number }[] = [];
  for (const piece of await copyPieces(table)(7)) {
    const { Body } = await client.send(new GetObjectCommand(place(piece)));
    const file = path.join(folder, "piece.mp4");
    writeFileSync(file, (await Body?.transformToByteArray()) ?? "");
    frames.push(...readClip(file).frames);
  }
  // None is wrong, none is missing, and none is there twice.
  expect(frames).toEqual(Array.from({ length: 3600 }, (_, number) => ({ number, atMs: number * 1000 })));
});
