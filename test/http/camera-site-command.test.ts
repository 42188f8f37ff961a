import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openApi } from "../support/api.ts";
import { runCommand } from "../support/run-command.ts";

const api = openApi();
let root: string;
let token: string;
let source: number;
let keyId: number;
beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), "camera-site-"));
  token = (await api.userWith("admin")).token;
  const body = { name: "Ridge", location: "1,2", camera_hardware: "" };
  source = (await api.call("POST", "/capturesources", { token, body })).body.id;
  await newKey();
});
afterEach(() => rmSync(root, { recursive: true }));

const keyFile = () => path.join(root, "key");

async function newKey(): Promise<void> {
  const { body } = await api.call("POST", `/capturesources/${source}/keys`, { token, body: {} });
  keyId = body.id;
  writeFileSync(keyFile(), `${body.key}\n`);
}

const site = (...args: string[]) =>
  runCommand([process.execPath, "examples/camera-site/camera-site.mjs", ...args], {
    CAMERA_SITE_API: `${api.origin}/api/v1/`,
    CAMERA_SITE_QUEUE: path.join(root, "queue"),
    CAMERA_SITE_SOURCE: String(source),
    CAMERA_SITE_KEY_FILE: keyFile(),
  });
const streams = async () =>
  (await api.call("GET", `/videostreams?capturesource=${source}`, { token })).body.results;

test("a site records and sends, and sends the rest after its revoked key is replaced", async () => {
  const started = await site(
    "record-start",
    "--url",
    "s3://ridge/1.mp4",
    "--time",
    "2026-03-01T06:00:00+02:00",
  );
  expect(started).toMatchObject({ code: 0, stderr: "" });
  const stream = started.stdout.trim();
  expect(stream).toMatch(/^20260301T040000Z-[0-9a-f]{6}$/);
  const detection = [
    "--start",
    "00:01:02.5",
    "--observer",
    "detector 1",
    "--box",
    "1,2,30,40",
    "--key",
    "frame 7",
  ];
  for (let times = 0; times < 2; times += 1) {
    expect((await site("detect", "--stream", stream, ...detection, "species=Vulpes vulpes")).code).toBe(0);
  }
  expect((await site("alive", "--stream", stream)).code).toBe(0);
  expect(await site("send")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("0 events of 0 streams wait"),
  });
  const [{ id }] = await streams();
  const status = await site("status");
  expect(status.stdout).toContain(`${stream} (stream ${id}) is live.`);
  expect(status.stdout).toMatch(/Link at .*: up\.\nClock: 0\.0 s ahead/);

  await api.call("DELETE", `/capturesources/${source}/keys/${keyId}`, { token });
  const times = ["--time", "2026-03-01T05:00:00Z"];
  expect((await site("record-end", "--stream", stream, ...times)).code).toBe(0);
  expect(await site("send")).toMatchObject({ code: 77, stderr: expect.stringContaining("401") });
  expect((await site("status")).stdout).toContain("401");
  await newKey();
  const clip = ["record-start", "--stream", "clip", "--url", "s3://ridge/2.mp4"];
  expect((await site(...clip, "--time", "2026-03-02T06:00:00Z", "--end", "2026-03-02T06:00:09Z")).code).toBe(
    0,
  );
  expect((await site("send")).code).toBe(0);

  expect(await streams()).toMatchObject([
    { id, startTime: "2026-03-01T04:00:00.000Z", endTime: "2026-03-01T05:00:00.000Z", ended_by: "site" },
    { startTime: "2026-03-02T06:00:00.000Z", endTime: "2026-03-02T06:00:09.000Z", ended_by: null },
  ]);
  const { body } = await api.call("GET", `/annotations?videostream=${id}&shape=observation`, { token });
  expect(body.results).toMatchObject([
    {
      timespan: { start: "00:01:02.500", end: "00:01:02.500" },
      boundingBox: { x1: 1, y1: 2, x2: 30, y2: 40 },
      observer: "detector 1",
      observation: { species: "Vulpes vulpes" },
    },
  ]);
});

test("a rejected event is set aside, and sent after it is corrected", async () => {
  expect((await site("record-start", "--stream", "bad", "--url", "ftp://ridge/3.mp4")).code).toBe(0);
  expect((await site("record-start", "--stream", "good", "--url", "s3://ridge/4.mp4")).code).toBe(0);
  const sent = await site("send");
  expect(sent).toMatchObject({ code: 0, stdout: expect.stringContaining("1 set aside") });
  expect(sent.stdout).toContain("/body/stream_url");
  const file = path.join(root, "queue/rejected/bad/start.json");
  writeFileSync(file, readFileSync(file, "utf8").replace("ftp:", "s3:"));
  expect(await site("retry")).toMatchObject({ code: 0, stdout: "1 streams wait again.\n" });
  expect(await site("send")).toMatchObject({ code: 0, stdout: expect.stringContaining("0 set aside.") });
  expect((await streams()).length).toBe(2);
});
