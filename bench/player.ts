import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { writeVideo } from "../test/support/video/write-video.ts";
import { testedBrowsers } from "../test/web/support/browsers/installed.ts";
import { startScreenAndSound } from "../test/web/support/browsers/screen-and-sound.ts";
import { indexFirst, noisyPictures, writeCameraVideos } from "./support/camera-videos.ts";
import { machine } from "./support/machine.ts";
import { markdownTable } from "./support/print-table.ts";
import { type Lengths, measurePlayer, soughtMs, videos } from "./support/web/player/measure-player.ts";
import { servePlayer } from "./support/web/player/slow-server.ts";

/**
 * `npm run bench:player [-- --small --save FILE]` measures the page's player in each browser that is installed, and the
 * media element of Chromium, on a page without anything else. Needs Linux and 300 MB of disk.
 */
const { values } = parseArgs({
  options: { small: { type: "boolean", default: false }, save: { type: "string" } },
});
const lengths: Lengths = values.small
  ? { steps: 20, seeks: 10, playMs: 3000 }
  : { steps: 60, seeks: 40, playMs: 12_000 };
const folder = mkdtempSync(path.join(tmpdir(), "bench-player-"));
const progress = (what: string) => void process.stderr.write(`\r\u001b[K${what}`);
const endScreen = await startScreenAndSound();
const server = await servePlayer(folder);
const measured: Awaited<ReturnType<typeof measurePlayer>>[] = [];
try {
  await writeVideos();
  for (const { name, open } of testedBrowsers()) {
    for (const byElement of name === "Chromium" ? [false, true] : [false]) {
      progress(byElement ? `${name}, media element` : name);
      const size = { width: 1280, height: 800 };
      const result = await measurePlayer(() => open(size), server, lengths, byElement);
      measured.push(byElement ? { ...result, browser: `${result.browser}, media element` } : result);
    }
  }
  progress("");
} finally {
  server.close();
  endScreen();
  rmSync(folder, { recursive: true });
}

const names = [...new Set(measured.flatMap((each) => Object.keys(each.values)))];
const rows = names.map((what) => ({
  what,
  ...Object.fromEntries(measured.map((each) => [each.browser, each.values[what] ?? ""])),
}));
const text = `${[
  "# The player",
  `\`npm run bench:player\` on ${new Date().toISOString().slice(0, 10)}: ${machine()}.`,
  `The machine's load was ${Math.round(loadavg()[2] ?? 0)} processes, including those of the benchmark. Two values are the median and the 95th percentile. The videos have 1080p30 and 4 Mbit/s with noise; without another name, there is a key packet each 2 s. A page has nothing but the player. There is no hardware decoder. Memory is that of all processes of the browser, where shared memory counts in parts.`,
  markdownTable(rows),
].join("\n\n")}\n`;
console.log(text);
if (values.save !== undefined) {
  mkdirSync(path.dirname(values.save), { recursive: true });
  writeFileSync(values.save, text);
}

async function writeVideos(): Promise<void> {
  await writeCameraVideos(folder, 5, progress, [indexFirst]);
  renameSync(path.join(folder, indexFirst.file), path.join(folder, videos.usual));
  const every = (count: number) => Array.from({ length: count }, (_, n) => (n * 1000) / 30);
  const settings = {
    codec: "h264",
    format: "mp4",
    clock: 30_000,
    muxing: { movflags: "faststart" },
  } as const;
  progress("writing a video with long groups");
  await writeVideo(path.join(folder, videos.longGroups), {
    ...settings,
    ...noisyPictures(),
    timesMs: every((soughtMs * 30) / 1000),
    groupFrames: 300,
  });
  progress("writing a video with beeps");
  const beeps = { ...settings, timesMs: every(600), audio: "aac", beeps: true } as const;
  await writeVideo(path.join(folder, videos.beeps), beeps);
}
