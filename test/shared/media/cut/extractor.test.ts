import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { bundle } from "../../../../lib/bundles.ts";
import { ExtractionError } from "../../../../shared/media/cut/extraction-error.ts";
import { type Extracted, type Extractor, extractor } from "../../../../shared/media/cut/extractor.ts";
import { jobLimits } from "../../../../shared/media/fetch/limits.ts";
import { childFile, type Engine, maxRssBytes, startEngine } from "../../../support/video/engine.ts";
import {
  extractionChildren,
  tellsOfProcesses,
  waitUntilGone,
} from "../../../support/video/extraction-children.ts";
import { readNumber } from "../../../support/video/numbered-picture.ts";
import { readJpeg } from "../../../support/video/read-jpeg.ts";
import { writeVideo } from "../../../support/video/write-video.ts";
import { startRawServer } from "../fetch/raw-server.ts";

const root = path.join(import.meta.dirname, "../../../..");

let engine: Engine;
let temporary: string;
beforeAll(async () => {
  engine = await startEngine();
  await writeVideo(path.join(engine.folder, "a.mp4"), {
    codec: "h264",
    format: "mp4",
    timesMs: Array.from({ length: 100 }, (_, number) => number * 40),
  });
  temporary = path.join(engine.folder, "temporary");
  mkdirSync(temporary);
  vi.stubEnv("TMPDIR", temporary);
});
afterAll(() => engine.close());

let own: Extractor;
beforeEach(() => {
  own = extractor({ childFile, maxRssBytes });
});
afterEach(async () => {
  own.close();
  if (tellsOfProcesses) await Promise.all(extractionChildren().map(waitUntilGone));
  expect(readdirSync(temporary)).toEqual([]);
});

function still<T>(
  use: (extracted: Extracted) => Promise<T>,
  more: { url?: string; deadlineMs?: number; by?: Extractor; atMs?: number } = {},
) {
  const { url = `${engine.server.origin}/a.mp4`, deadlineMs = 20_000, by = own, atMs = 1000 } = more;
  const rules = { allowedOrigins: [new URL(url).origin] };
  const excerpt = { kind: "still", atMs } as const;
  return by.extract({ url, excerpt, rules, limits: jobLimits.still }, deadlineMs, use);
}

async function numberOf({ file }: Extracted): Promise<number> {
  return readNumber(readJpeg(file));
}

test("the extracted file exists while it is used, and comes with the numbers of requests and bytes", async () => {
  const { bytes, sizeBytes, stats } = await still(async (extracted) => {
    return { ...extracted, bytes: readFileSync(extracted.file) };
  });
  expect(bytes).toHaveLength(sizeBytes);
  expect(stats.requests).toBeGreaterThan(0);
  expect(stats.bytes).toBeGreaterThan(1000);
});

test("extract() rejects with the error of the function that uses the file", async () => {
  await expect(still(() => Promise.reject(new Error("No room.")))).rejects.toThrow("No room.");
});

test("concurrent jobs run one after the other", async () => {
  const numbers = await Promise.all([0, 400, 1200, 3960].map((atMs) => still(numberOf, { atMs })));
  expect(numbers).toEqual([0, 10, 30, 99]);
});

describe("a silent source", () => {
  test("makes its job and the waiting job fail at their deadlines, but not the next job", async () => {
    const silent = await startRawServer(() => {});
    const jobs = [
      still(numberOf, { url: silent.origin, deadlineMs: 1000 }),
      still(numberOf, { deadlineMs: 500 }),
    ];
    const outcomes = await Promise.allSettled(jobs);
    expect(outcomes).toMatchObject(jobs.map(() => ({ reason: { reason: "out-of-time" } })));
    expect(await still(numberOf)).toBe(25);
    await silent.close();
  });
});

test("a child process that does not start is not reported as a fault of the video", async () => {
  const broken = extractor({ childFile: path.join(temporary, "extraction-child-missing.ts"), maxRssBytes });
  const error = await still(numberOf, { by: broken }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(ExtractionError);
});

if (!tellsOfProcesses) console.log("Skipped: tests that look at processes in /proc, which only Linux has.");
describe.runIf(tellsOfProcesses)("the child process", () => {
  test("is reused for fifty jobs and then replaced", async () => {
    const ids: (number | undefined)[] = [];
    for (let job = 0; job < 51; job += 1) {
      await still(async () => ids.push(extractionChildren().at(-1)));
    }
    expect(ids[0]).toBeGreaterThan(0);
    expect(new Set(ids.slice(0, 49))).toHaveLength(1);
    expect(ids[50]).not.toBe(ids[0]);
  });

  test("is replaced if it crashes in a job, which reports its video as unreadable", async () => {
    await still(numberOf);
    const [id = 0] = extractionChildren();
    const server = await startRawServer(() => process.kill(id, "SIGKILL"));
    await expect(still(numberOf, { url: server.origin })).rejects.toMatchObject({ reason: "unreadable" });
    expect(await still(numberOf)).toBe(25);
    await server.close();
  });

  test("is replaced if it crashes between jobs", async () => {
    await still(numberOf);
    const [id = 0] = extractionChildren();
    process.kill(id, "SIGKILL");
    await waitUntilGone(id);
    expect(await still(numberOf)).toBe(25);
  });

  test("is replaced if a job starts before the parent notices the crash", async () => {
    await still(numberOf);
    const [id = 0] = extractionChildren();
    process.kill(id, "SIGKILL");
    expect(await still(numberOf)).toBe(25);
  });

  test.each([
    ["does not keep its parent alive", "end", undefined],
    ["ends when its parent is killed", "wait", "SIGKILL"],
  ] as const)("%s", async (_, then, signal) => {
    const script = path.join(import.meta.dirname, "extract-in-child.ts");
    const parent = spawn(process.execPath, [script, `${engine.server.origin}/a.mp4`, then], {
      stdio: ["ignore", "pipe", "inherit"],
      timeout: 20_000,
    });
    const [line] = await once(createInterface(parent.stdout), "line");
    const { children } = JSON.parse(String(line)) as { children: number[] };
    expect(children).toHaveLength(1);
    if (signal) parent.kill(signal);
    const [code] = await once(parent, "close");
    expect(code).toBe(signal ? null : 0);
    await Promise.all(children.map(waitUntilGone));
  });
});

test("the child process works as a bundle, with only the decoder's binary beside it", async () => {
  const folder = path.join(engine.folder, "bundle");
  bundle([{ in: "shared/media/cut/extraction-child.ts", out: "extraction-child" }], folder);
  mkdirSync(path.join(folder, "node_modules"));
  symlinkSync(path.join(root, "node_modules/@seydx"), path.join(folder, "node_modules/@seydx"));
  const bundled = extractor({ childFile: path.join(folder, "extraction-child.mjs"), maxRssBytes });
  expect(await still(numberOf, { by: bundled })).toBe(25);
  bundled.close();
});
