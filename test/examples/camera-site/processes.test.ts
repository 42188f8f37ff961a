import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openOutbox } from "../../../examples/camera-site/outbox.mjs";
import { openQueue } from "../../../examples/camera-site/queue.mjs";
import { listSetAside, retrySetAside } from "../../../examples/camera-site/set-aside.mjs";
import { tidy } from "../../../examples/camera-site/tidy.mjs";
import { runCommand } from "../../support/stack/run-command.ts";

const program = "examples/camera-site/camera-site.mjs";
const startTime = "2026-03-01T06:00:00.000Z";
const dayMs = 24 * 3_600_000;

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "camera-site-"));
  writeFileSync(path.join(root, "key"), "wvk_1_secret\n");
  openQueue(root);
});
afterEach(() => rmSync(root, { recursive: true, maxRetries: 10 }));

/** Nobody listens there. */
const environment = () => ({
  CAMERA_SITE_API: "http://127.0.0.1:40999/api/v1",
  CAMERA_SITE_QUEUE: root,
  CAMERA_SITE_SOURCE: "3",
  CAMERA_SITE_KEY_FILE: path.join(root, "key"),
});
const site = (...args: string[]) => runCommand([process.execPath, program, ...args], environment());
const start = (stream: string) =>
  openQueue(root).recordStart(stream, { stream_url: "s3://b/1", capturesource: 3, startTime });
const waiting = () =>
  openOutbox(root)
    .streams()
    .flatMap(({ name, waiting }) => waiting.map(({ kind }) => `${name} ${kind}`));

test("the script needs nothing but Node", () => {
  const folder = path.dirname(program);
  const sources = readdirSync(folder).filter((file) => file.endsWith(".mjs"));
  const imported = sources.flatMap((file) =>
    [...readFileSync(path.join(folder, file), "utf8").matchAll(/(?:from |import\()"([^"]+)"/g)].map(
      ([, name]) => name,
    ),
  );
  expect(imported.length).toBeGreaterThan(20);
  expect(imported.filter((name) => !/^(node:\w+(\/promises)?|\.\/[\w-]+\.mjs)$/.test(name ?? ""))).toEqual(
    [],
  );
});

describe("two processes on one queue", () => {
  test("do not both send; a sender that was killed does not stand in the way", async () => {
    const first = spawn(process.execPath, [program, "run"], { env: { ...process.env, ...environment() } });
    try {
      for (let waited = 0; !existsSync(path.join(root, "sender.lock")); waited += 50) {
        if (waited > 20_000) throw new Error("The first sender did not begin.");
        await sleep(50);
      }
      const second = await site("send");
      expect(second).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`(process ${first.pid}) is at work on`),
      });
      expect(
        (await site("record-start", "--url", "s3://b/1", "--stream", "a", "--time", startTime)).code,
      ).toBe(0);
    } finally {
      first.kill("SIGKILL");
      await once(first, "close");
    }
    expect(await site("send")).toMatchObject({
      code: 75,
      stdout: expect.stringContaining("1 events of 1 streams wait"),
    });
    expect(existsSync(path.join(root, "sender.lock"))).toBe(false);
  });

  test("do not take each other's process ids for a sender", async () => {
    writeFileSync(path.join(root, "sender.lock"), `${process.pid} 1 another-boot`);
    expect((await site("send")).code).toBe(0);
  });

  test("record at one time, and all of it is there", async () => {
    start("a");
    const detect = (n: number) =>
      site("detect", "--stream", "a", "--start", "00:00:01", "--observer", "x", `n=${n}`);
    const said = await Promise.all([1, 2, 3, 4, 5, 6].map(detect));
    expect(said.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(waiting().length).toBe(7);
  });

  test("that record one start: one of them is told", async () => {
    const begin = (url: string) => site("record-start", "--stream", "a", "--url", url, "--time", startTime);
    const said = await Promise.all([begin("s3://b/1"), begin("s3://b/2")]);
    expect(said.map(({ code }) => code).toSorted()).toEqual([0, 1]);
    expect(said.map(({ stderr }) => stderr).join("")).toContain("Another recording has the name a.");
    expect(waiting()).toEqual(["a start"]);
  });
});

