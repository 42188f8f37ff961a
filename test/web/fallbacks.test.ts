import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openApi } from "../support/api/api.ts";
import type {} from "../support/stack/serve.ts";
import { writeVideo } from "../support/video/write-video.ts";
import { hasBrowser, launch, newTab, violations } from "./support/browser.ts";
import { cornerIn, numberIn, readPng } from "./support/composited.ts";
import { expectAccessible } from "./support/looks.ts";
import { uploadVideo } from "./support/upload-video.ts";

type Size = { readonly width: number; readonly height: number };

describe.skipIf(!hasBrowser)("videos that the browser cannot play, or not exactly", () => {
  const api = openApi();
  let browser: Browser;
  /** Tokens and e-mail addresses. */
  let curator: { readonly token: string; readonly email: string };
  let capturesource = 0;
  const { signInLink } = JSON.parse(readFileSync(`${inject("service").dataDir}/running.json`, "utf8"));
  const folder = mkdtempSync(path.join(tmpdir(), "page-copies-"));
  const camera = `Old weir ${crypto.randomUUID().slice(0, 8)}`;
  const timesMs = Array.from({ length: 25 }, (_, frame) => frame * 40);

  beforeAll(async () => {
    browser = await launch();
    curator = await api.userWith("curator");
    const body = { name: camera, location: "51.2,5.6", camera_hardware: "", time_zone: "Europe/Berlin" };
    capturesource = (await call("POST", "/capturesources", body)).id;
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const call = async (method: string, to: string, body?: object) =>
    (await api.call(method, to, { token: curator.token, body })).body;

  async function openAs(email: string) {
    const tab = await newTab(browser);
    await tab.page.goto(signInLink);
    await tab.page.getByLabel("Or sign in with an e-mail address").fill(email);
    await tab.page.keyboard.press("Enter");
    await tab.page.getByRole("button", { name: ": account" }).waitFor();
    return tab;
  }

  const watch = (page: Page, stream: number) =>
    page.evaluate((to) => {
      location.hash = to;
    }, `#/streams/${stream}`);

  const isCopy = async (page: Page) => {
    await page.getByText("This is a copy, because the browser cannot play the original.").waitFor();
    // The pictures come from the browser's decoder, not from a media element.
    expect(await page.locator("video").count()).toBe(0);
  };

  /** Goes forward by frames, and returns the screen with the place of the picture on it. */
  async function stepOn(page: Page, frames: number, size: Size) {
    for (let step = 0; step < frames; step++) await page.keyboard.press("ArrowRight");
    await page
      .locator(".where b")
      .filter({ hasText: `00:00:00.${String(frames * 40).padStart(3, "0")}` })
      .waitFor();
    const box = await page.getByRole("img", { name: /picture/ }).boundingBox();
    if (box === null) throw new Error("There is no picture.");
    const scale = Math.min(box.width / size.width, box.height / size.height);
    const [width, height] = [size.width * scale, size.height * scale];
    const part = { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
    return { pixels: readPng(await page.screenshot()), part, scale };
  }

  test("an AVI is uploaded, its row says that the service makes a copy, and the copy plays", async () => {
    const file = path.join(folder, "20260305_063015.AVI");
    const size = { width: 320, height: 180 };
    await writeVideo(file, { codec: "mjpeg", format: "avi", timesMs, clock: 25, audio: "pcm", ...size });
    const { page, context } = await openAs(curator.email);
    await page.getByRole("link", { name: "Upload" }).click();
    await page.locator("input[type=file]").first().setInputFiles(file);
    await page.getByText("No browser plays AVI. After the upload, the service makes a copy").waitFor();
    await page.getByRole("combobox", { name: "Camera" }).selectOption(camera);
    await page.getByText("from the file name").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: /^Upload 1 file, / }).click();
    await page.getByText("Uploaded. The service now makes a copy that browsers can play.").waitFor();
    const link = page.getByRole("link", { name: "Watch 20260305_063015.AVI" });
    const stream = Number((await link.getAttribute("href"))?.split("/").at(-1));
    // Starts the job at once, which otherwise starts within a minute.
    expect(await call("POST", `/videostreams/${stream}/copy`)).toEqual({ copy: expect.any(String) });
    await link.click();
    await page.getByRole("heading", { name: `${camera} Thursday, 5 March 2026, 06:30 CET` }).waitFor();
    await isCopy(page);
    const { pixels, part } = await stepOn(page, 7, size);
    expect(numberIn(pixels, part)).toBe(7);
    await context.close();
  });

  test("a copy of HEVC is offered, plays without a reload, and has its boxes in the original's pixels", async () => {
    const size = { width: 2560, height: 1440 };
    const file = path.join(folder, "a.mp4");
    await writeVideo(file, {
      codec: "hevc",
      format: "mp4",
      timesMs: timesMs.slice(0, 9),
      bFrames: 2,
      ...size,
    });
    const startTime = "2026-03-05T07:00:00Z";
    const stream = await uploadVideo(call, readFileSync(file), { capturesource, startTime });
    const box = { x1: 400, y1: 300, x2: 1999, y2: 1099 };
    const identification = await colouredSpecies();
    const keypoints = [0, 320].map((ms) => ({ box, time: `00:00:00.${String(ms).padStart(3, "0")}` }));
    await call("POST", "/annotations", { videostream_id: stream, identification, keypoints });

    const reader = await openAs((await api.userWith("readonly")).email);
    await watch(reader.page, stream);
    await reader.page.getByText("This browser cannot play HEVC.").waitFor();
    await reader.page.getByText("Ask an annotator to have one made.").waitFor();
    expect(await reader.page.getByRole("button", { name: "Make a playable copy" }).count()).toBe(0);
    await reader.context.close();

    const { page, context } = await openAs((await api.userWith("annotator")).email);
    await watch(page, stream);
    await page.getByText("This browser cannot play HEVC.").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Make a playable copy" }).press("Enter");
    await isCopy(page);
    expect(await violations(page)).toEqual([]);
    const { pixels, part, scale } = await stepOn(page, 6, size);
    expect(numberIn(pixels, part)).toBe(6);
    const corner = cornerIn(pixels, part);
    expect(Math.abs((corner?.x ?? 0) - (part.x + (box.x2 + 1) * scale + 1))).toBeLessThanOrEqual(2);
    expect(Math.abs((corner?.y ?? 0) - (part.y + (box.y2 + 1) * scale + 1))).toBeLessThanOrEqual(2);
    await context.close();
  });

  describe("before the first box on a video whose frames are in doubt, the page asks", () => {
    let stream = 0;
    beforeAll(async () => {
      const file = path.join(folder, "b.mp4");
      await writeVideo(file, { codec: "h264", format: "mp4", timesMs, width: 320, height: 180 });
      const startTime = "2026-03-05T08:00:00Z";
      stream = await uploadVideo(call, readFileSync(file), { capturesource, startTime });
    });

    const question = (page: Page) => page.getByRole("dialog", { name: "Draw nevertheless?" });
    const draft = (page: Page) => page.getByRole("button", { name: "Discard" });

    async function drag(page: Page) {
      const box = await page.getByRole("img", { name: /picture/ }).boundingBox();
      if (box === null) throw new Error("There is no picture.");
      await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5, { steps: 2 });
      await page.mouse.up();
    }

    test("in a browser without a decoder, once for each video", async () => {
      const { page, context } = await openAs(curator.email);
      await page.evaluate(() => Reflect.deleteProperty(globalThis, "VideoDecoder"));
      await watch(page, stream);
      await page.getByText("This browser does not tell the page exactly which frame it shows.").waitFor();
      await drag(page);
      await question(page).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await question(page).waitFor({ state: "detached" });
      expect(await draft(page).count()).toBe(0);
      await page.keyboard.press("d");
      await question(page).waitFor();
      await page.getByRole("button", { name: "Do not draw" }).press("Tab");
      await page.keyboard.press("Enter");
      await page.getByRole("application", { name: /New box/ }).waitFor();
      await draft(page).click();
      await drag(page);
      await draft(page).waitFor();
      expect(await question(page).count()).toBe(0);
      await context.close();
    });

    test("if the host does not let the page read the video, and what was drawn is kept", async () => {
      const { page, context } = await openAs(curator.email);
      await page.route("**/play", async (route) => {
        const response = await route.fetch();
        const body = { ...(await response.json()), kind: "external", readable: false, expires_at: null };
        await route.fulfill({ response, json: body });
      });
      await watch(page, stream);
      await page.getByText("The host does not let this page read the video.").waitFor();
      await drag(page);
      await question(page).getByRole("button", { name: "Draw", exact: true }).click();
      await draft(page).waitFor();
      await context.close();
    });
  });

  test("an address without https says that browsers require it", async () => {
    const { page, context } = await newTab(browser);
    const { port } = new URL(api.origin);
    const elsewhere = `http://camp.example:${port}`;
    await page.route(`${elsewhere}/**`, async (route) => {
      const url = route.request().url().replace(elsewhere, api.origin);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await page.goto(`${elsewhere}/api/v1/app`);
    await page.getByText("only if its address begins with https").waitFor();
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  /** Returns a species that is not drawn in grey, as every eighth one is. */
  async function colouredSpecies(): Promise<number> {
    for (;;) {
      const { id } = await call("POST", "/species", {
        common_name: "N",
        scientific_name: crypto.randomUUID(),
      });
      if (id % 8 !== 0) return id;
    }
  }
});
