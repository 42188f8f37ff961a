import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { BufferSource, EncodedPacketSink, Input, MP4 } from "mediabunny";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { stackAdmin } from "../../local/running-stack.ts";
import { formatOffset } from "../../shared/domain/time/media-offset.ts";
import { openApi } from "../support/api/api.ts";
import type {} from "../support/stack/serve.ts";
import { writeVideo } from "../support/video/write-video.ts";
import { hasBrowser, launch, newTab, signIn } from "./support/browser.ts";
import { numberIn, readPng } from "./support/composited.ts";
import { uploadVideo } from "./support/upload-video.ts";

const size = { width: 320, height: 180 };
const frames = 240;
const groupFrames = 60;
const offsetOf = (number: number) => formatOffset(number * 40);

/** Page functions that these tests add. */
declare global {
  var takeDecodersAway: () => number;
}

describe.skipIf(!hasBrowser)("a decoder that fails", () => {
  const api = openApi();
  let browser: Browser;
  const folder = mkdtempSync(path.join(tmpdir(), "failing-"));
  const { signInLink } = JSON.parse(readFileSync(`${inject("service").dataDir}/running.json`, "utf8"));
  let video: Buffer;
  let capturesource = 0;
  let token = "";
  const call = async (method: string, to: string, body?: object) =>
    (await api.call(method, to, { token, body })).body;

  beforeAll(async () => {
    browser = await launch();
    const file = path.join(folder, "a.mp4");
    const timesMs = Array.from({ length: frames }, (_, n) => n * 40);
    await writeVideo(file, { codec: "h264", format: "mp4", timesMs, groupFrames, bFrames: 2, ...size });
    video = readFileSync(file);
    ({ token } = await api.userWith("curator"));
    const name = `Failing ${crypto.randomUUID()}`;
    capturesource = (await call("POST", "/capturesources", { name, location: "1,2", camera_hardware: "" }))
      .id;
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens a video in a page whose decoders can be taken away, as a browser does that needs them elsewhere. */
  async function open(bytes: Buffer, startTime: string): Promise<Page> {
    const stream = await uploadVideo(call, bytes, { capturesource, startTime });
    const { page } = await newTab(browser);
    await page.addInitScript(() => {
      const open = new Map<VideoDecoder, VideoDecoderInit>();
      globalThis.VideoDecoder = class extends VideoDecoder {
        constructor(init: VideoDecoderInit) {
          super(init);
          open.set(this, init);
        }
      };
      globalThis.takeDecodersAway = () => {
        const taken = [...open].filter(([decoder]) => decoder.state !== "closed");
        for (const [decoder, { error }] of taken) {
          decoder.close();
          error(new DOMException("Codec reclaimed due to inactivity.", "QuotaExceededError"));
        }
        return taken.length;
      };
    });
    await signIn(page, stackAdmin, signInLink);
    await page.evaluate((to) => {
      location.hash = to;
    }, `#/streams/${stream}`);
    await page.locator(".where", { hasText: /frame \d/ }).waitFor();
    expect(await page.locator("video").count()).toBe(0);
    return page;
  }

  async function show(page: Page, number: number): Promise<void> {
    await page.evaluate((offset) => {
      const [screen] = location.hash.split("?");
      location.hash = `${screen}?t=${offset}`;
    }, offsetOf(number));
  }

  /** Expects that a frame's time and picture are shown. */
  async function expectFrame(page: Page, number: number): Promise<void> {
    await page
      .locator(".where b")
      .filter({ hasText: offsetOf(number) })
      .waitFor();
    expect(await numberOn(page)).toBe(number);
  }

  async function numberOn(page: Page): Promise<number> {
    const box = await page.getByRole("img", { name: /picture/ }).boundingBox();
    if (box === null) throw new Error("There is no picture.");
    const scale = Math.min(box.width / size.width, box.height / size.height);
    const [width, height] = [size.width * scale, size.height * scale];
    const part = { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
    return numberIn(readPng(await page.screenshot()), part);
  }

  const play = (page: Page) => page.getByRole("button", { name: "Play", exact: true }).click();

  test("a decoder that is taken away is replaced: steps, seeks and playing go on, and no frame is left out", async () => {
    const page = await open(video, "2026-03-05T08:00:00Z");
    await show(page, 70);
    await expectFrame(page, 70);
    let taken = 0;
    for (let number = 71; number < 83; number++) {
      // Some pictures are decoded in advance. The decoder is replaced when they are used up.
      taken += await page.evaluate(() => takeDecodersAway());
      await page.keyboard.press("ArrowRight");
      await expectFrame(page, number);
    }
    expect(taken).toBeGreaterThanOrEqual(2);
    await page.evaluate(() => takeDecodersAway());
    await page.keyboard.press("ArrowLeft");
    await expectFrame(page, 81);
    await page.evaluate(() => takeDecodersAway());
    await show(page, 150);
    await expectFrame(page, 150);
    await show(page, 0);
    await play(page);
    for (let times = 0; times < 4; times++) {
      await page.waitForTimeout(500);
      await page.evaluate(() => takeDecodersAway());
    }
    // It plays to its end.
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await expectFrame(page, frames - 1);
    expect(await page.getByText("cannot be decoded").count()).toBe(0);
    await page.context().close();
  });

  test("a damaged part is left out: playing goes on behind it, and a line names it", async () => {
    const page = await open(await damaged(video), "2026-03-05T09:00:00Z");
    await show(page, groupFrames);
    await play(page);
    const line = page.getByText(/^The pictures from .* to 00:00:07.200 cannot be decoded/);
    await line.waitFor();
    const [, from] = /from (\S+) to/.exec((await line.textContent()) ?? "") ?? [];
    const first = Number(from?.split(":").at(-1)) * 25;
    expect(first).toBeGreaterThanOrEqual(2 * groupFrames);
    expect(first).toBeLessThan(3 * groupFrames);
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
    await expectFrame(page, frames - 1);
    // A time in it shows the next picture, with its own time.
    await show(page, 3 * groupFrames - 5);
    await expectFrame(page, 3 * groupFrames);
    for (const number of [3 * groupFrames + 7, 2 * groupFrames - 3, 0]) {
      await show(page, number);
      await expectFrame(page, number);
    }
    await page.context().close();
  });
});

/** Returns the video with damage in all of the third group but its key packet. */
async function damaged(video: Buffer): Promise<Buffer> {
  const bytes = Buffer.from(video);
  using input = new Input({ source: new BufferSource(video), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error("There is no video.");
  let group = -1;
  for await (const { type, data } of new EncodedPacketSink(track).packets()) {
    if (type === "key") group++;
    if (type === "key" || group !== 2) continue;
    const at = video.indexOf(data);
    for (let i = 4; i < data.length; i++) bytes[at + i] = (i * 73 + 41) & 255;
  }
  return bytes;
}