describe("a command", () => {
  test.each<[string, string[], string]>([
    ["without a stream that is known", ["record-end", "--stream", "x"], "No stream x has been recorded here"],
    ["that would leave the queue's folder", ["alive", "--stream", "../x"], "cannot be the name"],
    [
      "with a time without a zone",
      ["record-start", "--url", "u", "--time", "2026-03-01T06:00:00"],
      "is no time",
    ],
    [
      "without a place in the video",
      ["detect", "--stream", "a", "--start", "6", "--observer", "x", "a=b"],
      "is no place",
    ],
    ["without an observer", ["detect", "--stream", "a", "--start", "00:00:06", "a=b"], "--observer"],
    [
      "with a box turned over",
      ["detect", "--stream", "a", "--start", "00:00:06", "--observer", "x", "--box", "9,0,1,1", "a=b"],
      "is no box",
    ],
    [
      "with a key that is no header's",
      ["detect", "--stream", "a", "--start", "00:00:06", "--observer", "x", "--key", "é", "a=b"],
      "cannot be a key",
    ],
    ["with nothing seen", ["detect", "--stream", "a", "--start", "00:00:06", "--observer", "x"], "key=value"],
    [
      "with an open way for the key",
      ["send", "--api", "http://example.org/api/v1"],
      "must be an https: address",
    ],
    [
      "of a file that ends before it begins",
      ["record-start", "--url", "u", "--time", startTime, "--end", "2026-03-01T05:00:00Z"],
      "cannot have ended",
    ],
    ["that is not there", ["begin"], "There is no command begin"],
    ["with an option that is not there", ["send", "--quue", "x"], "'--quue'"],
  ])("%s records nothing and says why", async (_, args, sentence) => {
    expect(await site(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining(sentence) });
    expect(waiting()).toEqual([]);
  });

  test("that ends a stream before its start is refused; its first end counts", async () => {
    start("a");
    const end = (time: string) => site("record-end", "--stream", "a", "--time", time);
    expect((await end("2026-03-01T05:00:00Z")).stderr).toContain("cannot have ended at");
    expect((await end("2026-03-01T07:00:00Z")).code).toBe(0);
    expect((await end("2026-03-01T08:00:00Z")).code).toBe(0);
    expect(waiting()).toEqual(["a start", "a end"]);
  });

  test("says what it can do", async () => {
    expect(await site("--help")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("record-start --url"),
    });
  });
});

test("what was set aside is listed with its reason and can be put back", () => {
  const queue = openQueue(root);
  const outbox = openOutbox(root);
  start("a");
  start("b");
  queue.recordDetection("b", { n: 1 });
  outbox.accepted("b", "start", 7);
  outbox.setAside("b", outbox.streams()[1]?.waiting[0]?.file ?? "", { status: 400, detail: "no" });
  outbox.setStreamAside("a", { status: 400, detail: "never" });
  queue.recordDetection("a", { n: 2 });
  expect(waiting()).toEqual([]);
  expect(listSetAside(root)).toMatchObject([
    { what: "a", why: expect.stringContaining("never") },
    { what: expect.stringMatching(/^b\/.*detection/), why: expect.stringContaining("no") },
  ]);
  expect(retrySetAside(root)).toBe(2);
  expect(waiting()).toEqual(["a start", "a detection", "b detection"]);
  expect(readdirSync(path.join(root, "rejected"))).toEqual([]);
});

test("what is over and done with is removed after 91 days, what waits never", () => {
  const outbox = openOutbox(root);
  for (const stream of ["done", "waits", "live", "new"]) {
    openQueue(root).recordStart(stream, { stream_url: "s3://b/1", capturesource: 3, startTime });
    outbox.accepted(stream, "start", 7);
    if (stream === "live") continue;
    openQueue(root).recordEnd(stream, "2026-03-01T07:00:00.000Z");
    const [next] = outbox.streams().find(({ name }) => name === stream)?.waiting ?? [];
    if (next) outbox.ended(stream, next.file);
  }
  openQueue(root).recordDetection("waits", { n: 1 });
  writeFileSync(path.join(root, "tmp", "half-written"), "{");
  const long = (Date.now() - 92 * dayMs) / 1000;
  for (const old of ["streams/done", "streams/waits", "streams/live", "tmp/half-written"]) {
    utimesSync(path.join(root, old), long, long);
  }
  tidy(root, Date.now());
  expect(readdirSync(path.join(root, "streams"))).toEqual(["live", "new", "waits"]);
  expect(readdirSync(path.join(root, "tmp"))).toEqual([]);
});
