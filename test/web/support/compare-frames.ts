import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, type ExpectStatic, inject, test } from "vitest";
import { stackAdmin } from "../../../local/running-stack.ts";
import { boxAt } from "../../../shared/domain/annotation/box-at.ts";
import { formatOffset } from "../../../shared/domain/time/media-offset.ts";
import { openApi } from "../../support/api/api.ts";
import type {} from "../../support/stack/serve.ts";
import { writeKind } from "../../support/video/kinds.ts";
import { serveVideos, type VideoServer } from "../../support/video/video-server.ts";
import { hasBrowser, launch, newTab, signIn } from "./browser.ts";
import { cornerIn, numberIn, readPng } from "./composited.ts";
import { firstShown, type NumberedVideo, writtenMs } from "./numbered-videos.ts";

type Lengths = {
  /** Number of frames to seek at random. */
  readonly seeks: number;
  /** Time for which each video plays, in milliseconds. */
  readonly playMs: number;
};

/**
 * Number of frames from one keypoint of the label to the next. Between them the box moves more than 4 pixels in each
 * frame.
 */
const every = 20;
const size = { width: 320, height: 180 };

/** Number of different frames that are compared while a video plays. */
const enoughFrames = 10;

const api = openApi();
let browser: Browser;
let server: VideoServer;
const folder = mkdtempSync(path.join(tmpdir(), "numbered-"));

function boxOf(k: number) {
  const [x1, y1] = [10 + ((k * 97) % 240), 30 + ((k * 53) % 105)];
  return { x1, y1, x2: x1 + 59, y2: y1 + 39 };
}

function trackOf(video: NumberedVideo) {
  const [first, last] = [firstShown(video), video.timesMs.length - 1];
  const numbers = video.timesMs.flatMap((_, n) =>
    n === first || (n > first && (n % every === 0 || n === last)) ? n : [],
  );
  return numbers.map((number, k) => ({ box: boxOf(k), timeMs: writtenMs(video, number) }));
}

/** Makes a stream of a video with one label, whose box moves all the time. */
async function register(video: NumberedVideo): Promise<number> {
  const file = await writeKind(folder, video);
  const { token } = await api.userWith("curator");
  const post = async (to: string, body: object) => (await api.call("POST", to, { token, body })).body.id;
  const capturesource = await post("/capturesources", {
    name: `Numbers ${crypto.randomUUID()}`,
    location: "1,2",
    camera_hardware: "",
  });
  const stream = await post("/videostreams", {
    stream_url: new URL(file, server.origin).href,
    capturesource,
    startTime: "2026-03-01T06:00:00Z",
    endTime: "2026-03-01T06:01:00Z",
  });
  const keypoints = trackOf(video).map(({ box, timeMs }) => ({ box, time: formatOffset(timeMs) }));
  await post("/annotations", {
    videostream_id: stream,
    identification: await colouredSpecies(token),
    keypoints,
  });
  return stream;
}

/** Returns a species that is not drawn in grey, as every eighth one is. */
async function colouredSpecies(token: string): Promise<number> {
  for (;;) {
    const body = { common_name: "N", scientific_name: crypto.randomUUID() };
    const { id } = (await api.call("POST", "/species", { token, body })).body;
    if (id % 8 !== 0) return id;
  }
}

/** Returns the place of the picture on the screen. */
async function pictureOf(page: Page) {
  const box = await page.getByRole("img", { name: /picture/ }).boundingBox();
  if (box === null) throw new Error("There is no picture.");
  const scale = Math.min(box.width / size.width, box.height / size.height);
  const [width, height] = [size.width * scale, size.height * scale];
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height, scale };
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
  const box = boxAt({ keypoints: trackOf(video), boundingBox: undefined }, writtenMs(video, number));
  if (box === undefined) throw new Error("The label has a box all the time.");
  // The line is 2 pixels wide, and centred on the edge.
  const expected = {
    x: part.x + Math.min((box.x2 + 1) * part.scale + 1, part.width),
    y: part.y + Math.min((box.y2 + 1) * part.scale + 1, part.height),
  };
  const isRight =
    corner !== undefined && Math.abs(corner.x - expected.x) <= 2 && Math.abs(corner.y - expected.y) <= 2;
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
