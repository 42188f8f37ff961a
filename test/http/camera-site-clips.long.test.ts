import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, inject, test } from "vitest";
import { siteStatus } from "../../camera-site/commands/status.mjs";
import { openQueue } from "../../camera-site/queue/queue.mjs";
import { openApi } from "../support/api/api.ts";
import { startFaultyLink } from "../support/faulty-link.ts";
import { below, seededRandom } from "../support/seeded-random.ts";
import type { SiteConfig } from "../support/site-in-child.ts";
import { writeVideo } from "../support/video/write-video.ts";

const { call, userWith } = openApi();
const { origin } = inject("service");
const minuteMs = 60_000;
const startMs = Date.parse("2026-03-01T06:00:00Z");
/** Sizes of the clips in bytes. The first clip needs two parts, and the others are small. */
const paddings = [17 * 2 ** 20, 100, 200, 300, 400];
const streams = 3;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("a site that has a bad link and is killed at random sends each clip once, unchanged, and after the detections", {
  timeout: 240_000,
}, async () => {
  const seed = Date.now() % 2 ** 31;
  const random = seededRandom(seed);
  const { token } = await userWith("admin");
  const place = { name: `Ridge ${seed}`, location: "51.2,5.6", camera_hardware: "" };
  const source: number = (await call("POST", "/capturesources", { token, body: place })).body.id;
  const { key } = (await call("POST", `/capturesources/${source}/keys`, { token, body: {} })).body;
  const link = await startFaultyLink({ target: origin, seed, rate: 0.2, isDown: () => false });
  const root = mkdtempSync(path.join(tmpdir(), "clips-"));
  try {
    const sums = await record(root, source, random);
    const kills = await runSite(
      {
        root,
        api: `${link.origin}/1/api/v1`,
        key,
        source,
        actions: [],
        week: { fromMs: 0, realMs: 0, speed: 1 },
      },
      () => 500 + below(random, 2500),
    );
    await link.drained();
    const list = async (target: string) =>
      (await call("GET", `${target}&capturesource=${source}&limit=100`, { token })).body.results;
    const found: { id: number; stream_url: string; startTime: string }[] = await list("/videostreams?");
    const clips = found.filter(({ stream_url }) => stream_url.startsWith("s3:"));
    const labels: { videostreamId: number; id: number; created: string }[] = await list(
      "/annotations?shape=observation",
    );
    console.log(`${found.length} streams, ${labels.length} detections, ${kills} kills, seed ${seed}`);
    expect(found).toHaveLength(streams + paddings.length);
    expect(clips.map(({ startTime }) => startTime).toSorted()).toEqual(
      paddings.map((_, i) => new Date(startMs + (10 + i) * minuteMs).toISOString()),
    );
    for (const { id, startTime } of clips) {
      const { url } = (await call("GET", `/videostreams/${id}/play`, { token })).body;
      const stored = Buffer.from(await (await fetch(url)).arrayBuffer());
      expect(sha256(stored), startTime).toBe(sums.get(startTime));
    }
    const clipIds = clips.map(({ id }) => id);
    const [ofClips, others] = [
      labels.filter(({ videostreamId }) => clipIds.includes(videostreamId)),
      labels.filter(({ videostreamId }) => !clipIds.includes(videostreamId)),
    ];
    expect([ofClips.length, others.length]).toEqual([paddings.length, 2 * streams]);
    expect(Math.max(...others.map(({ id }) => id))).toBeLessThan(Math.min(...ofClips.map(({ id }) => id)));
    expect(kills).toBeGreaterThan(0);
  } finally {
    await link.close();
    rmSync(root, { recursive: true, maxRetries: 10 });
  }
});

/**
 * Queues recordings with two detections each, and clips with one detection each. Returns the SHA-256 of each clip by
 * the clip's start.
 */
async function record(root: string, source: number, random: () => number): Promise<Map<string, string>> {
  const queue = openQueue(root);
  const media = path.join(root, "camera");
  mkdirSync(media);
  const small = path.join(media, "small.mp4");
  const timesMs = Array.from({ length: 10 }, (_, i) => i * 40);
  await writeVideo(small, { codec: "h264", format: "mp4", muxing: { movflags: "faststart" }, timesMs });
  const detect = (stream: string, key: string) =>
    queue.recordDetection(
      stream,
      {
        timespan: { start: "00:00:00", end: "00:00:00" },
        observer: "detector 1",
        observation: { species: "Lutra lutra" },
      },
      key,
    );
  const sums = new Map<string, string>();
  for (const [i, padding] of paddings.entries()) {
    const box = Buffer.alloc(padding, Math.floor(random() * 256));
    box.writeUInt32BE(padding);
    box.write("free", 4);
    const bytes = Buffer.concat([readFileSync(small), box]);
    const file = path.join(media, `${i}.mp4`);
    writeFileSync(file, bytes);
    const startTime = new Date(startMs + (10 + i) * minuteMs).toISOString();
    queue.recordClip(`clip-${i}`, file, {
      ...{ filename: `${i}.mp4`, type: "video/mp4", capturesource: source, startTime },
    });
    detect(`clip-${i}`, "frame 0");
    // A recorder deletes its files to free space.
    rmSync(file);
    sums.set(startTime, sha256(bytes));
  }
  for (let i = 0; i < streams; i++) {
    queue.recordStart(`recording-${i}`, {
      stream_url: `https://ridge.example/${i}.mp4`,
      capturesource: source,
      startTime: new Date(startMs + i * minuteMs).toISOString(),
      endTime: new Date(startMs + (i + 1) * minuteMs).toISOString(),
    });
    for (const key of ["frame 1", "frame 2"]) detect(`recording-${i}`, key);
  }
  return sums;
}

/** Runs the site until everything is sent, and kills it up to three times. Returns the number of kills. */
async function runSite(config: SiteConfig, lifeMs: () => number): Promise<number> {
  const file = path.join(config.root, "config.json");
  writeFileSync(file, JSON.stringify(config));
  const program = path.join(import.meta.dirname, "../support/site-in-child.ts");
  for (let kills = 0; ; kills += 1) {
    const child = spawn(process.execPath, [program, file], { stdio: ["pipe", "ignore", "pipe"] });
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), kills < 3 ? lifeMs() : 180_000);
    const [code] = await once(child, "close");
    clearTimeout(timer);
    if (code === 0) return kills;
    if (kills >= 3) throw new Error(`The site did not finish: ${errors}${siteStatus(config.root).text}`);
  }
}
