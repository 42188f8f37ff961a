import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium as driver } from "playwright-core";
import * as z from "zod/mini";
import { chromium } from "../test/support/chromium.ts";
import { sharedAssembly } from "../test/support/stack/shared-assembly.ts";
import { startDemonstration } from "../test/web/support/demonstration-stack.ts";
import { machine } from "./support/machine.ts";
import { markdownTable } from "./support/print-table.ts";
import { type Figure, figureRow } from "./support/web/figure.ts";
import { measureDrawing } from "./support/web/measure-drawing.ts";
import { measureKeys, measureSteps } from "./support/web/measure-keys.ts";
import { measureMemory, rendererMemory } from "./support/web/measure-memory.ts";
import { measureSeeks } from "./support/web/measure-seeks.ts";
import { measureVisits } from "./support/web/measure-visit.ts";
import { furnish, videoMinutes } from "./support/web/place.ts";
import { newTab, signIn, watch } from "./support/web/tab.ts";

/**
 * `npm run bench:web [-- --minutes 3 --save FILE]` measures the page in the system's Chromium, on a local stack with the
 * demonstration: sizes of scripts, times to the first screen and the first frame, response to keys with 10,000 labels, and
 * memory while a video plays. Needs Linux and 400 MB of disk. Exits with 1 when a budget is exceeded.
 */
const { values } = parseArgs({
  options: { minutes: { type: "string", default: "3" }, save: { type: "string" } },
});
const minutes = z.parse(z.coerce.number().check(z.positive()), values.minutes);
if (chromium === undefined) {
  console.log("Not measured: there is no Chromium. Install chromium to measure the page.");
  process.exit();
}

const folder = mkdtempSync(path.join(tmpdir(), "bench-web-"));
const progress = (what: string) => void process.stderr.write(`\r\u001b[K${what}`);
const figures: Figure[] = [];
let version = "";
const stack = await startDemonstration(await sharedAssembly());
// Without its sandbox, Chromium runs as root and in containers, too. It loads only pages of the local stack.
const browser = await driver.launch({ executablePath: chromium, args: ["--no-sandbox"] });
try {
  version = browser.version();
  const place = await furnish(stack, folder, progress);
  progress("first visits");
  figures.push(...(await measureVisits(browser, place)));
  progress("drawing");
  figures.push(...(await measureDrawing(browser, place)));

  const tab = await newTab(browser);
  await signIn(tab.page, stack.signInLink);
  await watch(tab.page, place.usual);
  progress("seeks");
  figures.push(await measureSeeks(tab.page));
  const openedMs = performance.now();
  await watch(tab.page, place.full);
  figures.push({ what: "time to fetch 10,000 labels, s", measured: (performance.now() - openedMs) / 1000 });
  progress("keys");
  figures.push(await measureSteps(tab.page), ...(await measureKeys(tab.page)));
  figures.push({
    what: "renderer's memory after seeks and keys, MB",
    measured: await rendererMemory(browser),
  });
  await tab.context.close();

  const player = await newTab(browser);
  await signIn(player.page, stack.signInLink);
  await watch(player.page, place.full);
  figures.push(...(await measureMemory(browser, player, minutes, progress)));
  progress("");
} finally {
  await browser.close();
  await stack.close();
  rmSync(folder, { recursive: true });
}

const load = Math.round(loadavg()[2] ?? 0);
const rows = figures.map(figureRow);
const broken = rows.filter(({ holds }) => holds === "NO").length;
if (broken > 0) process.exitCode = 1;
const text = `${[
  "# The page",
  `\`npm run bench:web -- --minutes ${minutes}\` on ${new Date().toISOString().slice(0, 10)}: Chromium ${version}, ${machine()}.`,
  `The machine's load was ${load} processes, including those of the benchmark. The window has 1280 × 800 pixels. The local stack has a video of ${videoMinutes} min in 1080p30 and 4 Mbit/s, whose index comes first. First screens and first frames are measured with an empty cache at 20 Mbit/s and 50 ms, by a person who has signed in before, with functions that are running. The time of a screen ends when a row of the list is painted, and the time of a frame ends when the frame is painted. Sizes are compressed by gzip, in units of 1,000 bytes. Times for labels are the 95th percentile of 60 runs of the page's own code in Chromium, including drawing. 100,000 labels are ten copies of the 10,000. The answer to a key is the time to the next paint, which Chromium reports in steps of 8 ms. Memory is measured in a tab that only plays. Seeks need memory of Chromium itself: a bare page that makes a VideoFrame after each of 50 seeks in the same video takes 270 MB, and no more after 150 seeks. ${broken === 0 ? "All budgets hold." : `**Budgets exceeded: ${broken}.**`}`,
  markdownTable(rows),
].join("\n\n")}\n`;
console.log(text);
if (values.save !== undefined) {
  mkdirSync(path.dirname(values.save), { recursive: true });
  writeFileSync(values.save, text);
}
