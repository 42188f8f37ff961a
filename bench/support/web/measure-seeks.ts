import type { Page } from "playwright-core";
import { formatOffset } from "../../../shared/domain/time/media-offset.ts";
import { below, seededRandom } from "../../../test/support/seeded-random.ts";
import { type Figure, quantile } from "./figure.ts";
import { videoMinutes } from "./place.ts";

const seeks = 50;

/** Shows frames here and there in the video of the stream that is open. */
export async function measureSeeks(page: Page): Promise<Figure> {
  const random = seededRandom(7);
  const took: number[] = [];
  for (let i = 0; i < seeks; i++) {
    // Each frame of 30 a second that begins with a whole second.
    const time = formatOffset(below(random, videoMinutes * 60 - 1) * 1000);
    took.push(await page.evaluate(showTime, time));
  }
  return { what: `a seek, ms, median of ${seeks}`, measured: quantile(took, 0.5), budget: 300 };
}

/** Runs in the page. @returns milliseconds until the frame of a time is painted */
async function showTime(time: string): Promise<number> {
  const startMs = performance.now();
  location.hash = `${location.hash.replace(/\?.*/, "")}?t=${time}`;
  while (document.querySelector(".where b")?.textContent !== time) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - startMs;
}
