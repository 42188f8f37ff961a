import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { AbortMultipartUploadCommand } from "@aws-sdk/client-s3";
import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { videoStreamById } from "../../shared/store/stream/reader.ts";
import { videoStreamWriter } from "../../shared/store/stream/writer.ts";
import { uploadById } from "../../shared/store/upload/reader.ts";
import { keys } from "../../shared/table/schema.ts";
import type { Table } from "../../shared/table/table.ts";
import { addTask } from "../../shared/table/tasks.ts";
import { transact } from "../../shared/table/transaction.ts";
import { admin } from "../support/api/api.ts";
import { mediaCases, storedMedia } from "../support/clean-up/media-cases.ts";
import { readAll } from "../support/dynamo/read-all.ts";
import { jobEnvironment, jobTable, runJobCommand } from "../support/stack/jobs.ts";
import { startOwnStack } from "../support/stack/own-stack.ts";
import { runCommand } from "../support/stack/run-command.ts";

const hourMs = 3_600_000;

let stack: Awaited<ReturnType<typeof startOwnStack>>;
let token: string;
let source: number;
let table: Table;
beforeAll(async () => {
  stack = await startOwnStack({ LiveSilenceMinutes: "0.005" });
  token = await stack.api.tokenFor(admin);
  await call("GET", "/users/me");
  const body = { name: "camera", location: "1,2", camera_hardware: "" };
  source = (await call("POST", "/capturesources", body)).body.id;
  table = jobTable(stack.api.dataDir, "clean-up");
}, 60_000);
afterAll(() => stack.close());

const call = (method: string, target: string, body?: unknown) =>
  stack.api.call(method, target, { token, body });
const startLive = async (startTime?: string): Promise<number> =>
  (
    await call("POST", "/videostreams/live", {
      stream_url: "https://video.example/a.m3u8",
      capturesource: source,
      startTime,
    })
  ).body.id;
const streamOf = async (id: number) => (await call("GET", `/videostreams/${id}`)).body;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * hourMs).toISOString();
const recordsAndFiles = () => storedMedia(scannableTable(), stack.s3, stack.bucket);
const runCleanUp = (...args: string[]) => runJobCommand(stack.api.dataDir, "clean-up", args);

