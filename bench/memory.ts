import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { signToken } from "../local/oidc/sign-token.ts";
import { signingKey } from "../local/oidc/signing-key.ts";
import { startedStack } from "../test/support/stack/started-stack.ts";
import { testData } from "../test/support/test-data.ts";
import { extractionChildren, peakBytes } from "../test/support/video/extraction-children.ts";
import { serveVideos } from "../test/support/video/video-server.ts";
import { writeVideo } from "../test/support/video/write-video.ts";
import { hideSize } from "./support/hidden-size.ts";
import { httpSender } from "./support/http-sender.ts";
import { printTable } from "./support/print-table.ts";

/**
 * `npm run bench:memory [-- --seconds 20 --rounds 3]` shows that a video whose decoding takes gigabytes does not harm
 * other callers. One caller requests stills of this video without a pause. Another caller reads a record 20 times a
 * second and cuts a still of a normal video every second. The video is `hostile-video/bomb16.mp4` of TEST_DATA, an 8K
 * video with 16 reference pictures, first unchanged and then with its size hidden from the check of its headers. Needs
 * Linux. Exits with 1 when a response for this video is not 422, when the extraction processes exceed their memory
 * limit, or when the p99 of reading the record is more than three times its p99 in quiet phases.
 */
const maxRatio = 3;
/** Memory of the function, minus the share of its own process and the growth of a decoder between two measurements. */
const maxPeakBytes = 1536 * 2 ** 20 + 300e6;
const [hostileCaller, otherCaller] = ["hostile@example.org", "other@example.org"];
const accepts = { Accepts: "image/jpeg" };
const Id = z.object({ id: z.int() });

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "20" }, rounds: { type: "string", default: "3" } },
});
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
const bomb = testData("hostile-video/bomb16.mp4");
if (bomb === undefined) process.exit();

const folder = mkdtempSync(path.join(tmpdir(), "bench-memory-"));
const dataDir = path.join(folder, "data");
copyFileSync(bomb, path.join(folder, "declared.mp4"));
await hideSize(bomb, path.join(folder, "hidden.mp4"));
const timesMs = Array.from({ length: 1500 }, (_, number) => number * 40);
await writeVideo(path.join(folder, "normal.mp4"), { codec: "h264", format: "mp4", timesMs });
const videos = await serveVideos(folder);
// The stack runs in its own process group and ends when this program exits.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
const stack = await startedStack(dataDir, {
  ADMIN_EMAILS: `${hostileCaller},${otherCaller}`,
  LOG_LEVEL: "ERROR",
  CALLER_REQUESTS_PER_SECOND: "1000",
  DEV_VIDEO_ORIGINS: videos.origin,
});
const { send, close } = httpSender(stack.origin);
const faults: string[] = [];
try {
  const tokenOf = (email: string) =>
    signToken(signingKey(dataDir), { issuer: stack.issuer, email, lifetimeSeconds: 3600 });
  const [hostile, other] = [await tokenOf(hostileCaller), await tokenOf(otherCaller)];
  for (const token of [hostile, other]) await send(token, "GET", "/users/me");
  const create = async (where: string, body: unknown) =>
    z.parse(Id, JSON.parse((await send(other, "POST", where, body)).text)).id;
  const capturesource = await create("/capturesources", {
    name: "Weir",
    location: "1,2",
    camera_hardware: "",
  });
  const streamOf = (name: string) =>
    create("/videostreams/live", { stream_url: `${videos.origin}/${name}.mp4`, capturesource });
  const normal = await streamOf("normal");
  const stillOf = (stream: number, ms: number) => {
    const time = `00:00:${(ms / 1000).toFixed(3).padStart(6, "0")}`;
    return `/videostreams/${stream}/media?time=${time}-${time}`;
  };
  let stillMs = 0;
  /** Returns the URL of a still that has not been cut before. */
  const newStill = () => {
    stillMs += 40;
    return stillOf(normal, stillMs);
  };

  const phase = async (name: string, stream?: number) => {
    process.stderr.write(`${name} …\n`);
    const untilMs = performance.now() + seconds * 1000;
    const [records, stills, statuses]: [number[], number[], Map<number, number>] = [[], [], new Map()];
    const timed = async (into: number[], target: string, status: number) => {
      const startMs = performance.now();
      const answer = await send(other, "GET", target, undefined, accepts);
      into.push(performance.now() - startMs);
      if (answer.status !== status) faults.push(`status ${answer.status} in "${name}"`);
    };
    /** Sends at fixed times, so that a slow response does not delay the requests after it. */
    const every = async (ms: number, run: () => Promise<void>) => {
      const running: Promise<void>[] = [];
      for (; performance.now() < untilMs; await sleep(ms)) running.push(run());
      await Promise.all(running);
    };
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, ...extractionChildren(stack.pid).map(peakBytes));
    }, 20);
    const attack = async () => {
      while (stream !== undefined && performance.now() < untilMs) {
        const { status } = await send(hostile, "GET", stillOf(stream, 920), undefined, accepts);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all([
      attack(),
      every(50, () => timed(records, `/capturesources/${capturesource}`, 200)),
      every(1000, () => timed(stills, newStill(), 302)),
    ]);
    clearInterval(watch);
    if (peak > maxPeakBytes) faults.push(`${megabytes(peak)} MB in "${name}"`);
    if (stream !== undefined && [...statuses.keys()].some((status) => status !== 422))
      faults.push(`answers to "${name}"`);
    return { name, records, stills, peak, answers: [...statuses].map(([s, n]) => `${n} × ${s}`).join(", ") };
  };

  const [declared, hidden] = [await streamOf("declared"), await streamOf("hidden")];
  await phase("warm-up", hidden);
  const phases: Awaited<ReturnType<typeof phase>>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    phases.push(await phase("quiet"));
    phases.push(await phase("size in the header", declared));
    phases.push(await phase("hidden size", hidden));
  }
  const p99 = (name: string) => {
    const all = phases.filter((each) => each.name === name).flatMap(({ records }) => records);
    return quantile(all, 0.99);
  };
  console.log(
    `\`npm run bench:memory -- --seconds ${seconds} --rounds ${rounds}\`: stills of 8K with 16 references, one after the other, beside another caller.\n`,
  );
  printTable(
    phases.map(({ name, records, stills, peak, answers }) => ({
      "stills of": name,
      answers,
      "peak MB": megabytes(peak),
      "record p50 ms": quantile(records, 0.5),
      "record p99 ms": quantile(records, 0.99),
      "normal still p50 ms": quantile(stills, 0.5),
      "normal still max ms": quantile(stills, 1),
    })),
  );
  const ratios = ["size in the header", "hidden size"].map((name) => p99(name) / p99("quiet"));
  console.log(
    `\np99 of the record ÷ quiet: ${ratios.map((ratio) => ratio.toFixed(2)).join(" and ")} (budget: ${maxRatio}).`,
  );
  if (ratios.some((ratio) => ratio > maxRatio)) faults.push("the p99 of the other caller");
} finally {
  close();
  await stack.kill("SIGTERM");
  await videos.close();
  rmSync(folder, { recursive: true });
}
if (faults.length > 0) {
  console.error(`Budget exceeded: ${[...new Set(faults)].join("; ")}`);
  process.exitCode = 1;
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return Math.round(value * 10) / 10;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
