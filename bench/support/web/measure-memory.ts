import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import type { Figure } from "./figure.ts";
import type { Tab } from "./tab.ts";

const megabytes = 1e6;
const sampleMs = 5000;

/**
 * Plays the open stream repeatedly, and measures the memory of the tab: the heap of scripts after a garbage collection at
 * the end, and the maximum private memory of the renderer's process. Needs Linux.
 */
export async function measureMemory(
  browser: Browser,
  { page, devtools }: Tab,
  minutes: number,
  progress: (what: string) => void,
): Promise<readonly Figure[]> {
  const pid = await rendererOf(browser);
  const samples: number[] = [];
  const endMs = performance.now() + minutes * 60_000;
  while (performance.now() < endMs) {
    // Starts the stream again when it has ended.
    if ((await page.getByRole("button", { name: "Pause" }).count()) === 0) {
      await page.keyboard.press("Home");
      await page.keyboard.press("k");
    }
    await page.waitForTimeout(sampleMs);
    samples.push(privateBytes(pid) / megabytes);
    progress(`playing: ${Math.round(samples.at(-1) ?? 0)} MB`);
  }
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return [
    { what: `memory of scripts after ${minutes} min of playing, MB`, measured: usedSize / megabytes },
    {
      what: `maximum memory of the renderer in ${minutes} min of playing, MB`,
      measured: Math.max(...samples),
      budget: 300,
    },
  ];
}

/** Returns the current memory of the working tab, in MB. */
export async function rendererMemory(browser: Browser): Promise<number> {
  return privateBytes(await rendererOf(browser)) / megabytes;
}

/** Returns the renderer that has used the most CPU time, which belongs to the only open tab. */
async function rendererOf(browser: Browser): Promise<number> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send("SystemInfo.getProcessInfo");
  await devtools.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  const [busiest] = renderers.toSorted((a, b) => b.cpuTime - a.cpuTime);
  if (busiest === undefined) throw new Error("Chromium has no renderer.");
  return busiest.id;
}

/** Memory that no other process shares, as Chromium's task manager shows it. */
function privateBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const of = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1] ?? 0) * 1024;
  return of("RssAnon") + of("VmSwap");
}
