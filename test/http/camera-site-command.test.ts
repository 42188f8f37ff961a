import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";
import { siteCommand } from "../support/site-command.ts";

const api = openApi();
let token: string;
let source: number;
let keyId: number;
let site: ReturnType<typeof siteCommand>;
beforeEach(async () => {
  token = (await api.userWith("admin")).token;
  const body = { name: "Ridge", location: "1,2", camera_hardware: "" };
  source = (await api.call("POST", "/capturesources", { token, body })).body.id;
  site = siteCommand({ api: `${api.origin}/api/v1/`, source });
  await useNewKey();
});
afterEach(() => site.remove());

async function useNewKey(): Promise<void> {
  const { body } = await api.call("POST", `/capturesources/${source}/keys`, { token, body: {} });
  keyId = body.id;
  site.useKey(body.key);
}

const revokeKey = () => api.call("DELETE", `/capturesources/${source}/keys/${keyId}`, { token });
const streams = async () =>
  (await api.call("GET", `/videostreams?capturesource=${source}`, { token })).body.results;

test("the site command records a live stream with a detection, and sends both once", async () => {
  const start = [
    "record-start",
    "--url",
    "https://video.example/ridge/1.mp4",
    "--time",
    "2026-03-01T06:00:00+02:00",
  ];
  const started = await site.run(...start);
  expect(started).toMatchObject({ code: 0, stderr: "" });
  const stream = started.stdout.trim();
  expect(stream).toMatch(/^20260301T040000Z-[0-9a-f]{6}$/);
  const when = ["--start", "00:01:02.5", "--box", "1,2,30,40"];
  const detect = ["detect", "--stream", stream, ...when, "--observer", "detector 1", "--key", "frame 7"];
  for (let times = 0; times < 2; times += 1) {
    expect((await site.run(...detect, "species=Vulpes vulpes")).code).toBe(0);
  }
  expect((await site.run("alive", "--stream", stream)).code).toBe(0);
  expect(await site.run("send")).toMatchObject({
    code: 0,
    stderr: "",
    stdout: expect.stringContaining("No events wait to be sent."),
  });
  const [{ id }] = await streams();
  const status = await site.run("status");
  expect(status.stdout).toContain(`${stream} (stream ${id}) is live.`);
  expect(status.stdout).toMatch(/Link at .*: up\.\nClock: agrees with the service's\./);

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

test("the site command keeps events while its key is revoked, and sends them with a new key", async () => {
  const start = ["record-start", "--stream", "live", "--url", "https://video.example/ridge/1.mp4"];
  expect((await site.run(...start, "--time", "2026-03-01T04:00:00Z")).code).toBe(0);
  expect((await site.run("send")).code).toBe(0);
  await revokeKey();
  const end = ["record-end", "--stream", "live", "--time", "2026-03-01T05:00:00Z"];
  expect((await site.run(...end)).code).toBe(0);
  expect(await site.run("send")).toMatchObject({ code: 77, stderr: expect.stringContaining("401") });
  expect((await site.run("status")).stdout).toContain("401");
  await useNewKey();
  const clip = ["record-start", "--stream", "clip", "--url", "https://video.example/ridge/2.mp4"];
  const times = ["--time", "2026-03-02T06:00:00Z", "--end", "2026-03-02T06:00:09Z"];
  expect((await site.run(...clip, ...times)).code).toBe(0);
  expect((await site.run("send")).code).toBe(0);
  expect(await streams()).toMatchObject([
    { startTime: "2026-03-01T04:00:00.000Z", endTime: "2026-03-01T05:00:00.000Z", ended_by: "site" },
    { startTime: "2026-03-02T06:00:00.000Z", endTime: "2026-03-02T06:00:09.000Z", ended_by: null },
  ]);
});

test("send reports a revoked key even if the queue is empty", async () => {
  expect((await site.run("send")).code).toBe(0);
  await revokeKey();
  expect(await site.run("send")).toMatchObject({
    code: 77,
    stderr: expect.stringMatching(/401: .*Ask an admin for a new site key and write it to .*key\./),
  });
});

test("send ignores --source, because each event has its own source", async () => {
  expect((await site.run("send", "--source", String(source + 1))).code).toBe(0);
});

test("send exits with 65 while events are set aside, and sends them after they are corrected", async () => {
  expect((await site.run("record-start", "--stream", "bad", "--url", "ftp://ridge/3.mp4")).code).toBe(0);
  const end = ["record-end", "--stream", "bad"];
  expect((await site.run(...end)).code).toBe(0);
  expect(
    (await site.run("record-start", "--stream", "good", "--url", "https://video.example/ridge/4.mp4")).code,
  ).toBe(0);
  const sent = await site.run("send");
  const folder = path.join(site.root, "rejected");
  expect(sent).toMatchObject({
    code: 65,
    stderr: `Not sent. Set aside in ${folder}: 2 events.\n`,
    stdout: expect.stringContaining(`Set aside in ${folder}: 2 events:\n  bad (2 events): 400: `),
  });
  expect(sent.stdout).toMatch(
    /`stream_url` must be .*\n.*Correct each file, or delete it\. Then run the command retry: /,
  );
  expect((await site.run("send")).code).toBe(65);
  site.edit("rejected/bad/start.json", "ftp:", "https:");
  expect(await site.run("retry")).toMatchObject({
    code: 0,
    stdout: "Back in the queue: events of 1 stream.\n",
  });
  expect(await site.run("send")).toMatchObject({
    code: 0,
    stderr: "",
    stdout: expect.not.stringContaining("set aside"),
  });
  expect((await streams()).length).toBe(2);
});
