import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, type ExpectStatic, inject, test } from "vitest";
import { stackAdmin } from "../../../local/running-stack.ts";
import { formatOffset } from "../../../shared/domain/time/media-offset.ts";
import type {} from "../../support/stack/serve.ts";
import { writeKind } from "../../support/video/kinds.ts";
import { serveVideos, type VideoServer } from "../../support/video/video-server.ts";
import { hasBrowser, launch, newTab, signIn } from "./browser.ts";
import { cornerIn, numberIn, readPng } from "./composited.ts";
import { addLabelledVideo, cornerOn, isNear, pictureIn } from "./labelled-video.ts";
import { firstShown, type NumberedVideo, writtenMs } from "./numbered-videos.ts";

type Lengths = {
  /** Number of frames to seek at random. */
  readonly seeks: number;
  /** Time for which each video plays, in milliseconds. */
  readonly playMs: number;
};

/** Number of different frames that are compared while a video plays. */
const enoughFrames = 10;

let browser: Browser;
let server: VideoServer;
const folder = mkdtempSync(path.join(tmpdir(), "numbered-"));

/** Makes a stream of a video with a label. @returns the stream's id */
async function register(video: NumberedVideo): Promise<number> {
  const file = await writeKind(folder, video);
  return addLabelledVideo(video, new URL(file, server.origin).href);
}

/** Returns the place of the picture on the screen. */
async function pictureOf(page: Page) {
  const box = await page.getByRole("img", { name: /picture/ }).boundingBox();
  if (box === null) throw new Error("There is no picture.");
  return pictureIn(box);
}

type Part = Awaited<ReturnType<typeof pictureOf>>;

/** Returns a screenshot and the place of the picture in it. If the picture has moved meanwhile, tries again. */
async function steadyScreenshot(page: Page): Promise<[Buffer, Part]> {
  for (let tries = 1; ; tries += 1) {
    const before = await pictureOf(page);
    const png = await page.screenshot();
    const { x, y, scale } = await pictureOf(page);
    if ((before.x === x && before.y === y && before.scale === scale) || tries === 10) return [png, before];
  }
}

/** Returns the number in the picture, and whether the box belongs to the same frame. */
function judge(png: Buffer, part: Part, video: NumberedVideo) {
  const pixels = readPng(png);
  const number = numberIn(pixels, part);
  const corner = cornerIn(pixels, part);
  const expected = cornerOn(video, number, part);
  const isRight = isNear(corner, expected);
  return { number, isRight, corner, expected };
}

/** Opens a stream, as the admin of the stack. */
async function open(stream: number): Promise<Page> {
  const { signInLink } = JSON.parse(readFileSync(`${inject("service").dataDir}/running.json`, "utf8"));
  const { page } = await newTab(browser, { viewport: { width: 352, height: 1000 } });
  await signIn(page, stackAdmin, signInLink);
  await goTo(page, `#/streams/${stream}`);
  await page.locator(".label-row").first().waitFor();
  await page.locator(".where", { hasText: /frame \d/ }).waitFor();
  return page;
}

/** Goes to an address of the page without reloading it. */
async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

async function compare(
  video: NumberedVideo,
  { seeks, playMs }: Lengths,
  expect: ExpectStatic,
): Promise<void> {
  const stream = await register(video);
  const page = await open(stream);
  // The pictures come from the browser's decoder, not from a media element.
  expect(await page.locator("video").count()).toBe(0);
  const [first, last] = [firstShown(video), video.timesMs.length - 1];
  const time = page.locator(".where b");
  const arrive = async (number: number) => {
    const wanted = formatOffset(writtenMs(video, number));
    await time
      .filter({ hasText: wanted })
      .waitFor()
      .catch(async () => {
        throw new Error(`Frame ${number} is at ${wanted}, shown is ${await time.textContent()}.`);
      });
  };
  const show = async (number: number) => {
    await goTo(page, `#/streams/${stream}?t=${formatOffset(writtenMs(video, number))}`);
    await arrive(number);
  };
  const look = async (wanted: number) => {
    const seen = judge(...(await steadyScreenshot(page)), video);
    expect(seen, `frame ${wanted}`).toMatchObject({ number: wanted, isRight: true });
  };

  // Seeks at random.
  for (let i = 0, random = 12_345; i < seeks; i += 1) {
    random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
    const number = first + (random % (last - first));
    await show(number);
    await look(number);
  }

  // Steps forward one by one, and then forward and back by several steps during a seek.
  await show(first + 60);
  await page.locator("h1").click();
  for (let number = first + 61; number < first + 64; number += 1) {
    await page.keyboard.press("ArrowRight");
    await arrive(number);
    await look(number);
  }
  for (let n = 0; n < 7; n += 1) void page.keyboard.press("ArrowRight");
  await arrive(first + 70);
  await look(first + 70);
  for (let n = 0; n < 12; n += 1) await page.keyboard.press("ArrowLeft");
  await arrive(first + 58);
  await look(first + 58);

  for (const rate of [1, 2]) {
    const seen: ReturnType<typeof judge>[] = [];
    const numbers = new Set<number>();
    // A busy machine composites few frames, so the video is played until there are enough to compare.
    while (numbers.size < enoughFrames) {
      await show(first + 5);
      await page.getByRole("combobox", { name: "Speed" }).selectOption(String(rate));
      const part = await pictureOf(page);
      seen.push(...(await whilePlaying(page, playMs)).map((png) => judge(png, part, video)));
      for (const { number } of seen) numbers.add(number);
    }
    const wrong = seen.filter(({ isRight }) => !isRight);
    console.log(
      `${video.name}, ${rate}x: ${wrong.length} of ${seen.length} pictures wrong, ${numbers.size} frames`,
    );
    expect(wrong).toEqual([]);
  }
  await page.context().close();
}

/** Returns screenshots of the composited page while the video plays. */
async function whilePlaying(page: Page, playMs: number): Promise<readonly Buffer[]> {
  const devtools = await page.context().newCDPSession(page);
  const shots: Buffer[] = [];
  devtools.on("Page.screencastFrame", ({ data, sessionId }) => {
    shots.push(Buffer.from(data, "base64"));
    void devtools.send("Page.screencastFrameAck", { sessionId }).catch(() => {});
  });
  await devtools.send("Page.startScreencast", { format: "png", everyNthFrame: 1 });
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForTimeout(playMs);
  // The video may have ended.
  await page.evaluate(() => document.querySelector<HTMLElement>('button[aria-label="Pause"]')?.click());
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await devtools.send("Page.stopScreencast");
  await devtools.detach();
  return shots;
}

/** Plays numbered videos, and compares each composited picture with its box. */
export function compareFrames(videos: readonly NumberedVideo[], lengths: Lengths): void {
  describe.skipIf(!hasBrowser)("every composited picture has the boxes of its own frame", () => {
    beforeAll(async () => {
      browser = await launch();
      server = await serveVideos(folder, { port: 8812, cors: true });
    });
    afterAll(async () => {
      await browser?.close();
      await server?.close();
      rmSync(folder, { recursive: true });
    });
    test.concurrent.for(videos)("$name", { timeout: 600_000 }, (video, { expect }) =>
      compare(video, lengths, expect),
    );
  });
}
