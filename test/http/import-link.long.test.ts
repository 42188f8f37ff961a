import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { openApi } from "../support/api/api.ts";
import { importFolder } from "../support/import-command.ts";
import { runCommand } from "../support/stack/run-command.ts";
import { type Fault, startRelay } from "../support/uploads/relay.ts";
import { numberedFile } from "../support/video/write-picture.ts";
import { writeVideo } from "../support/video/write-video.ts";

const { call, userWith, origin } = openApi();
const mebibyte = 2 ** 20;
const problem = (status: number, detail: string) => ({
  ...{ status, body: JSON.stringify({ type: "x", title: "x", status, detail, instance: "x" }) },
});

let token: string;
beforeAll(async () => {
  ({ token } = await userWith("curator"));
});

let camera: number;
let folder: string;
let pictures = 0;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "link-"));
  const body = {
    name: `Weir ${crypto.randomUUID()}`,
    location: "1,2",
    camera_hardware: "",
    time_zone: "+02:00",
  };
  camera = (await call("POST", "/capturesources", { token, body })).body.id;
});
afterEach(() => rmSync(folder, { recursive: true }));

async function writePicture(name: string): Promise<string> {
  const file = path.join(folder, name);
  writeFileSync(file, await numberedFile("image/png", pictures++, { width: 64, height: 48 }));
  return file;
}

/** Runs the command over a relay that causes the faults of `faultOf`. */
async function run(
  faultOf: Parameters<typeof startRelay>[1] = () => undefined,
  more: { token?: string; signal?: AbortSignal } = {},
) {
  const relay = await startRelay(origin, faultOf);
  const args = ["--camera", String(camera)];
  const result = await importFolder(folder, { origin: relay.origin, token, args, ...more });
  await relay.close();
  return { ...result, parts: relay.parts.toSorted() };
}

const streams = async () =>
  (await call("GET", `/videostreams?capturesource=${camera}`, { token })).body.results;

test("the upload of a large clip resumes after cut connections, refusals and a kill, and sends no part twice", {
  timeout: 180_000,
}, async () => {
  const file = path.join(folder, "20260301_063000.mp4");
  const timesMs = Array.from({ length: 6 }, (_, i) => i * 40);
  await writeVideo(file, { codec: "h264", format: "mp4", timesMs, width: 64, height: 48 });
  const box = Buffer.alloc(33 * mebibyte);
  box.writeUInt32BE(box.length);
  box.write("free", 4);
  writeFileSync(file, Buffer.concat([readFileSync(file), box]));

  const faults: Record<string, Fault[]> = {
    "PUT 1": ["cut"],
    "PUT 2": [{ status: 403 }, { status: 503 }],
  };
  const killed = new AbortController();
  const first = await run(
    (request, parts) => {
      if (request !== "PUT 3") return faults[request]?.shift();
      if (parts.length === 2) killed.abort();
      return "cut";
    },
    { signal: killed.signal },
  );
  expect([first.code, first.parts]).toEqual([null, [1, 2]]);
  const second = await run();
  expect(second).toMatchObject({ code: 0, output: expect.stringContaining("1 file imported"), parts: [3] });
  expect(await streams()).toMatchObject([{ startTime: "2026-03-01T04:30:00.000Z" }]);
});

test("an expired token ends the import with a message, and the next run resumes it", async () => {
  for (const name of ["a.png", "b.png"]) await writePicture(name);
  const ended = await run((request) =>
    request.endsWith("/completion") ? problem(401, "The token has expired.") : undefined,
  );
  expect(ended.code).toBe(1);
  expect(ended.output).toContain("You are not signed in: The token has expired.");
  expect(ended.output).not.toMatch(/\n\s+at /);
  const next = await run();
  expect(next).toMatchObject({
    code: 0,
    output: expect.stringContaining("2 files imported, 0 already there. Nothing was sent."),
  });
});

test("Ctrl+C ends the command with a message and the exit code 130", async () => {
  await writePicture("a.png");
  const interrupted = new AbortController();
  const { code, output } = await run(
    (request) => {
      if (request.endsWith("/parts")) interrupted.abort("SIGINT");
      return undefined;
    },
    { signal: interrupted.signal },
  );
  expect([code, output]).toEqual([130, expect.stringMatching(/\nRun the same command again to go on\.\n$/)]);
});

test("a user who has reached the daily limit gets a message before any byte is sent", async () => {
  await writePicture("a.png");
  const { token: by } = await userWith("curator");
  const body = {
    filename: "a.mp4",
    type: "video/mp4",
    bytes: 50e9,
    capturesource: camera,
    startTime: "2026-03-01T06:30:00Z",
  };
  for (const _ of [1, 2, 3, 4])
    expect((await call("POST", "/uploads", { token: by, body })).status).toBe(201);
  const { code, output, parts } = await run(undefined, { token: by });
  expect(output).toContain("0 files imported, 0 already there. Nothing was sent.\n1 file not tried.\n");
  expect(output).toContain("exceed your limit of 200 GB of uploads a day");
  expect([code, parts]).toEqual([1, []]);
});

