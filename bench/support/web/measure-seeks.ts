import type { Page } from "playwright-core";
import { formatOffset } from "../../../shared/domain/time/media-offset.ts";
import { below, seededRandom } from "../../../test/support/seeded-random.ts";
import { type Figure, quantile } from "./figure.ts";
import { videoMinutes } from "./place.ts";

const seeks = 50;

/** Measures the time to show frames at random times in the video of the open stream. */
export async function measureSeeks(page: Page): Promise<Figure> {
  const random = seededRandom(7);
  const took: number[] = [];
  for (let i = 0; i < seeks; i++) {
    // A whole second, at which a frame begins.
    const time = formatOffset(below(random, videoMinutes * 60 - 1) * 1000);
    took.push(await page.evaluate(showTime, time));
  }
  return { what: `a seek, ms, median of ${seeks}`, measured: quantile(took, 0.5), budget: 300 };
}

/** Goes to a time. Runs in the page. @returns milliseconds until the frame at this time is painted */
async function showTime(time: string): Promise<number> {
  const startMs = performance.now();
  location.hash = `${location.hash.replace(/\?.*/, "")}?t=${time}`;
  while (document.querySelector(".where b")?.textContent !== time) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - startMs;
}
