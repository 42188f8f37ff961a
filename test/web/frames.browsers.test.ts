import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatOffset } from "../../shared/domain/time/media-offset.ts";
import { writeKind } from "../support/video/kinds.ts";
import { readNumber } from "../support/video/numbered-picture.ts";
import { serveVideos, type VideoServer } from "../support/video/video-server.ts";
import { testedBrowsers } from "./support/browsers/installed.ts";
import type { Tab } from "./support/browsers/tab.ts";
import { addLabelledVideo, cornerOn, isNear, size } from "./support/labelled-video.ts";
import { moreVideos } from "./support/more-videos.ts";
import { firstShown, type NumberedVideo, others, usual, writtenMs } from "./support/numbered-videos.ts";
import { readCanvas } from "./support/read-canvas.ts";
import {
  atTime,
  goToHash,
  mediaElements,
  openStream,
  setSpeed,
  signInAsAdmin,
  untilDoubt,
} from "./support/watching.ts";

const videos = [...usual, ...others, ...moreVideos];
const rates = [1, 2, 0.25, 8];
const seeks = 12;
const playMs = 2500;

/** Number of different frames that are compared while a video plays. */
const enough = 8;

let server: VideoServer;
const folder = mkdtempSync(path.join(tmpdir(), "numbered-"));
const streams = new Map<NumberedVideo, Promise<number>>();

beforeAll(async () => {
  server = await serveVideos(folder, { port: 8813, cors: true });
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true });
});

/** Returns the stream of a video, which all browsers share. */
function streamOf(video: NumberedVideo): Promise<number> {
  const made =
    streams.get(video) ??
    writeKind(folder, video).then((file) => addLabelledVideo(video, new URL(file, server.origin).href));
  streams.set(video, made);
  return made;
}

/** Looks at the canvas once or for some time. @returns the numbers of the frames, and how many have a wrong box */
async function look(tab: Tab, video: NumberedVideo, forMs: number) {
  const { part, seen } = await tab.run(readCanvas, { ...size, forMs });
  const numbers = seen.map(({ luma }) => readNumber({ width: 6, height: 4, luma: Uint8Array.from(luma) }));
  const wrong = seen.filter(
    ({ corner }, i) => !isNear(corner ?? undefined, cornerOn(video, numbers[i] ?? 0, part)),
  );
  return { numbers, wrong: wrong.length };
}

describe.each(testedBrowsers())("every picture has the boxes of its own frame in $name", ({ name, open }) => {
  let tab: Tab;
  beforeAll(async () => {
    tab = await open({ width: 352, height: 1000 });
    await signInAsAdmin(tab);
  });
  afterAll(() => tab?.close());

  test.for(videos)("$name", { timeout: 300_000 }, async (video) => {
    const stream = await streamOf(video);
    if (video.lacking?.includes(name)) {
      await goToHash(tab, `#/streams/${stream}`);
      await untilDoubt(tab);
      return;
    }
    await openStream(tab, stream);
    expect(await mediaElements(tab)).toBe(0);
    const [first, last] = [firstShown(video), video.timesMs.length - 1];
    const timeOf = (number: number) => formatOffset(writtenMs(video, number));
    const arrive = async (number: number) => {
      await atTime(tab, timeOf(number));
      expect(await look(tab, video, 0), `frame ${number}`).toEqual({ numbers: [number], wrong: 0 });
    };
    const show = async (number: number) => {
      await goToHash(tab, `#/streams/${stream}?t=${timeOf(number)}`);
      await arrive(number);
    };

    for (let i = 0; i < seeks; i++) await show(first + ((i * 7919) % (last - first)));

    await show(first + 60);
    for (let number = first + 61; number < first + 70; number++) {
      await tab.press("ArrowRight");
      await arrive(number);
    }
    for (let n = 0; n < 5; n++) await tab.press("ArrowRight");
    await arrive(first + 74);
    for (let number = first + 73; number > first + 54; number--) {
      await tab.press("ArrowLeft");
      await arrive(number);
    }

    const played: string[] = [];
    for (const rate of rates) {
      const different = new Set<number>();
      let wrongs = 0;
      // A busy machine draws few frames, so the video is played until there are enough to compare.
      while (different.size < enough) {
        await show(first + 5);
        await setSpeed(tab, rate);
        await tab.press("k");
        const { numbers, wrong } = await look(tab, video, playMs);
        await tab.run(() => document.querySelector<HTMLElement>('button[aria-label="Pause"]')?.click(), null);
        for (const number of numbers) different.add(number);
        wrongs += wrong;
      }
      played.push(`${rate}x ${wrongs} of ${different.size}`);
      expect(wrongs, `${rate}x`).toBe(0);
    }
    console.log(`${name}, ${video.name}: pictures with a wrong box: ${played.join(", ")}`);
    expect(await mediaElements(tab)).toBe(0);
  });
});