describe("the scheduled clean-up", () => {
  test("corrects the times of annotations if the request that corrected their stream's start was interrupted", async () => {
    const recorded = { startTime: "2026-03-01T10:00:00Z", endTime: "2026-03-01T11:00:00Z" };
    const stream_url = "s3://videos/corrected.mp4";
    const { id } = (await call("POST", "/videostreams", { stream_url, capturesource: source, ...recorded }))
      .body;
    const timespan = { start: "00:00:01", end: "00:00:02" };
    const label = { videostreamId: id, timespan, observer: "cut off", observation: { note: "a fox" } };
    expect((await call("POST", "/annotations", label)).status).toBe(200);
    const before = await videoStreamById(table)(id);
    if (before === undefined) throw new Error("The stream is missing");
    const after = { ...before, startMs: before.startMs - 24 * hourMs };
    expect(await videoStreamWriter(table).update(before, after)).toBe("updated");
    const pending = async () => (await readAll(scannableTable())).filter(({ pk }) => pk === "W#times").length;
    expect(await pending()).toBe(1);
    const found = async (day: string) =>
      (await call("GET", `/annotations?observer=cut+off&day[from]=${day}&day[to]=${day}`)).body.total;
    expect([await found("2026-02-28"), await found("2026-03-01")]).toEqual([1, 0]);
    await stack.fireCleanUp();
    expect(await pending()).toBe(0);
    expect([await found("2026-02-28"), await found("2026-03-01")]).toEqual([1, 0]);
  });

  test("gives abandoned streams a provisional end, which the site or a user can replace once", async () => {
    const [silent, withoutHeartbeat, open] = [
      await startLive(),
      await startLive(hoursAgo(25)),
      await startLive(),
    ];
    expect((await call("PUT", `/videostreams/${silent}/live`)).status).toBe(200);
    // This wait is longer than LiveSilenceMinutes.
    await sleep(400);
    expect(await stack.fireCleanUp()).toEqual([
      {
        ok: true,
        payload: {
          done: true,
          counts: expect.objectContaining({ endedStreams: 2, failures: 0 }),
        },
      },
    ]);
    const { startTime } = await streamOf(withoutHeartbeat);
    expect(await streamOf(withoutHeartbeat)).toMatchObject({
      endTime: new Date(Date.parse(startTime) + 24 * hourMs).toISOString(),
      ended_by: "cleanup",
    });
    const ended = await streamOf(silent);
    expect(ended.ended_by).toBe("cleanup");
    expect(ended.endTime >= ended.startTime).toBe(true);
    expect(await streamOf(open)).toMatchObject({ endTime: null, ended_by: null });

    const late = await call("PUT", `/videostreams/${silent}/live`);
    expect(late).toMatchObject({ status: 409, body: { detail: expect.stringContaining("by the cleanup") } });
    const endTime = new Date(Date.parse(ended.startTime) + 5000).toISOString();
    expect((await call("PATCH", `/videostreams/${silent}/live`, { endTime })).status).toBe(200);
    expect((await call("PATCH", `/videostreams/${silent}/live`, {})).status).toBe(200);
    expect(await streamOf(silent)).toMatchObject({ endTime, ended_by: "user" });
    await stack.fireCleanUp();
    expect(await streamOf(silent)).toMatchObject({ endTime, ended_by: "user" });
  });

  test("removes the parts of a cancelled upload", async () => {
    const sha256 = createHash("sha256").update("x").digest("base64");
    const file = { filename: "a.mp4", type: "video/mp4", bytes: 1, startTime: hoursAgo(1) };
    const { id } = (await call("POST", "/uploads", { ...file, capturesource: source })).body;
    const parts = [{ number: 1, sha256, bytes: 1 }];
    expect((await call("POST", `/uploads/${id}/parts`, { parts })).status).toBe(200);
    expect((await call("DELETE", `/uploads/${id}`)).status).toBe(200);
    // The task is due in an hour, when the signed URLs have expired. This write makes it due now.
    await transact(table, [addTask({ kind: "video", id })]);
    const [fired] = await stack.fireCleanUp();
    expect(fired).toMatchObject({ ok: true, payload: { counts: { removedFiles: 1, failures: 0 } } });
    expect((await readAll(scannableTable())).filter(({ pk }) => pk === "W#video")).toEqual([]);
  });

  test("keeps an upload whose parts S3 has removed, so that completing the upload returns that reason", async () => {
    const sha256 = createHash("sha256").update("x").digest("base64");
    const file = { filename: "a.mp4", type: "video/mp4", bytes: 1, startTime: hoursAgo(1) };
    const { id } = (await call("POST", "/uploads", { ...file, capturesource: source })).body;
    await call("POST", `/uploads/${id}/parts`, { parts: [{ number: 1, sha256, bytes: 1 }] });
    const UploadId = (await uploadById(table)(id))?.multipartId;
    // The bucket's lifecycle rule does the same after 7 days.
    await stack.s3.send(
      new AbortMultipartUploadCommand({ Bucket: stack.bucket, Key: `video/${id}`, UploadId }),
    );
    await stack.fireCleanUp();
    expect(await call("POST", `/uploads/${id}/completion`, { parts: [{ number: 1, sha256 }] })).toMatchObject(
      {
        status: 409,
        body: { detail: expect.stringContaining(`Upload ${id} has no parts.`) },
      },
    );
    expect((await call("DELETE", `/uploads/${id}`)).status).toBe(200);
  });

  test("removes exactly the media that are no longer needed, and writes their number to the metrics", async () => {
    const before = await recordsAndFiles();
    const { cases, expected } = mediaCases(table, stack.s3, stack.bucket, Date.now());
    for (const make of Object.values(cases)) await make();
    const [fired] = await stack.fireCleanUp();
    expect(fired).toMatchObject({ ok: true, payload: { counts: { removedMedia: 12, removedFiles: 3 } } });
    const after = await recordsAndFiles();
    expect(newIn(after.records, before.records)).toEqual(new Set(expected.records));
    expect(newIn(after.files, before.files)).toEqual(new Set(expected.files));
    const metrics = readFileSync(inject("service").logFile, "utf8")
      .split("\n")
      .flatMap((line) => (line.includes('"_aws"') ? [JSON.parse(line.slice(line.indexOf("{")))] : []));
    expect(metrics.findLast(({ RemovedMedia }) => RemovedMedia === 12)).toMatchObject({
      _aws: {
        CloudWatchMetrics: [{ Namespace: "WildlifeAnnotation", Dimensions: [["service", "function_name"]] }],
      },
      service: "clean-up",
      function_name: expect.stringContaining("CleanUp"),
      RemovedFiles: 3,
      Failures: 0,
      Unfinished: 0,
    });
  });

  test("removes cuts beyond a live stream's end once the stream has ended", async () => {
    const { cases } = mediaCases(table, stack.s3, stack.bucket, Date.now());
    await cases["a live stream"]();
    const { body } = await call("GET", "/media?limit=100");
    const { videostream } = body.results.at(-1);
    const { startTime } = await streamOf(videostream);
    const endTime = new Date(Date.parse(startTime) + 600_000).toISOString();
    expect((await call("PATCH", `/videostreams/${videostream}/live`, { endTime })).status).toBe(200);
    await stack.fireCleanUp();
    const media = (await call("GET", `/media?videostream=${videostream}`)).body;
    expect(media).toMatchObject({ total: 1, results: [{ end: "00:10:00.000" }] });
    expect((await call("DELETE", `/videostreams/${videostream}`)).status).toBe(200);
    await stack.fireCleanUp();
    expect((await call("GET", `/media?videostream=${videostream}`)).body.total).toBe(0);
  });
});

