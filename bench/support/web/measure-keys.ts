import type { Page } from "playwright-core";
import { type Figure, quantile } from "./figure.ts";

const presses = 200;
const pressesMs = 10_000;

/** Keys of Watch, in order. V votes and P makes a keypoint; the last two keys undo both. */
const keys = [
  ...["ArrowRight", "ArrowLeft", "Shift+ArrowRight", "Shift+ArrowLeft", "l", "j", "]", "]", "[", ")", "("],
  ...["End", "Home", "+", "-", "0", "h", "h", "<", ">", "m", "m", "v", "]", "p"],
  ...["Control+z", "Control+z"],
];
const rounds = 4;

/** Presses each key of Watch. The answer to a key is the next painting of the screen. */
export async function measureKeys(page: Page): Promise<readonly Figure[]> {
  await page.evaluate(listen);
  for (let round = 0; round < rounds; round++) {
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(300);
    }
  }
  const answers = await page.evaluate(() => globalThis.heard);
  const slow = answers.filter(({ ms }) => ms > 100).map(({ key, ms }) => `${key} ${ms}`);
  if (slow.length > 0) console.error(`\nKeys beyond 100 ms: ${slow.join(", ")}`);
  const all = answers.map(({ ms }) => ms);
  return [
    { what: "a key's answer, ms, median", measured: quantile(all, 0.5) },
    { what: "the slowest key's answer, ms", measured: Math.max(...all), budget: 100 },
  ];
}

/** Presses → 200 times in 10 s. @returns number of frames between the last position and the expected one, 200 frames on */
export async function measureSteps(page: Page): Promise<Figure> {
  await page.keyboard.press("Home");
  await page.locator(".where b", { hasText: "00:00:00.000" }).waitFor();
  const startMs = performance.now();
  for (let n = 1; n <= presses; n++) {
    void page.keyboard.press("ArrowRight");
    await page.waitForTimeout(Math.max(0, startMs + (n * pressesMs) / presses - performance.now()));
  }
  await page.waitForTimeout(3000);
  const number = page.locator(".where span", { hasText: "frame" });
  const shown = ((await number.textContent()) ?? "").replace(/\D/g, "");
  return {
    what: "frames too few or too many after 200 presses of → in 10 s",
    measured: Math.abs(Number(shown) - presses),
    budget: 0,
  };
}

// The functions below run in the page.

type Heard = { readonly key: string; readonly ms: number };

declare global {
  var heard: Heard[];
  // Event Timing, which TypeScript's library lacks.
  interface PerformanceObserverInit {
    durationThreshold?: number;
  }
}

/** Records the time from each key to the next paint. The browser reports times of 16 ms and more. */
function listen(): void {
  globalThis.heard = [];
  const keys = new Map<number, string>();
  addEventListener("keydown", ({ key, timeStamp }) => keys.set(timeStamp, key), { capture: true });
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries()) {
      if (name === "keydown") heard.push({ key: keys.get(startTime) ?? "?", ms: duration });
    }
  }).observe({ type: "event", durationThreshold: 16 });
}
