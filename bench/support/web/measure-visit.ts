import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { type Figure, quantile } from "./figure.ts";
import type { Place } from "./place.ts";
import { goTo, newTab, requestsOf, signIn, slowDown } from "./tab.ts";

const visits = 5;
const kilobytes = 1000;

/** Screens whose scripts are loaded only when they are opened, except Watch. */
const others = ["find", "review", "map", "plots", "upload", "more"];

/** Measures first visits: sizes of scripts and styles, times to the first screen and frame, and requests by origin. */
export async function measureVisits(browser: Browser, place: Place): Promise<readonly Figure[]> {
  const { signInLink, origin, s3Origin } = place.stack;
  const first = await newTab(browser);
  await signIn(first.page, signInLink);
  await goTo(first.page, `#/streams/${place.usual}`);
  await first.page.locator(".where").waitFor();
  const cookies = await first.context.cookies();
  await first.context.close();

  const [screens, frames]: [number[], number[]] = [[], []];
  for (let visit = 0; visit < visits; visit++) {
    const tab = await newTab(browser, cookies);
    await tab.page.addInitScript(noteFirstRow);
    const { settled } = requestsOf(tab.page);
    await slowDown(tab);
    const startMs = Date.now();
    await tab.page.goto(`${origin}/api/v1/app`);
    await tab.page.locator(".stream").first().waitFor();
    screens.push((await tab.page.evaluate(firstRowMs)) - startMs);
    // Waits until the stills and counts of the rows have been requested.
    await settled();
    frames.push(await tab.page.evaluate(clickAndWait, place.usual));
    await tab.context.close();
  }

  const { page, context } = await newTab(browser, cookies);
  const { asked, settled } = requestsOf(page);
  await page.goto(`${origin}/api/v1/app`);
  await page.locator(".stream").first().waitFor();
  await settled();
  const atFirst = asked.splice(0);
  await goTo(page, `#/streams/${place.usual}`);
  await page.locator(".label-row").first().waitFor();
  await page.locator(".where", { hasText: /frame \d/ }).waitFor();
  await settled();
  const byWatch = asked.splice(0);
  const requests = byWatch.filter((url) => /\/api\/v1\/(?!app)/.test(url)).length;
  const parts: number[] = [];
  for (const screen of others) {
    const from = asked.length;
    await goTo(page, `#/${screen}`);
    await page.locator("h1").waitFor();
    await settled();
    parts.push(sum(await sizesOf(asked.slice(from), ".js")));
  }
  const strangers = [...atFirst, ...byWatch, ...asked].filter(
    (url) => !url.startsWith("blob:") && ![origin, s3Origin].includes(new URL(url).origin),
  );
  await context.close();
  const ofWatch = await sizesOf(byWatch, ".js");
  const library = Math.max(...ofWatch);
  // The scripts of the player are requested after the screen, beginning with the one that names mediabunny.
  const ofPlayer = byWatch.slice(byWatch.findIndex((url) => /\/video-library-/.test(url)));
  const player = sum(await sizesOf(ofPlayer, ".js")) - library;
  return [
    { what: "scripts of the first screen, kB", measured: sum(await sizesOf(atFirst, ".js")), budget: 60 },
    { what: "styles, kB", measured: sum(await sizesOf(atFirst, ".css")), budget: 12 },
    {
      what: "scripts of Watch without mediabunny, kB",
      measured: sum(ofWatch) - library - player,
      budget: 45,
    },
    { what: "mediabunny, kB", measured: library, budget: 86 },
    { what: "scripts of the player, kB", measured: player, budget: 9 },
    { what: "scripts of the largest other screen, kB", measured: Math.max(...parts), budget: 120 },
    {
      what: "first screen after its address is opened, ms, median",
      measured: quantile(screens, 0.5),
      budget: 1500,
    },
    { what: "first frame after the click, ms, median", measured: quantile(frames, 0.5), budget: 2000 },
    {
      what: "requests to the API in the first visit of a stream with 200 labels",
      measured: requests,
      budget: 10,
    },
    { what: "requests to other origins", measured: strangers.length, budget: 0 },
  ];
}

/** Sizes in kB, compressed by gzip, of the scripts or styles that were requested. */
function sizesOf(asked: readonly string[], ending: ".js" | ".css"): Promise<number[]> {
  const files = [...new Set(asked.filter((url) => url.endsWith(ending)))];
  return Promise.all(files.map(async (url) => gzipSync(await (await fetch(url)).bytes()).length / kilobytes));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

// The functions below run in the page.

/** Records the time at which the first row of the list of streams is painted. */
function noteFirstRow(): void {
  const look = () => {
    if (document.querySelector(".stream") === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => performance.mark("first row"));
  };
  requestAnimationFrame(look);
}

/** The recorded time, in milliseconds since 1970. */
async function firstRowMs(): Promise<number> {
  for (;;) {
    const [mark] = performance.getEntriesByName("first row");
    if (mark) return performance.timeOrigin + mark.startTime;
    await new Promise(requestAnimationFrame);
  }
}

/** Opens a stream from the list. @returns milliseconds until its first frame is painted */
async function clickAndWait(stream: number): Promise<number> {
  const link = document.querySelector<HTMLElement>(`.stream a[href$="#/streams/${stream}"]`);
  if (link === null) throw new Error("The list does not have the stream.");
  const startMs = performance.now();
  link.click();
  while (document.querySelector(".where b") === null) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - startMs;
}