test("an operator can call the function with or without dryRun, and an invalid event changes nothing", async () => {
  const abandoned = await startLive(hoursAgo(26));
  const before = await readAll(scannableTable());
  expect(await stack.callJob("clean-up", { dryRun: true })).toMatchObject({
    ok: true,
    payload: { done: true, counts: { endedStreams: 1 } },
  });
  expect(await stack.callJob("clean-up", { dryrun: true })).toMatchObject({
    ok: false,
    errorMessage: expect.stringContaining("dryrun"),
  });
  expect(await readAll(scannableTable())).toEqual(before);
  expect(await stack.callJob("clean-up", {})).toMatchObject({ ok: true });
  expect((await streamOf(abandoned)).ended_by).toBe("cleanup");
});

describe("npm run cleanup", () => {
  test("with --dry-run reports the changes that a real run would make, and changes nothing", async () => {
    const { cases } = mediaCases(table, stack.s3, stack.bucket, Date.now());
    for (const make of Object.values(cases)) await make();
    const abandoned = await startLive(hoursAgo(26));
    const everything = async () => ({
      items: await readAll(scannableTable()),
      files: await stack.mediaFiles(),
    });
    const before = await everything();
    const dry = await runCleanUp("--dry-run");
    expect(await everything()).toEqual(before);
    expect(dry).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("0.005 minutes after its last heartbeat"),
    });
    expect(dry.stdout).toContain(`Video stream ${abandoned}: ended at `);
    expect(dry.stdout).toMatch(
      /Dry run, nothing was changed. Would end: 1 of \d+ old live streams, 0 uploads; would remove: 12 media, 3 files/,
    );
    const real = await runCleanUp();
    expect(real).toMatchObject({ code: 0 });
    expect(real.stdout).toMatch(
      /^Ended: 1 of \d+ old live streams, 0 uploads; removed: 12 media, 3 files .*; failed: 0$/m,
    );
    expect((await streamOf(abandoned)).ended_by).toBe("cleanup");
    expect((await runCleanUp()).stdout).toMatch(/^Ended: 0 of /m);
  });

  test("accepts the names of a table and a bucket", async () => {
    const { TABLE_NAME = "", MEDIA_BUCKET = "", ...rest } = jobEnvironment(stack.api.dataDir, "clean-up");
    const run = (...args: string[]) =>
      runCommand([process.execPath, "local/job.ts", "clean-up", ...args], rest);
    expect(await run("--table", TABLE_NAME, "--bucket", MEDIA_BUCKET, "--dry-run")).toMatchObject({
      code: 0,
    });
    expect(await run("--table", TABLE_NAME)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--table and --bucket must be given together"),
    });
  });

  test("reports an unreadable item, processes the other items and then fails, like the function", async () => {
    const broken = { ...keys.task("media", 0), id: "x" };
    const abandoned = await startLive(hoursAgo(26));
    await table.client.send(new PutCommand({ TableName: table.name, Item: broken }));
    try {
      const { code, stdout, stderr } = await runCleanUp();
      expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining("failed: 1") });
      expect(stderr).toContain("Task media 0000000000000000: ");
      expect((await streamOf(abandoned)).ended_by).toBe("cleanup");
      expect(await stack.fireCleanUp()).toMatchObject([
        { ok: false, errorMessage: expect.stringContaining("failed: 1") },
      ]);
    } finally {
      const Key = keys.task("media", 0);
      await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
    }
  });
});

function newIn(after: readonly number[], before: readonly number[]): ReadonlySet<number> {
  return new Set(after.filter((id) => !before.includes(id)));
}

/** The table, opened with the grants of a job that may scan it. */
function scannableTable(): Table {
  return jobTable(stack.api.dataDir, "verify-index");
}
