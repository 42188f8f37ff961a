import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readLinkState } from "../../camera-site/link/state.mjs";
import { openOutbox } from "../../camera-site/queue/outbox.mjs";
import { openQueue } from "../../camera-site/queue/queue.mjs";
import { listSetAside, retrySetAside } from "../../camera-site/queue/set-aside.mjs";

/** A queue as version 0.2.0 wrote it, file by file. A site that is upgraded must still send all of it. */
const key = "5f0c2c0e-7d5f-4c56-9a57-0b8f0f4b6f10";
const detection = {
  timespan: { start: "00:00:01", end: "00:00:02" },
  observer: "x",
  observation: { a: "b" },
};
const start = { stream_url: "s3://b/1", capturesource: 3, startTime: "2026-03-01T06:00:00.000Z" };
const end = { endTime: "2026-03-01T07:00:00.000Z" };
const files: Readonly<Record<string, unknown>> = {
  "streams/new/start.json": { key, body: start },
  "streams/new/000000001-detection-1f3a99c0.json": { key: "frame 1", body: detection },
  "streams/live/started-7.json": { key, body: start },
  "streams/live/alive": undefined,
  "streams/live/000000002-detection-0000000a.json": { key, body: detection },
  "streams/live/000000003-end-99c0aaaa.json": { key, body: end },
  "streams/over/started-8.json": { key, body: start },
  "streams/over/ended.json": { key, body: end },
  "streams/clip/recording.json": { key, body: { ...start, ...end } },
  "streams/sent-clip/recorded-9.json": { key, body: { ...start, ...end } },
  "rejected/bad/start.json": { key, body: start },
  "rejected/bad.problem": { status: 400, detail: "no" },
  "rejected/live/000000001-detection-1f3a99c0.json": { key, body: detection },
  "rejected/live/000000001-detection-1f3a99c0.json.problem": { status: 400, detail: "past the end" },
  "link.json": {
    at: "2026-03-01T08:00:00.000Z",
    problem: "",
    clock: { aheadMs: 5, wallMs: 1, uptimeMs: 2, boot: "b" },
  },
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "camera-site-"));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content === undefined ? "" : `${JSON.stringify(content, undefined, 2)}\n`);
  }
});
afterEach(() => rmSync(root, { recursive: true }));

const waiting = () =>
  openOutbox(root)
    .streams()
    .map(({ name, id, ended, waiting }) => [name, id, ended, waiting.map(({ kind }) => kind).join()]);

test("reads every file of a queue that version 0.2.0 wrote", () => {
  openQueue(root);
  expect(waiting()).toEqual([
    ["clip", undefined, false, "recording"],
    ["live", 7, false, "detection,end"],
    ["new", undefined, false, "start,detection"],
    ["over", 8, true, ""],
    ["sent-clip", 9, true, ""],
  ]);
  expect(openOutbox(root).read("new", "start.json")).toEqual({ key, body: start });
  expect(readLinkState(root)).toEqual(files["link.json"]);
  expect(listSetAside(root).map(({ what }) => what)).toEqual([
    "bad",
    "live/000000001-detection-1f3a99c0.json",
  ]);
  retrySetAside(root);
  expect(waiting().slice(0, 2)).toEqual([
    ["bad", undefined, false, "start"],
    ["clip", undefined, false, "recording"],
  ]);
  expect(waiting()[2]).toEqual(["live", 7, false, "detection,detection,end"]);
});

test("writes files in the format of version 0.2.0", () => {
  const queue = openQueue(root);
  queue.recordStart("next", start);
  queue.recordDetection("next", detection, "frame 1");
  queue.recordEnd("next", end.endTime);
  const folder = path.join(root, "streams/next");
  expect(readdirSync(folder).sort()).toEqual([
    expect.stringMatching(/^000000001-detection-[0-9a-f]{8}\.json$/),
    expect.stringMatching(/^000000002-end-[0-9a-f]{8}\.json$/),
    "start.json",
  ]);
  const [first = ""] = readdirSync(folder).sort();
  expect(JSON.parse(readFileSync(path.join(folder, first), "utf8"))).toEqual({
    key: "frame 1",
    body: detection,
  });
  openOutbox(root).accepted("next", "start", 11);
  expect(readdirSync(folder)).toContain("started-11.json");
});
