import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../support/api/api.ts";
import { importFolder } from "../support/import-command.ts";
import { type CardFile, clipTimesMs, writeCards } from "../support/memory-cards.ts";
import { readNumber } from "../support/video/numbered-picture.ts";
import { readJpeg } from "../support/video/read-jpeg.ts";

const { call, userWith, origin } = openApi();
const folder = mkdtempSync(path.join(tmpdir(), "cards-"));
/** Unique names, because other tests also create cameras. */
const names = ["Weir", "Ridge", "Otter bend"].map((name) => `${name} ${crypto.randomUUID().slice(0, 8)}`);

let token: string;
let files: readonly CardFile[];
const cameras = new Map<string, number>();
beforeAll(async () => {
  ({ token } = await userWith("curator"));
  for (const name of names) {
    const body = { name, location: "51.2,5.6", camera_hardware: "", time_zone: "+02:00" };
    cameras.set(name, (await call("POST", "/capturesources", { token, body })).body.id);
  }
  files = await writeCards(folder, names, { clips: 30, pictures: 200 });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command, and kills it when it has reported `killAfter` files. */
function importCards(killAfter = Number.POSITIVE_INFINITY) {
  const killed = new AbortController();
  const onOutput = (output: string) => {
    if (output.split("\n[").length > killAfter) killed.abort();
  };
  return importFolder(folder, { origin, token, signal: killed.signal, onOutput });
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const get = (target: string) => call("GET", target, { token });

/** Returns all streams of a camera. */
async function streamsOf(camera: number) {
  const found = [];
  for (;;) {
    const { body } = await get(`/videostreams?capturesource=${camera}&limit=100&offset=${found.length}`);
    found.push(...body.results);
    if (found.length >= body.total) return found;
  }
}

async function playUrl(stream: number): Promise<string> {
  const { body } = await get(`/videostreams/${stream}/play`);
  return body.url;
}

describe("the import of a folder", { shuffle: false }, () => {
  test("imports each clip and picture of several cameras once, even if the command is killed three times", {
    timeout: 300_000,
  }, async () => {
    const kills = [0, 1, 2].map(() => 1 + Math.floor(Math.random() * 60));
    for (const after of kills) expect((await importCards(after)).code, `killed after ${kills}`).toBeNull();
    const last = await importCards();
    expect(last.output).toMatch(/\d+ files? imported, \d+ already there\. .* were sent\.\n$/);
    expect(last.code).toBe(0);

    const arrived = await Promise.all(
      [...cameras].map(async ([camera, id]) => {
        const found: string[] = [];
        for (const { id: stream, startTime } of await streamsOf(id)) {
          const bytes = await (await fetch(await playUrl(stream))).bytes();
          found.push(`${camera} ${startTime} ${sha256(bytes)}`);
        }
        return found;
      }),
    );
    const onDisk = files.map(({ path: file, camera, startMs }) => {
      const bytes = readFileSync(path.join(folder, file));
      return `${camera} ${new Date(startMs).toISOString()} ${sha256(bytes)}`;
    });
    expect(arrived.flat().toSorted()).toEqual(onDisk.toSorted());

    const further = await importCards();
    expect(further.code).toBe(0);
    expect(further.output).toContain("230 of them seem to be in the service already");
    expect(further.output).toContain("\n0 files imported, 230 already there. Nothing was sent.\n");
  });

  test("creates clips that support range requests and stills of each frame", async () => {
    const clip = files[0];
    if (clip === undefined) throw new Error("There must be a clip");
    const streams = await streamsOf(cameras.get(clip.camera) ?? 0);
    const { id } = streams.find(({ startTime }) => startTime === new Date(clip.startMs).toISOString());
    const bytes = readFileSync(path.join(folder, clip.path));
    const range = await fetch(await playUrl(id), { headers: { Range: "bytes=100-199" } });
    expect(range.status).toBe(206);
    expect(Buffer.from(await range.bytes())).toEqual(bytes.subarray(100, 200));

    for (const [frame, ms] of clipTimesMs.entries()) {
      const items = [{ videostream: id, time: `00:00:00.${String(ms).padStart(3, "0")}` }];
      const { body } = await call("POST", "/stills", { token, body: { items } });
      const file = path.join(folder, "still.jpeg");
      writeFileSync(file, await (await fetch(body.results[0].url)).bytes());
      expect(readNumber(readJpeg(file))).toBe(frame);
    }
  });
});