test("files that shrink or are deleted during the import are reported, and the others are imported", async () => {
  await writePicture("a.png");
  const [shrinking, going] = [await writePicture("b.png"), await writePicture("c.png")];
  const { code, output } = await run((request) => {
    if (request.endsWith("/parts")) {
      if (existsSync(going)) rmSync(going);
      truncateSync(shrinking, 20);
    }
    return undefined;
  });
  expect(code).toBe(1);
  expect(output).toContain("c.png: It cannot be read: it is no longer there.");
  expect(output).toContain("b.png: It has changed while it was read. Import it when it is complete.");
  expect(output).toContain("1 file imported");
  expect(await streams()).toHaveLength(1);
});

test("hostile file names are sent unchanged, and printed without control characters", async () => {
  const names = [
    "two words.png",
    `'"\`$(id).png`,
    "line\nbreak\u001b[31m.png",
    "\u202egnp.exe.png",
    "50%s%20.png",
    "🦊👩‍👩‍👧.png",
  ];
  for (const name of names) await writePicture(name);
  mkdirSync(path.join(folder, "sub\u001b]0;title\u0007"));
  await writePicture("sub\u001b]0;title\u0007/c.png");
  const { code, output } = await run();
  expect(code, output).toBe(0);
  expect(output.replaceAll("\n", "")).not.toMatch(/(?!\u200d)[\p{C}\p{Zl}\p{Zp}]/u);
  expect(output).toContain("line\ufffdbreak\ufffd[31m.png: imported");
  expect(output).toContain("🦊👩‍👩‍👧.png: imported");
  expect(await streams()).toHaveLength(7);
});

test("a file whose stream was deleted is imported again, but a copy of an imported file is not", async () => {
  const file = await writePicture("a.png");
  writeFileSync(path.join(folder, "copy.png"), readFileSync(file));
  expect((await run()).output).toContain("1 file imported, 1 already there.");
  const asked: string[] = [];
  const further = await run((request) => {
    if (/ \/api\/v1\/uploads/.test(request)) asked.push(request);
    return undefined;
  });
  expect(further.output).toContain("0 files imported, 2 already there. Nothing was sent.");
  // The response to the first request of an upload says that the service has the file, so no other request follows.
  expect(new Set(asked)).toEqual(new Set(["POST /api/v1/uploads"]));
  const [{ id }] = await streams();
  const { token: admin } = await userWith("admin");
  expect((await call("DELETE", `/videostreams/${id}`, { token: admin })).status).toBe(200);
  expect((await run()).output).toContain("1 file imported, 1 already there.");
  expect(await streams()).toHaveLength(1);
});

test("a site key can import for its own camera only", async () => {
  await writePicture("a.png");
  const { token: admin } = await userWith("admin");
  const { key } = (await call("POST", `/capturesources/${camera}/keys`, { token: admin, body: {} })).body;
  expect((await run(undefined, { token: key })).code).toBe(0);
  expect(await streams()).toHaveLength(1);
  const other = await importFolder(folder, { origin, token: key, args: ["--camera", String(camera + 1)] });
  expect(other).toMatchObject({
    code: 1,
    output: expect.stringContaining(`is for capture source ${camera} only`),
  });
});

test("an unknown camera is registered once, with its place and time zone", async () => {
  await writePicture("20260301_063000.png");
  const name = `New ${crypto.randomUUID()}`;
  const site = Math.floor(Math.random() * 1e9);
  const args = ["--camera", name, "--site", String(site), "--location", "1,2", "--time-zone", "+02:00"];
  const times = [
    await importFolder(folder, { origin, token, args }),
    await importFolder(folder, { origin, token, args }),
  ];
  expect(times.map(({ code }) => code)).toEqual([0, 0]);
  const { body } = await call("GET", `/capturesources?name=${encodeURIComponent(name)}`, { token });
  expect(body.results).toMatchObject([{ site_id: site, location: "1,2", time_zone: "+02:00" }]);
  camera = body.results[0].id;
  expect(await streams()).toMatchObject([{ startTime: "2026-03-01T04:30:00.000Z" }]);
});

test("npm run import signs in as the admin of the local stack", async () => {
  await writePicture("a.png");
  const command = ["npm", "run", "-s", "import", "--", folder, "--camera", String(camera), "--yes"];
  const { code, stdout } = await runCommand(command, { DATA_DIR: inject("service").dataDir });
  expect([code, stdout]).toEqual([0, expect.stringContaining("1 file imported")]);
});
