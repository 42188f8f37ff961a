import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { addExtraction } from "../lib/extraction-bundle.ts";
import type { Excerpt } from "../shared/media/cut/excerpt.ts";
import { below, seededRandom } from "../test/support/seeded-random.ts";
import { serveVideos } from "../test/support/video/video-server.ts";
import { framesIn, indexFirst, middleOf, numberOf, writeCameraVideos } from "./support/camera-videos.ts";
import type { Cutter } from "./support/cut.ts";
import { engineCutter } from "./support/cut-by-engine.ts";
import { ffmpegCutter, ffmpegVersion } from "./support/cut-by-ffmpeg.ts";
import { type Comparison, costRows, type MeasuredCut } from "./support/cut-costs.ts";
import { machine } from "./support/machine.ts";
import { mediaBudgets } from "./support/media-budgets.ts";
import { markdownTable } from "./support/print-table.ts";

/**
 * `npm run bench:media [-- --minutes 10 --rounds 9 --save FILE]` measures stills and clips of long videos and compares
 * them with ffmpeg, where it is installed. The benchmark makes the videos and serves them over HTTP on loopback. The
 * engine's process runs the bundle that is deployed. Needs about 150 MB of disk for each minute of video. Exits with 1
 * when a still of an MP4 file exceeds its budget, or when a cut shows another frame than the requested one.
 */
const clipMs = 10_000;
const warmCuts = 2;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    rounds: { type: "string", default: "9" },
    seed: { type: "string", default: "1" },
    save: { type: "string" },
  },
});
const count = z.coerce.number().check(z.int(), z.positive());
const { minutes, rounds, seed } = z.parse(z.object({ minutes: count, rounds: count, seed: count }), values);
const random = seededRandom(seed);

const folder = mkdtempSync(path.join(os.tmpdir(), "bench-media-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
process.once("SIGINT", () => process.exit(130)).once("SIGTERM", () => process.exit(143));

const version = await ffmpegVersion();
if (version === undefined) progress("ffmpeg is not installed, so there is no comparison with it\n");
const byFfmpeg = version === undefined ? undefined : ffmpegCutter(folder);
addExtraction(folder, `${process.platform}-${process.arch}`);
const videosFolder = path.join(folder, "videos");
mkdirSync(videosFolder);
const videos = await writeCameraVideos(videosFolder, minutes, progress);
const server = await serveVideos(videosFolder);

const comparisons = new Map<string, Comparison[]>();
for (const { name } of videos) {
  const cuts = ["still, cold", "still, warm", "clip, cold", "clip, warm"];
  comparisons.set(
    name,
    cuts.map((cut) => ({ name: cut, ours: [], ffmpeg: [] })),
  );
}
// Makes each cut with both programs in turn, so that other load on the machine affects them equally.
for (let round = 1; round <= rounds; round += 1) {
  for (const { name, file } of videos) {
    progress(`round ${round} of ${rounds}: ${name}`);
    const [coldStill, warmStill, coldClip, warmClip] = comparisons.get(name) ?? [];
    await compare(file, "still", [coldStill, ...Array.from({ length: warmCuts }, () => warmStill)]);
    await compare(file, "clip", [coldClip, ...Array.from({ length: warmCuts }, () => warmClip)]);
  }
}
await server.close();
progress("");

const indexFirstFile = path.join(videosFolder, indexFirst.file);
const budgets = mediaBudgets(comparisons, { indexFirstFile, minutes });
const broken = budgets.filter(({ holds }) => holds === "NO").length;
if (broken > 0) process.exitCode = 1;
const compared =
  version === undefined
    ? "ffmpeg is not installed here, so there is no comparison with it, and only budgets without a comparison are checked."
    : `ffmpeg is ${version}: \`ffmpeg -ss T -i URL -frames:v 1\`, and \`-t 10 -c copy\` for clips. ffmpeg starts again for each cut, so its cold and warm numbers are similar. ÷ is our median divided by ffmpeg's median for the same moments.`;
const text = `${[
  "# Stills and clips",
  `\`npm run bench:media -- --minutes ${minutes} --rounds ${rounds}\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}.`,
  `H.264 videos in 1080p30 of ${megabits()} Mbit/s with a key frame every two seconds, ${minutes} min long, are cut over HTTP on loopback. Moments are random, in the middle of a frame; clips are 10 s long. Each engine process runs the deployed bundle. It makes one cold cut, which includes its own start, then ${warmCuts} warm cuts. CPU time is that of the process. Numbers are medians of ${rounds} cold and ${rounds * warmCuts} warm cuts. _Read_ counts the bytes that a program read from its connections. _Sent_ also includes the bytes in buffers when it closed them. A frame is exact when a player shows it at the requested moment. ${compared} ${broken === 0 ? "All budgets hold." : `**Budgets exceeded: ${broken}.**`}`,
  "## Budgets",
  markdownTable(budgets),
  ...videos.flatMap(({ name }) => [
    `## ${name}`,
    markdownTable((comparisons.get(name) ?? []).flatMap(costRows)),
  ]),
].join("\n\n")}\n`;
console.log(text);
if (values.save !== undefined) {
  mkdirSync(path.dirname(values.save), { recursive: true });
  writeFileSync(values.save, text);
}

/** Makes cuts in a new engine process, one after the other, and with ffmpeg at the same moments. */
async function compare(file: string, kind: Excerpt["kind"], into: readonly (Comparison | undefined)[]) {
  const engine = engineCutter(path.join(folder, "extraction-child.mjs"));
  for (const comparison of into) {
    const frame = below(random, framesIn(minutes) - framesIn(clipMs / 60_000) - 1);
    comparison?.ours.push(await measured(engine.cut, file, kind, frame));
    if (byFfmpeg) comparison?.ffmpeg.push(await measured(byFfmpeg, file, kind, frame));
  }
  await engine.close();
}

async function measured(
  cut: Cutter,
  file: string,
  kind: Excerpt["kind"],
  frame: number,
): Promise<MeasuredCut> {
  const startMs = middleOf(frame);
  const excerpt: Excerpt =
    kind === "still" ? { kind, atMs: startMs } : { kind, startMs, endMs: startMs + clipMs };
  server.taken();
  const done = await cut(`${server.origin}/${file}`, excerpt);
  // The server notices closed connections with a short delay.
  await setTimeout(50);
  const { bytes: sentBytes, requests } = server.taken();
  return { ...done, sentBytes, requests, isExact: done.number === numberOf(frame) };
}

function megabits(): number {
  const { size } = statSync(indexFirstFile);
  return Math.round((size * 8) / (minutes * 60) / 1e5) / 10;
}

function progress(what: string): void {
  process.stderr.write(`\r\u001b[K${what}`);
}
